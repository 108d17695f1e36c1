//! Relays that release more slowly while one of their windings is short-circuited.
//!
//! Currents are solved without inductance, so what a closed winding does to the falling flux is given
//! as a time, as in a datasheet: such a relay asks to *reverse*, which its table takes as a slow
//! release.

use crate::mechanism::Request;
use crate::plan::MechanismId;
use crate::simulator::Simulator;

impl Simulator {
    /// The relays of this kind with a winding that is short-circuited now.
    #[inline]
    pub(crate) fn shorted_slugs(&self) -> Vec<MechanismId> {
        if self.plan.slugs.is_empty() { Vec::new() } else { self.find_shorted_slugs() }
    }

    fn find_shorted_slugs(&self) -> Vec<MechanismId> {
        let network = &self.electricity.wiring.network;
        let mut joined = self.joined_pins(|_| true);
        let mut is_shorted = |mechanism: &MechanismId| {
            self.plan.windings(*mechanism).any(|winding| {
                let [a, b] = network.load_pins(winding);
                joined.find(a) == joined.find(b)
            })
        };
        self.plan.slugs.iter().copied().filter(|mechanism| is_shorted(mechanism)).collect()
    }

    /// What a relay asks for, given what its current asks for and who is short-circuited.
    #[inline]
    pub(crate) fn slowed(shorted: &[MechanismId], mechanism: MechanismId, asks: Request) -> Request {
        if asks == Request::Release && shorted.contains(&mechanism) { Request::Reverse } else { asks }
    }

    /// Asks the relays of this kind again, whose winding may have been short-circuited while their
    /// current stayed as it was.
    #[inline]
    pub(crate) fn ask_slugs_again(&mut self, shorted: &[MechanismId]) {
        for at in 0..self.plan.slugs.len() {
            let mechanism = self.plan.slugs[at];
            let asks = self.slug_request(shorted, mechanism);
            self.motion.set_request(&self.plan, mechanism, asks);
        }
    }

    /// As [`Simulator::ask_slugs_again`], where no timer starts.
    pub(crate) fn set_slugs_silently(&mut self) {
        let shorted = self.shorted_slugs();
        for at in 0..self.plan.slugs.len() {
            let mechanism = self.plan.slugs[at];
            let asks = self.slug_request(&shorted, mechanism);
            self.motion.set_asks(mechanism, asks);
        }
    }

    fn slug_request(&self, shorted: &[MechanismId], mechanism: MechanismId) -> Request {
        let asks = match self.motion.standing(mechanism).asks {
            Request::Reverse => Request::Release,
            asks => asks,
        };
        Self::slowed(shorted, mechanism, asks)
    }
}
