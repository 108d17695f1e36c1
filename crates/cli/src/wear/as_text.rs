//! The report in words and tables.

use std::io::{self, Write};

use kiber_script::{ContactWear, Peak};
use kiber_trace::words;

use super::Worn;
use crate::words::{contact_name, count, grouped, heading, listed, wrapped};

pub(super) fn write(out: &mut dyn Write, worn: &Worn, color: bool) -> io::Result<()> {
    let contacts = worn.survey.contacts();
    let over: Vec<&&ContactWear> = contacts.iter().filter(|contact| contact.is_over()).collect();
    if !over.is_empty() {
        writeln!(out, "{}", heading("Over their rating", color))?;
        for contact in &over {
            warning(out, worn, contact)?;
        }
        writeln!(out)?;
    }
    contacts_table(out, worn, &contacts, color)?;
    parts_table(out, worn, color)?;
    currents_table(out, worn, color)?;
    summary(out, worn, &contacts, over.len())
}

fn warning(out: &mut dyn Write, worn: &Worn, contact: &ContactWear) -> io::Result<()> {
    let rated = contact.rated_amps.map_or_else(String::new, |amps| format!("{amps} A"));
    let name = worn.side_name(contact);
    let words = if contact.shorted > 0 {
        format!("{name} switched a short circuit {}; it is rated for {rated}", times(contact.shorted))
    } else {
        let largest = [(&contact.switched, "switched"), (&contact.carried, "carried")];
        let largest = largest.into_iter().filter_map(|(peak, verb)| Some((peak.as_ref()?, verb)));
        let largest = largest.max_by_key(|(peak, verb)| (peak.current, *verb == "switched"));
        largest.map_or(name.clone(), |(peak, verb)| {
            let place = worn.place(&peak.moment);
            let at = words::millis(peak.moment.at);
            format!("{name} {verb} {}, and is rated for {rated} ({}); {place}, at {at}", peak.current, load(contact))
        })
    };
    for (number, line) in wrapped(&words, 77).iter().enumerate() {
        writeln!(out, "{}{line}", if number == 0 { "  " } else { "    " })?;
    }
    Ok(())
}

fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{} times", grouped(number)) }
}

fn load(contact: &ContactWear) -> String {
    match contact.load() {
        None => "-".to_owned(),
        Some(load) if load.is_infinite() => "short".to_owned(),
        Some(load) => percent(load),
    }
}

/// Three figures at most, and never 100 % for what is more.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let digits = if percent >= 10.0 { 0 } else { 1 };
    let text = format!("{percent:.digits$}");
    if percent > 100.0 && text == "100" { ">100 %".to_owned() } else { format!("{text} %") }
}

fn amount(peak: Option<&Peak>) -> String {
    peak.map_or_else(|| "-".to_owned(), |peak| peak.current.to_string())
}

fn contacts_table(out: &mut dyn Write, worn: &Worn, contacts: &[&ContactWear], color: bool) -> io::Result<()> {
    let moved: Vec<&&ContactWear> =
        contacts.iter().filter(|contact| contact.closed + contact.opened > 0 || contact.carried.is_some()).collect();
    if moved.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}", heading("Contacts, the highest load first", color))?;
    let head = ["contact", "closed", "opened", "made", "broke", "switched", "carried", "load"].map(str::to_owned);
    let rows = moved.iter().map(|contact| {
        [
            worn.side_name(contact),
            grouped(contact.closed),
            grouped(contact.opened),
            grouped(contact.made),
            grouped(contact.broken),
            if contact.shorted > 0 { "short".to_owned() } else { amount(contact.switched.as_ref()) },
            amount(contact.carried.as_ref()),
            load(contact),
        ]
    });
    table(out, &std::iter::once(head).chain(rows).collect::<Vec<_>>())?;
    writeln!(out)
}

fn parts_table(out: &mut dyn Write, worn: &Worn, color: bool) -> io::Result<()> {
    let parts = worn.circuit.parts.iter();
    let mut operated: Vec<(String, u64)> = parts
        .map(|(id, part)| (part.name.clone(), worn.survey.operations(id)))
        .filter(|&(_, operations)| operations > 0)
        .collect();
    if operated.is_empty() {
        return Ok(());
    }
    operated.sort_by_key(|&(_, operations)| std::cmp::Reverse(operations));
    writeln!(out, "{}", heading("Operations, the most first", color))?;
    let items: Vec<String> = operated
        .chunk_by(|a, b| a.1 == b.1)
        .map(|alike| {
            let names: Vec<&str> = alike.iter().map(|(name, _)| name.as_str()).collect();
            format!("{}: {}", alike.first().map_or(0, |row| row.1), names.join(" "))
        })
        .collect();
    for item in items {
        let (number, names) = item.split_once(": ").unwrap_or((&item, ""));
        let names: Vec<String> = names.split(' ').map(str::to_owned).collect();
        for (at, line) in listed(&names, 66).iter().enumerate() {
            let number = if at == 0 { number } else { "" };
            writeln!(out, "  {number:>8}  {line}")?;
        }
    }
    writeln!(out)
}

fn currents_table(out: &mut dyn Write, worn: &Worn, color: bool) -> io::Result<()> {
    let peaks: Vec<&Peak> = worn.survey.peaks().collect();
    if peaks.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}", heading("Largest currents", color))?;
    let rows: Vec<[String; 4]> = peaks
        .iter()
        .map(|peak| {
            let kind = worn.circuit.parts[peak.part].kind.noun();
            let name = worn.peak_name(peak.part, peak.winding);
            let at = words::millis(peak.moment.at);
            let action = if peak.moment.action.is_empty() { String::new() } else { format!(" {}", peak.moment.action) };
            [name, kind.to_owned(), peak.current.to_string(), format!("{}{action}, {at}", worn.place(&peak.moment))]
        })
        .collect();
    let widths: [usize; 3] =
        [0, 1, 2].map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in &rows {
        let [name, kind, current, place] = row;
        let lead = format!("  {name:<0$}  {kind:<1$}  {current:>2$}  ", widths[0], widths[1], widths[2]);
        let room = 79_usize.saturating_sub(lead.chars().count()).max(20);
        for (number, line) in wrapped(place, room).iter().enumerate() {
            if number == 0 {
                writeln!(out, "{lead}{line}")?;
            } else {
                writeln!(out, "{:width$}{line}", "", width = lead.chars().count())?;
            }
        }
    }
    writeln!(out)
}

fn summary(out: &mut dyn Write, worn: &Worn, contacts: &[&ContactWear], over: usize) -> io::Result<()> {
    let names: Vec<String> = worn.scripts.iter().map(|script| script.file(0).to_owned()).collect();
    let played = match names.as_slice() {
        [] => "Only switched on: there is no script.".to_owned(),
        [one] => format!("Counted in {one}."),
        many => format!("Counted in {}: {}.", count(many.len() as u64, "script"), many.join(", ")),
    };
    let idle: Vec<String> = {
        let mut idle: Vec<String> = contacts
            .iter()
            .filter(|contact| contact.closed + contact.opened == 0 && contact.carried.is_none())
            .map(|contact| contact_name(&worn.circuit, contact.contact))
            .collect();
        idle.dedup();
        idle
    };
    let mut lines = vec![played];
    if !idle.is_empty() {
        lines.push(format!(
            "Not shown: {} that neither moved nor carried current.",
            count(idle.len() as u64, "contact")
        ));
    }
    let rated = contacts.iter().filter(|contact| contact.rated_amps.is_some()).count();
    lines.push(match (rated, over) {
        (0, _) => "No contact has a rating (contact_amps), so none is judged.".to_owned(),
        (_, 0) if rated == contacts.len() => "All contacts are within their ratings.".to_owned(),
        (_, 0) => format!("All contacts with a rating are within it ({rated} of {}).", contacts.len()),
        (_, over) => format!("{} over the rating.", count(over as u64, "contact")),
    });
    for line in lines {
        for line in wrapped(&line, 79) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Columns, the first to the left and all others to the right.
fn table<const N: usize>(out: &mut dyn Write, rows: &[[String; N]]) -> io::Result<()> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    for row in rows {
        let cells = row.iter().zip(widths).enumerate();
        let cells: Vec<String> = cells
            .map(
                |(column, (cell, width))| {
                    if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        writeln!(out, "  {}", cells.join("  ").trim_end())?;
    }
    Ok(())
}
