//! The numbers that a chain is solved in.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::chain::{Chain, Expected, Followed};
use crate::contents::Contents;
use crate::error::Error;
use crate::lesson::Lesson;

/// A number that chances and expectations are worked out in: [`f64`] for speed, [`BigRational`] for
/// results without any error.
pub trait Number: Clone + PartialEq {
    /// 0.
    fn zero() -> Self;
    /// 1.
    fn one() -> Self;
    /// `part` out of `whole`; `whole` is not 0.
    fn share(part: u64, whole: u64) -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The difference.
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// The quotient; `other` is not 0.
    fn over(&self, other: &Self) -> Self;
    /// Whether it is 0.
    fn is_zero(&self) -> bool;
    /// The nearest floating-point number.
    fn to_f64(&self) -> f64;

    /// What [`Chain::new`] does. It stands here so that it is compiled once for each number, in this
    /// crate and with its optimisation, and not in whatever crate asks for it.
    #[doc(hidden)]
    fn follow(
        lesson: &Lesson<'_>,
        start: &Contents,
        most_states: usize,
        should_stop: &mut dyn FnMut(Followed) -> bool,
    ) -> Result<Chain<Self>, Error>;

    /// What [`Chain::expected`] does, for the same reason.
    #[doc(hidden)]
    fn expected(chain: &Chain<Self>) -> Expected<Self>;
}

/// The two long calculations, for one kind of number.
macro_rules! calculations {
    () => {
        fn follow(
            lesson: &Lesson<'_>,
            start: &Contents,
            most_states: usize,
            should_stop: &mut dyn FnMut(Followed) -> bool,
        ) -> Result<Chain<Self>, Error> {
            Chain::follow(lesson, start, most_states, should_stop)
        }
        fn expected(chain: &Chain<Self>) -> Expected<Self> {
            chain.work_out()
        }
    };
}

impl Number for f64 {
    fn zero() -> Self {
        0.0
    }
    fn one() -> Self {
        1.0
    }
    fn share(part: u64, whole: u64) -> Self {
        part as f64 / whole as f64
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn over(&self, other: &Self) -> Self {
        self / other
    }
    fn is_zero(&self) -> bool {
        *self == 0.0
    }
    fn to_f64(&self) -> f64 {
        *self
    }
    calculations!();
}

impl Number for BigRational {
    fn zero() -> Self {
        Zero::zero()
    }
    fn one() -> Self {
        One::one()
    }
    fn share(part: u64, whole: u64) -> Self {
        Self::new(BigInt::from(part), BigInt::from(whole.max(1)))
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn over(&self, other: &Self) -> Self {
        self / other
    }
    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }
    fn to_f64(&self) -> f64 {
        ToPrimitive::to_f64(self).unwrap_or(f64::NAN)
    }
    calculations!();
}
