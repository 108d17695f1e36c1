//! The question about bridging contacts: would it do with every change-over make before break?

use kiber_netlist::{Circuit, ContactForm};

/// The circuit with every change-over of its relays, buttons and toggles make before break. While a part
/// is on its way, both sides of its change-overs are closed; that lasts for its transfer time.
///
/// The rest of the circuit stays as it is, times included, so the levels mean what they always do: at
/// level 2 a move is one step and bridging changes nothing; at level 3 others may move while both sides
/// are closed; at level 4 both are for the part's transfer time. Parts that move at once never bridge.
pub fn with_bridging(circuit: &Circuit) -> Circuit {
    let mut bridging = circuit.clone();
    for contact in circuit.contacts.ids() {
        if let ContactForm::Changeover { bridging: bridges, .. } = &mut bridging.contacts[contact].form {
            *bridges = true;
        }
    }
    bridging
}
