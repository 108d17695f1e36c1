//! How fast Kalah is looked at, beside the crate `minimax` on the same rules to the same depth.
//!
//! ```text
//! cargo run --release --manifest-path tests/minimax/Cargo.toml
//! ```
//!
//! The rules are those of that crate's own example (standard Kalah with empty capture, four stones a
//! pit), and Wetherell's with six. All searches run on one core, one after another, three times; the
//! medians and their ratios are printed. A word is the number of times instead of three.

use std::cell::Cell;
use std::time::Instant;

use kiber_kalah::{EndgameTable, Evaluation, Goal, Kalah, Means, Position, Rules, Search, Setup, solve};
use minimax::{Game, IterativeOptions, IterativeSearch, Negamax, Strategy, Winner};

thread_local! {
    /// How many moves the other crate had made.
    static MADE: Cell<u64> = const { Cell::new(0) };
}

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let times = std::env::args().nth(1).map_or(Ok(3), |word| word.parse::<usize>())?.max(1);
    compare::<Example>(Setup::new(Rules::StandardEmptyCapture, 6, 4)?, 18, times)?;
    compare::<Chapter>(Setup::new(Rules::Wetherell, 6, 6)?, 14, times)?;

    let setup = Setup::new(Rules::Wetherell, 6, 6)?;
    let mut search = Search::new(Kalah { rules: setup.rules(), evaluation: Evaluation::Chapter }, 256 << 20);
    let began = Instant::now();
    let found = search.to_depth(&Position::start(setup), 12, |_| false).ok_or("stopped")?;
    let seconds = began.elapsed().as_secs_f64();
    println!("Wetherell, six stones, 12 moves deep: value {}, {} positions, {seconds:.3} s", found.value, found.nodes);

    for (rules, stones) in [(Rules::StandardEmptyCapture, 3), (Rules::Wetherell, 3)] {
        let setup = Setup::new(rules, 6, stones)?;
        let began = Instant::now();
        let most = EndgameTable::worthwhile(6, setup.total(), 1 << 30);
        let table = EndgameTable::build(rules, 6, most, 1, |_, _| false).ok_or("no table")?;
        let means = Means { goal: Goal::Winner, table: Some(&table), threads: 1, most_bytes: 1 << 30, guess: 0 };
        let solved = solve(rules, &Position::start(setup), &means, |_| false)?;
        let seconds = began.elapsed().as_secs_f64();
        println!("{rules}, {stones} stones: winner {:?} proved in {seconds:.1} s; the other crate has no proof", solved.winner());
    }
    Ok(())
}

/// What one search came to.
#[derive(Clone, Copy)]
struct Ran {
    seconds: f64,
    positions: u64,
}

impl Ran {
    fn rate(self) -> f64 {
        self.positions as f64 / self.seconds / 1e6
    }
}

fn compare<R: Sown>(setup: Setup, depth: u8, times: usize) -> Result<(), Failure> {
    let (mut plain, mut deepening, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..times {
        plain.push(theirs::<R>(setup, &mut Negamax::new(ByKalahs::<R>::default(), depth))?);
        let options = IterativeOptions::new().with_table_byte_size(64 << 20);
        let mut search = IterativeSearch::new(ByKalahs::<R>::default(), options);
        search.set_max_depth(depth);
        deepening.push(theirs::<R>(setup, &mut search)?);
        ours.push(kiber(setup, u32::from(depth))?);
    }
    println!("{}, {} stones a pit, {depth} moves deep", setup.rules(), setup.stones());
    let ours = median(ours);
    for (name, ran) in [("minimax, Negamax", median(plain)), ("minimax, IterativeSearch", median(deepening)), ("kiber", ours)] {
        println!(
            "  {name:24} {:11} positions {:8.3} s {:7.1} million a second; ratio of rates {:.1}, of times {:.1}",
            ran.positions,
            ran.seconds,
            ran.rate(),
            ours.rate() / ran.rate(),
            ran.seconds / ours.seconds
        );
    }
    Ok(())
}

fn median(mut all: Vec<Ran>) -> Ran {
    all.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    all[all.len() / 2]
}

fn kiber(setup: Setup, depth: u32) -> Result<Ran, Failure> {
    let game = Kalah { rules: setup.rules(), evaluation: Evaluation::Chapter };
    let mut search = Search::new(game, 64 << 20);
    let began = Instant::now();
    let found = search.to_depth(&Position::start(setup), depth, |_| false).ok_or("stopped")?;
    Ok(Ran { seconds: began.elapsed().as_secs_f64(), positions: found.nodes })
}

fn theirs<R: Sown>(setup: Setup, strategy: &mut impl Strategy<Other<R>>) -> Result<Ran, Failure> {
    let mut sides = [[u8::try_from(setup.stones())?; 7]; 2];
    sides[0][6] = 0;
    sides[1][6] = 0;
    let board = Board { sides, mover: 0, passes: false };
    MADE.set(0);
    let began = Instant::now();
    strategy.choose_move(&board).ok_or("no move")?;
    Ok(Ran { seconds: began.elapsed().as_secs_f64(), positions: MADE.get() })
}

/// A board as the other crate's users write it: arrays of bytes.
#[derive(Clone, Copy)]
struct Board {
    /// Pits 1 to 6 and the kalah of each side.
    sides: [[u8; 7]; 2],
    mover: usize,
    /// Whether the other player has an extra move: a pass makes up for players that move in turn.
    passes: bool,
}

/// How a move is made by some rules.
trait Sown: Default {
    fn sow(board: &mut Board, pit: usize);
    fn winner(board: &Board) -> Option<Winner>;
}

/// The rules of the other crate's example.
#[derive(Default)]
struct Example;

/// Wetherell's rules.
#[derive(Default)]
struct Chapter;

/// Sows one pit; gives the side and the place of the last stone, and whether stones came to the other side.
fn sow_once(board: &mut Board, pit: usize) -> (usize, usize, bool) {
    let mover = board.mover;
    let (mut side, mut place, mut crossed) = (mover, pit, false);
    let mut stones = board.sides[mover][pit];
    board.sides[mover][pit] = 0;
    while stones > 0 {
        place += 1;
        if place == 7 || (place == 6 && side != mover) {
            side = 1 - side;
            place = 0;
        }
        crossed |= side != mover;
        board.sides[side][place] += 1;
        stones -= 1;
    }
    (side, place, crossed)
}

fn in_pits(side: &[u8; 7]) -> u8 {
    side[..6].iter().sum()
}

impl Sown for Example {
    fn sow(board: &mut Board, pit: usize) {
        let mover = board.mover;
        let (side, place, _) = sow_once(board, pit);
        if side == mover && place == 6 {
            board.passes = true;
        } else if side == mover && board.sides[mover][place] == 1 {
            board.sides[mover][6] += 1 + board.sides[1 - mover][5 - place];
            board.sides[mover][place] = 0;
            board.sides[1 - mover][5 - place] = 0;
        }
    }

    fn winner(board: &Board) -> Option<Winner> {
        let [own, other] = [board.sides[board.mover], board.sides[1 - board.mover]];
        if in_pits(&own) > 0 && in_pits(&other) > 0 {
            return None;
        }
        decided(own.iter().sum(), other.iter().sum())
    }
}

impl Sown for Chapter {
    fn sow(board: &mut Board, mut pit: usize) {
        let mover = board.mover;
        loop {
            let (side, mut place, crossed) = sow_once(board, pit);
            if side == mover && place < 6 && crossed && board.sides[mover][place] >= 2 {
                pit = place;
                continue;
            }
            if side != mover {
                while matches!(board.sides[side][place], 2 | 3) {
                    board.sides[mover][6] += board.sides[side][place];
                    board.sides[side][place] = 0;
                    if place == 0 {
                        break;
                    }
                    place -= 1;
                }
            }
            return;
        }
    }

    fn winner(board: &Board) -> Option<Winner> {
        let [own, other] = [board.sides[board.mover], board.sides[1 - board.mover]];
        let (all_own, all_other) = (own.iter().sum::<u8>(), other.iter().sum::<u8>());
        let half = (u32::from(all_own) + u32::from(all_other)) / 2;
        if u32::from(own[6]) > half || u32::from(other[6]) > half {
            return decided(own[6], other[6]);
        }
        if in_pits(&own) > 0 { None } else { decided(all_own, all_other) }
    }
}

fn decided(own: u8, other: u8) -> Option<Winner> {
    Some(match own.cmp(&other) {
        std::cmp::Ordering::Less => Winner::PlayerJustMoved,
        std::cmp::Ordering::Equal => Winner::Draw,
        std::cmp::Ordering::Greater => Winner::PlayerToMove,
    })
}

/// A game for the other crate.
struct Other<R>(std::marker::PhantomData<R>);

/// The move that passes.
const PASS: u8 = 6;

impl<R: Sown> Game for Other<R> {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        if let Some(winner) = R::winner(board) {
            return Some(winner);
        }
        if board.passes {
            moves.push(PASS);
        } else {
            moves.extend((0..6).filter(|&pit| board.sides[board.mover][usize::from(pit)] > 0));
        }
        None
    }

    fn apply(board: &mut Board, pit: u8) -> Option<Board> {
        MADE.set(MADE.get() + 1);
        let mut after = *board;
        if pit == PASS {
            after.passes = false;
        } else {
            R::sow(&mut after, usize::from(pit));
        }
        after.mover = 1 - after.mover;
        Some(after)
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        R::winner(board)
    }

    fn zobrist_hash(board: &Board) -> u64 {
        let mut hash = (board.mover as u64) << 1 | u64::from(board.passes);
        for &stones in board.sides.iter().flatten() {
            hash = (hash ^ u64::from(stones)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        }
        hash
    }

    fn table_index(pit: u8) -> u16 {
        u16::from(pit)
    }

    fn max_table_index() -> u16 {
        u16::from(PASS)
    }

    fn null_move(_: &Board) -> Option<u8> {
        Some(PASS)
    }
}

/// The difference of the kalahs.
#[derive(Default)]
struct ByKalahs<R>(std::marker::PhantomData<R>);

impl<R: Sown> minimax::Evaluator for ByKalahs<R> {
    type G = Other<R>;

    fn evaluate(&self, board: &Board) -> minimax::Evaluation {
        minimax::Evaluation::from(board.sides[board.mover][6]) - minimax::Evaluation::from(board.sides[1 - board.mover][6])
    }
}
