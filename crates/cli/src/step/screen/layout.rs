//! Where everything is on a screen of a given size.

use kiber_netlist::PartId;
use ratatui::layout::Rect;

use super::board::{Board, Item};
use super::look::FIGURE;

/// The least size on which everything can be worked.
pub(super) const LEAST: (u16, u16) = (60, 16);

/// From this width on the part chosen is shown in full beside the rest, always.
const WIDE: u16 = 132;
/// From this height on, beneath the rest.
const TALL: u16 = 36;
/// The events stand beside the panel from this width on.
const TWO_COLUMNS: u16 = 76;
const LEAST_EVENTS: u16 = 28;
/// Between two cells.
const GAP: u16 = 2;

/// A part of the screen that keys can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    Panel,
    Relays,
    Memory,
    Events,
    Page,
}

/// A part in its place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) pane: Pane,
    /// Which of the items of its pane, in the order of reading.
    pub(super) number: usize,
    pub(super) part: PartId,
    /// Where; nothing if it is scrolled out of sight.
    pub(super) caption: Option<Rect>,
    pub(super) face: Option<Rect>,
    /// The line of its pane in which it stands, for keys that go up and down.
    pub(super) line: u16,
    /// Its first column.
    pub(super) column: u16,
    pub(super) width: u16,
}

/// What there is to be laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) board: &'a Board,
    pub(super) chosen: PartId,
    /// The pane that keys are about.
    pub(super) pane: Pane,
    /// Whether the part chosen is to be shown in full where that is not always so.
    pub(super) page: bool,
    /// Whether relays are shown one a line, with their contacts.
    pub(super) contacts: bool,
}

/// Where everything is. A pane without a place is not shown; the first line of each is its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) status: Rect,
    pub(super) message: Rect,
    pub(super) keys: Rect,
    pub(super) panel: Option<Rect>,
    pub(super) relays: Option<Rect>,
    pub(super) memory: Option<Rect>,
    /// The part chosen, in a few lines.
    pub(super) strip: Option<Rect>,
    pub(super) events: Option<Rect>,
    /// The part chosen, in full.
    pub(super) page: Option<Rect>,
    /// The line between what is left and what is right.
    pub(super) divider: Option<Rect>,
    pub(super) spots: Vec<Spot>,
}

impl Layout {
    /// Lays out a screen; nothing if it is too small.
    pub(super) fn of(wanted: Wanted<'_>, area: Rect) -> Option<Self> {
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return None;
        }
        let line = |y| Rect { y, height: 1, ..area };
        let mut layout = Self {
            status: line(area.y),
            message: line(area.bottom() - 2),
            keys: line(area.bottom() - 1),
            panel: None,
            relays: None,
            memory: None,
            strip: None,
            events: None,
            page: None,
            divider: None,
            spots: Vec::new(),
        };
        let mut body = Rect { y: area.y + 1, height: area.height - 3, ..area };
        let mut left = body;
        let mut page_beneath = false;
        if area.width >= TWO_COLUMNS {
            let natural = natural_width(wanted.board).max(40) + 1;
            let mut right = body;
            if area.width >= WIDE {
                left.width = natural.min(area.width * 2 / 5);
                let rest = body.width - left.width - 1;
                let page = (rest * 3 / 5).min(100);
                right = Rect { x: left.right() + 1, width: rest - page - 1, ..body };
                layout.page = Some(Rect { x: right.right() + 1, width: page, ..body });
            } else {
                left.width = natural.min(area.width - 1 - LEAST_EVENTS);
                right = Rect { x: left.right() + 1, width: body.width - left.width - 1, ..right };
                if area.height >= TALL || wanted.page {
                    let height = page_height(wanted.board, left.width, body.height, wanted.contacts);
                    page_beneath = area.height < TALL;
                    body.height -= height;
                    left.height = body.height;
                    right.height = body.height;
                    layout.page = Some(Rect { y: body.bottom(), height, ..area });
                }
            }
            layout.events = Some(right);
            layout.divider = Some(Rect { x: left.right(), width: 1, ..left });
        }
        let column = Column { wanted, narrow: area.width < TWO_COLUMNS, page_beneath };
        column.fill(&mut layout, left);
        Some(layout)
    }

    /// The part at a place of the screen.
    pub(super) fn part_at(&self, x: u16, y: u16) -> Option<&Spot> {
        let at = (x, y).into();
        let within = |rect: &Option<Rect>| rect.is_some_and(|rect| rect.contains(at));
        self.spots.iter().find(|spot| within(&spot.face) || within(&spot.caption))
    }

    /// The pane at a place of the screen.
    pub(super) fn pane_at(&self, x: u16, y: u16) -> Option<Pane> {
        let panes = [
            (Pane::Panel, self.panel),
            (Pane::Relays, self.relays),
            (Pane::Memory, self.memory),
            (Pane::Events, self.events),
            (Pane::Page, self.page),
            (Pane::Page, self.strip),
        ];
        panes.into_iter().find(|(_, rect)| rect.is_some_and(|rect| rect.contains((x, y).into()))).map(|(pane, _)| pane)
    }
}

/// How wide the panel and the relays would like to be.
fn natural_width(board: &Board) -> u16 {
    let row = |row: &Vec<Item>| row.iter().fold(0_u16, |used, item| used.saturating_add(item.width() + GAP));
    board.panel.iter().map(row).max().unwrap_or(0).saturating_sub(GAP - 1)
}

/// How many lines the part chosen gets beneath the rest.
fn page_height(board: &Board, width: u16, body: u16, contacts: bool) -> u16 {
    let panel = 1 + Lines::of_panel(board, width, true).height();
    if body >= TALL - 3 {
        let above = panel
            + 1
            + Lines::of_list(&board.relays, width, contacts).height()
            + 2
            + Lines::of_list(&board.memory, width, contacts).height();
        return body.saturating_sub(above).clamp(10, body * 3 / 5);
    }
    body.saturating_sub(panel).clamp(8.min(body), (body * 3 / 5).max(8).min(body))
}

/// The column with the panel, the relays, the memory.
struct Column<'a> {
    wanted: Wanted<'a>,
    /// Whether there is no room for events beside it.
    narrow: bool,
    /// Whether only the panel stands here, since the part chosen takes the rest.
    page_beneath: bool,
}

impl Column<'_> {
    fn fill(&self, layout: &mut Layout, area: Rect) {
        let Wanted { board, pane, page, contacts, .. } = self.wanted;
        let captioned = Lines::of_panel(board, area.width, true);
        if self.page_beneath {
            let lines =
                if captioned.height() < area.height { captioned } else { Lines::of_panel(board, area.width, false) };
            layout.panel = Some(area);
            self.place(layout, Pane::Panel, &lines, area);
            return;
        }
        let relays = Lines::of_list(&board.relays, area.width, contacts);
        let memory = Lines::of_list(&board.memory, area.width, contacts);
        let below = |lines: &Lines| if lines.rows.is_empty() { 0 } else { 1 + lines.height() };
        let wanted_below = (below(&relays) + below(&memory)).max(4);
        let one_thing = self.narrow && (pane == Pane::Events || page);
        let wanted_below = if one_thing { 8 } else { wanted_below.min(area.height / 2) };
        let panel_lines = if 1 + captioned.height() + wanted_below <= area.height {
            captioned
        } else {
            Lines::of_panel(board, area.width, false)
        };
        let most = area.height.saturating_sub(wanted_below).max(area.height / 3).max(3);
        let mut rest = area;
        if !panel_lines.rows.is_empty() {
            let panel = take(&mut rest, (1 + panel_lines.height()).min(most));
            layout.panel = Some(panel);
            self.place(layout, Pane::Panel, &panel_lines, panel);
        }
        if one_thing {
            if pane == Pane::Events {
                layout.events = Some(rest)
            } else {
                layout.page = Some(rest)
            }
            return;
        }
        if !memory.rows.is_empty() {
            // Relays may be many; what remembers is what people look for.
            let least_relays = below(&relays).min(3);
            let height = below(&memory).min((rest.height / 2).max(rest.height.saturating_sub(below(&relays))));
            let height = height.min(rest.height.saturating_sub(least_relays));
            let relays_height = below(&relays).min(rest.height - height);
            if relays_height >= 2 {
                let place = take(&mut rest, relays_height);
                layout.relays = Some(place);
                self.place(layout, Pane::Relays, &relays, place);
            }
            if height >= 2 {
                let place = take(&mut rest, height);
                layout.memory = Some(place);
                self.place(layout, Pane::Memory, &memory, place);
            }
        } else if !relays.rows.is_empty() {
            let height = below(&relays).min(rest.height);
            if height >= 2 {
                let place = take(&mut rest, height);
                layout.relays = Some(place);
                self.place(layout, Pane::Relays, &relays, place);
            }
        }
        if rest.height >= 2 && layout.page.is_none() {
            layout.strip = Some(rest);
        }
    }

    /// Puts the items of a pane into their lines, scrolled so that the part chosen is in sight.
    fn place(&self, layout: &mut Layout, pane: Pane, lines: &Lines, area: Rect) {
        let inner = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let chosen_row = lines.rows.iter().position(|row| row.cells.iter().any(|cell| cell.part == self.wanted.chosen));
        let mut first = 0;
        if lines.height() > inner.height {
            let chosen = chosen_row.unwrap_or(0);
            let until = |row: usize| lines.rows.iter().take(row + 1).map(Row::height).sum::<u16>();
            // As little as will do, and a line more where there is one.
            let wanted = (chosen + 1).min(lines.rows.len().saturating_sub(1));
            while first < chosen
                && until(wanted) - until(first) + lines.rows.get(first).map_or(0, Row::height) > inner.height
            {
                first += 1;
            }
        }
        let mut y = inner.y;
        let mut number = 0;
        for (line, row) in lines.rows.iter().enumerate() {
            let fits = line >= first && y + row.height() <= inner.bottom();
            for cell in &row.cells {
                let x = inner.x + cell.column;
                let width = cell.width.min(inner.right().saturating_sub(x));
                let place = |y| Rect { x, y, width, height: 1 };
                layout.spots.push(Spot {
                    pane,
                    number,
                    part: cell.part,
                    caption: (fits && row.captions).then(|| place(y)),
                    face: fits.then(|| place(y + u16::from(row.captions))),
                    line: u16::try_from(line).unwrap_or(u16::MAX),
                    column: cell.column,
                    width: cell.width,
                });
                number += 1;
            }
            if fits {
                y += row.height();
            } else if line >= first {
                y = inner.bottom();
            }
        }
    }
}

fn take(rest: &mut Rect, height: u16) -> Rect {
    let height = height.min(rest.height);
    let taken = Rect { height, ..*rest };
    rest.y += height;
    rest.height -= height;
    taken
}

/// The items of a pane in lines.
struct Lines {
    rows: Vec<Row>,
}

struct Row {
    captions: bool,
    cells: Vec<Cell>,
}

struct Cell {
    part: PartId,
    column: u16,
    width: u16,
}

impl Row {
    fn height(&self) -> u16 {
        1 + u16::from(self.captions)
    }
}

impl Lines {
    fn height(&self) -> u16 {
        self.rows.iter().map(Row::height).fold(0, u16::saturating_add)
    }

    /// The rows of a panel, each in as many lines as it needs. Rows of equal length stand under one another.
    fn of_panel(board: &Board, width: u16, captions: bool) -> Self {
        let mut rows = Vec::new();
        for row in &board.panel {
            let alike = || board.panel.iter().filter(|other| other.len() == row.len());
            let own = |item: &Item| if captions { item.width() } else { item.face_width };
            let shared: Vec<u16> = (0..row.len())
                .map(|place| alike().filter_map(|row| row.get(place)).map(own).max().unwrap_or(0))
                .collect();
            let total = |widths: &[u16]| widths.iter().fold(1_u16, |used, width| used.saturating_add(*width + GAP));
            let widths = if total(&shared) <= width + GAP { shared } else { row.iter().map(own).collect() };
            let has_captions = captions && row.iter().any(|item| !item.caption.is_empty());
            let mut cells = Vec::new();
            let mut column = 1;
            for (item, own) in row.iter().zip(widths) {
                if !cells.is_empty() && own.saturating_add(column) > width {
                    rows.push(Row { captions: has_captions, cells: std::mem::take(&mut cells) });
                    column = 1;
                }
                cells.push(Cell { part: item.part, column, width: own });
                column = column.saturating_add(own).saturating_add(GAP);
            }
            if !cells.is_empty() {
                rows.push(Row { captions: has_captions, cells });
            }
        }
        Self { rows }
    }

    /// A list of parts with their figures in columns.
    fn of_list(items: &[Item], width: u16, contacts: bool) -> Self {
        let widest = items.iter().map(|item| item.face_width).max().unwrap_or(0).min(width.saturating_sub(2 + FIGURE));
        let cell = if contacts { width.saturating_sub(1) } else { widest + 1 + FIGURE };
        // The last of a line needs no gap behind it.
        let in_a_line = if contacts { 1 } else { usize::from((width / (cell + 1)).max(1)) };
        let rows = items.chunks(in_a_line).map(|chunk| Row {
            captions: false,
            cells: (0..)
                .zip(chunk)
                .map(|(place, item)| Cell { part: item.part, column: 1 + place * (cell + 1), width: cell })
                .collect(),
        });
        Self { rows: rows.collect() }
    }
}
