//! How a person behaves once a game is over.

/// How the person behaves who works a machine through every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conduct {
    /// He punishes a machine that lost and rewards one that won.
    Honest,
    /// He punishes or rewards as the mood takes him, both tried after every game, so that moves are
    /// switched off that honest games never punish.
    Capricious,
}
