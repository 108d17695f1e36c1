//! What can be typed, and what it does.

use kiber_kalah::Rules;

/// The words of the prompt.
pub(super) const WORDS: [(&str, &str); 15] = [
    ("3", "sows the stones of pit 3"),
    ("3,6", "one move after the other, where the first gives an extra move"),
    ("hint", "one move that is as good as any, and what it comes to"),
    ("analyse", "what every move comes to, with the best play after it"),
    ("undo", "takes your last move back, and the machine's answer"),
    ("explain", "what the last move did, once more"),
    ("board", "shows the board again"),
    ("game", "the game so far, as it is saved"),
    ("save FILE", "writes the game to a file; `--load FILE` goes on with it"),
    ("load FILE", "goes on with a game from a file"),
    ("new", "another game from the same position"),
    ("swap", "changes sides with the machine"),
    ("rules", "the rules in short"),
    ("help", "shows these words"),
    ("quit", "leaves"),
];

/// The rules in short.
pub(super) fn rules(rules: Rules) -> &'static str {
    match rules {
        Rules::Wetherell => {
            "You empty one of your pits and sow its stones one by one to the right: into your pits, your \
             kalah, the other side's pits, and so on round; not into the other kalah. If the last stone falls into a \
             pit of yours that held stones, and stones went to the other side, you sow on from there. If it falls into \
             a pit of the other side that now holds 2 or 3, you capture these, and those of the pits before it as \
             long as they hold 2 or 3. Who has more than half of all stones in the kalah after a move has won. Who is \
             to move and has no stone ends the game, and the other side keeps the rest."
        }
        Rules::Standard => {
            "You empty one of your pits and sow its stones one by one to the right: into your pits, your \
             kalah, the other side's pits, and so on round; not into the other kalah. If the last stone falls into \
             your kalah you move again. If it falls into an empty pit of yours, and the pit opposite holds stones, you \
             capture both. The game is over when a side has no stone left; the rest goes to its owner, and who has \
             more has won."
        }
        Rules::StandardEmptyCapture => {
            "You empty one of your pits and sow its stones one by one to the right: into your pits, your \
             kalah, the other side's pits, and so on round; not into the other kalah. If the last stone falls into \
             your kalah you move again. If it falls into an empty pit of yours, it goes to your kalah with all that \
             lies opposite. The game is over when a side has no stone left; the rest goes to its owner, and who has \
             more has won."
        }
    }
}
