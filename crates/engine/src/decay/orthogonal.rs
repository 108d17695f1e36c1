//! Singular values by rotations of columns (one-sided Jacobi, Hestenes 1958).
//!
//! For a matrix that is formed from currents rather than from conductances it finds slow modes as
//! exactly as fast ones (Demmel and Veselić, 1992), and it needs nothing but `+ - * /` and the
//! square root.

/// Columns count as orthogonal when their product is this small against their lengths.
const ORTHOGONAL: f64 = 1e-15;
/// A column so much shorter than the longest, squared, is rounding.
const NOTHING: f64 = 1e-30;
/// Convergence is quadratic; this only bounds what rounding could do.
const SWEEPS: usize = 60;

/// Rotates columns of equal length until they are orthogonal to each other. Returns the rotation:
/// its columns, of which the `k`-th says how the `k`-th column now is made up of those before.
pub(super) fn orthogonalise(columns: &mut [Vec<f64>]) -> Vec<Vec<f64>> {
    let count = columns.len();
    let mut rotation: Vec<Vec<f64>> =
        (0..count).map(|row| (0..count).map(|at| if at == row { 1.0 } else { 0.0 }).collect()).collect();
    let longest = columns.iter().map(|column| product(column, column)).fold(0.0, f64::max);
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for first in 0..count {
            for second in first + 1..count {
                let (own, other) =
                    (product(&columns[first], &columns[first]), product(&columns[second], &columns[second]));
                if own.min(other) <= NOTHING * longest {
                    continue;
                }
                let both = product(&columns[first], &columns[second]);
                if both.abs() <= ORTHOGONAL * (own * other).sqrt() {
                    continue;
                }
                rotated = true;
                let turn = (other - own) / (2.0 * both);
                let tangent = 1.0_f64.copysign(turn) / (turn.abs() + (1.0 + turn * turn).sqrt());
                let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
                let sine = cosine * tangent;
                for table in [&mut *columns, &mut rotation] {
                    let (before, after) = table.split_at_mut(second);
                    for (a, b) in before[first].iter_mut().zip(&mut after[0]) {
                        (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
                    }
                }
            }
        }
        if !rotated {
            break;
        }
    }
    rotation
}

/// The scalar product of two columns.
pub(super) fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decay::tests::Random;

    #[test]
    fn columns_become_orthogonal_and_the_rotation_says_how() {
        let mut random = Random(3);
        for size in [1, 2, 3, 7, 20] {
            let before: Vec<Vec<f64>> = (0..size)
                .map(|column| (0..size + 4).map(|_| (random.unit() - 0.5) * 10f64.powi(column % 7)).collect())
                .collect();
            let mut columns = before.clone();
            let rotation = orthogonalise(&mut columns);
            for (one, column) in columns.iter().enumerate() {
                for (two, other) in columns.iter().enumerate().filter(|&(two, _)| two != one) {
                    let lengths = (product(column, column) * product(other, other)).sqrt();
                    assert!(product(column, other).abs() <= 1e-13 * lengths, "{size}: {one} {two}");
                    assert!(product(&rotation[one], &rotation[two]).abs() < 1e-14);
                }
                for (row, &found) in column.iter().enumerate() {
                    let made: f64 = rotation[one].iter().zip(&before).map(|(share, column)| share * column[row]).sum();
                    assert!((found - made).abs() <= 1e-14 * size as f64 * 1e7, "{found} {made}");
                }
            }
        }
    }
}
