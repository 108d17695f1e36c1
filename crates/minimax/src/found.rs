//! What a search found.

/// The answer of a search to a fixed depth, or to the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value, as the first player sees it.
    pub value: i32,
    /// A move that has this value; none when the game is over or nothing was to be searched.
    pub best: Option<M>,
    /// The principal variation: best moves of both sides from here to the depth that was asked for,
    /// or to the end.
    pub line: Vec<M>,
    /// Whether the value is the true one, whatever lies beyond the depth searched.
    pub proved: bool,
    /// How many positions were looked at; one that was looked at twice counts twice.
    pub nodes: u64,
}
