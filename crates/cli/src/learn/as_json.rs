//! What `kiber learn` tells a program.

use kiber_automaton::{ArticleGame, Ending, Hand, Loss, Step};
use kiber_netlist::Circuit;
use serde_json::{Value, json};

use super::Learned;
use super::as_text::{breach_line, disagreement_words, strategy};
use crate::words::name_list;

pub(super) fn report(learned: &Learned) -> Value {
    let Learned { name, machine, article_game, lesson, walk, bound } = learned;
    let circuit = machine.circuit().as_ref();
    let losses = lesson.losses.iter().enumerate();
    let breaches: Vec<String> = walk.breaches.iter().map(|broken| breach_line(circuit, broken)).collect();
    json!({
        "circuit": name,
        "title": circuit.title,
        "worst_case_losses": bound.worst_case(),
        "memory_states": walk.states.len(),
        "unbeatable_states": bound.unbeatable().len(),
        "unbeatable_always_reached": bound.unbeatable_always_reached(),
        "games": walk.games,
        "lost": walk.lost,
        "resigned": walk.resigned,
        "broken": walk.broken,
        "breaches": breaches,
        "article_game_ok": article_game.as_ref().map(ArticleGame::is_as_told),
        "article_game": article_game.as_ref().map(|game| json!({
            "steps": game.steps.iter().map(|step| step_value(circuit, step)).collect::<Vec<_>>(),
            "disagreement": game.disagreement.as_ref().map(|why| disagreement_words(circuit, why)),
        })),
        "lesson": losses.map(|(number, loss)| loss_value(circuit, number + 1, loss)).collect::<Vec<_>>(),
        "stopped": null,
    })
}

/// The same keys where the play came to no end, and why.
pub(super) fn no_answer(name: &str, why: &str) -> Value {
    json!({
        "circuit": name,
        "worst_case_losses": null,
        "memory_states": null,
        "unbeatable_states": null,
        "article_game_ok": null,
        "lesson": [],
        "stopped": why,
    })
}

fn step_value(circuit: &Circuit, step: &Step) -> Value {
    let hand = match &step.hand {
        Hand::TurnsOff(toggles) => json!({ "off": name_list(circuit, toggles) }),
        Hand::Presses(button) => json!({ "press": circuit.parts[*button].name }),
        Hand::TogglesOn => json!({ "on": "toggles" }),
    };
    json!({
        "hand": hand,
        "operated": name_list(circuit, &step.operated),
        "released": name_list(circuit, &step.released),
        "dark": name_list(circuit, &step.dark),
        "lit": name_list(circuit, &step.lit),
        "memory": name_list(circuit, &step.memory),
    })
}

fn loss_value(circuit: &Circuit, number: usize, loss: &Loss) -> Value {
    let game = &loss.game;
    let changes: Vec<Value> = loss
        .changes
        .iter()
        .map(|change| {
            json!({
                "position": change.position,
                "before": name_list(circuit, &change.before),
                "after": name_list(circuit, &change.after),
            })
        })
        .collect();
    let relays: Vec<String> = game
        .moves
        .iter()
        .filter(|turn| !turn.relays.is_empty())
        .map(|turn| name_list(circuit, &turn.relays).join("+"))
        .collect();
    json!({
        "game": number,
        "takes": game.moves.iter().map(|turn| turn.take).collect::<Vec<_>>(),
        "relays": relays,
        "resigned": game.ending == Ending::Resigned,
        "memory": name_list(circuit, &game.stored),
        "strategy": strategy(circuit, loss, "->"),
        "changes": changes,
    })
}
