//! What `kiber why` tells a program.

use kiber_engine::{LampLevel, Nanoamps, Request, Simulator};
use kiber_explain::{Answer, Carried, Held, Standing, move_words, net_sentences, sentences, through, why, why_net};
use kiber_netlist::{Circuit, PartId};
use kiber_trace::{Since, words};
use serde_json::{Value, json};

use super::Subject;
use crate::step::condition;
use crate::words::contact_name;

pub(super) fn answer(simulator: &Simulator, subject: Subject, since: &Since) -> Value {
    let circuit = simulator.circuit();
    match subject {
        Subject::Part(part) => of_part(simulator, part, since),
        Subject::Contact(contact) => {
            let mut value = of_part(simulator, circuit.contacts[contact].part, since);
            let rows = simulator.contact_currents().into_iter().filter(|row| row.contact == contact);
            let sides = rows.map(|row| {
                json!({
                    "side": through(circuit, kiber_explain::Through::Contact(contact, row.side)),
                    "closed": simulator.is_side_closed(contact, row.side),
                    "current_ma": row.current.map(Nanoamps::milliamps),
                })
            });
            value["contact"] = json!(contact_name(circuit, contact));
            value["sides"] = sides.collect();
            value
        }
        Subject::Net(net) => {
            let Some(answer) = why_net(simulator, net) else { return Value::Null };
            let joined = answer.joined.as_ref().map(|joined| {
                json!({
                    "source": circuit.parts[joined.source].name,
                    "pole": if joined.plus { "plus" } else { "minus" },
                    "through": joined.through.iter().map(|&way| through(circuit, way)).collect::<Vec<_>>(),
                })
            });
            json!({
                "net": circuit.nets[net].name,
                "volts": answer.volts,
                "joined": joined,
                "sentences": net_sentences(simulator, &answer),
            })
        }
    }
}

fn of_part(simulator: &Simulator, part: PartId, since: &Since) -> Value {
    let circuit = simulator.circuit();
    let mut value = match why(simulator, part) {
        Some(answer) => explained(simulator, &answer),
        None => json!({
            "part": circuit.parts[part].name,
            "standing": condition(circuit, simulator, part),
            "operated": simulator.stand(part).is_at(1),
            "paths": [],
            "sets": [],
        }),
    };
    value["since"] = since.of(part).map_or(Value::Null, |change| {
        json!({
            "action": &*change.action,
            "section": change.section,
            "after_us": change.after,
            "at_us": change.at,
        })
    });
    value
}

fn explained(simulator: &Simulator, answer: &Answer) -> Value {
    let circuit = simulator.circuit();
    let (standing, operated) = match answer.standing {
        Standing::Lamp(level) => (words::lamp_level(level).into(), level == LampLevel::Lit),
        Standing::Mechanism { stand, asks } => {
            (words::stand(circuit, answer.part, stand), stand.is_at(1) || asks == Request::Operate)
        }
    };
    let lack = answer.lack.as_ref();
    let sets = lack.map_or(&[][..], |lack| lack.sets.as_slice());
    let sets: Vec<Vec<String>> =
        sets.iter().map(|set| set.iter().map(|&what| move_words(circuit, what)).collect()).collect();
    let sneaks = answer.sneaks.iter().map(|sneak| {
        json!({
            "backwards_through": through(circuit, sneak.backwards),
            "winding": sneak.winding,
            "path": sneak.path,
            "cut_by_contacts": sneak.contacts.iter().map(|&contact| contact_name(circuit, contact)).collect::<Vec<_>>(),
            "cut_by_diode": sneak.diode,
        })
    });
    let held = answer.held.as_ref().map(|held| match held {
        Held::Current { own_contacts } => json!({
            "by": "current",
            "own_contacts": own_contacts.iter().map(|&contact| contact_name(circuit, contact)).collect::<Vec<_>>(),
        }),
        Held::Until(span) => json!({ "by": "time", "left_us": span }),
        Held::Keeps => json!({ "by": "itself" }),
        Held::Stuck => json!({ "by": "fault" }),
    });
    let starved = answer.starved.as_ref().map(|starved| {
        json!({
            "current_ma": starved.current.milliamps(),
            "needs_ma": starved.needs.milliamps(),
            "shares_with": starved.shares_with.iter().map(|&load| through(circuit, load)).collect::<Vec<_>>(),
        })
    });
    json!({
        "part": circuit.parts[answer.part].name,
        "standing": standing,
        "operated": operated,
        "paths": answer.carried.iter().flat_map(|carried| paths(circuit, carried)).collect::<Vec<_>>(),
        "sets": sets,
        "at_least": lack.map(|lack| lack.at_least),
        "can_be": lack.map(|lack| lack.can_be),
        "all_sets": lack.map(|lack| lack.all),
        "starved": starved,
        "sneaks": sneaks.collect::<Vec<_>>(),
        "held": held,
        "sentences": sentences(simulator, answer),
    })
}

fn paths(circuit: &Circuit, carried: &Carried) -> Vec<Value> {
    let path = |path: &kiber_explain::Path| {
        let steps = path.steps.iter().map(|step| {
            json!({
                "through": through(circuit, step.through),
                "backwards": step.backwards,
                "current_ma": step.current.milliamps(),
            })
        });
        json!({
            "of": through(circuit, carried.through),
            "current_ma": carried.current.milliamps() * path.share,
            "share": path.share,
            "steps": steps.collect::<Vec<_>>(),
        })
    };
    carried.paths.iter().map(path).collect()
}
