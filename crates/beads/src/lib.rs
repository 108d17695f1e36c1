//! The matchbox machine: a learner of beads, for Bachet and for tic-tac-toe.
