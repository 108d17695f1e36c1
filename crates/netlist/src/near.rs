//! Which names are near a name that does not exist.

/// Up to three of `names` that are near `wanted`, the nearest first.
///
/// Letters that look alike in Cyrillic and Latin count as the same letter, and so do upper and
/// lower case; beyond that a third of the letters may differ.
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted_folded = fold(wanted);
    // Every name of one letter would be near every other.
    let limit = if wanted_folded.len() < 2 { 0 } else { (wanted_folded.len() / 3).max(1) };
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let distance = distance_within(&wanted_folded, &fold(name), limit)?;
            Some((distance, name))
        })
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    near.dedup_by_key(|&mut (_, name)| name);
    near.truncate(3);
    near.into_iter().map(|(_, name)| name).collect()
}

/// A name with look-alike letters and case made one, so that `КН1` and `KH1` compare equal.
pub fn fold(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).map(look_alike).collect()
}

fn look_alike(letter: char) -> char {
    match letter {
        'а' => 'a',
        'в' => 'b',
        'е' | 'ё' => 'e',
        'з' => '3',
        'к' => 'k',
        'м' => 'm',
        'н' => 'h',
        'о' => 'o',
        'р' => 'p',
        'с' => 'c',
        'т' => 't',
        'у' => 'y',
        'х' => 'x',
        'і' => 'i',
        'ј' => 'j',
        'ѕ' => 's',
        '′' | '’' | '‘' | 'ʹ' | '`' => '\'',
        other => other,
    }
}

/// The edit distance of two words (a transposition counts once), if it is within `limit`.
fn distance_within(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit || a.len() > 200 {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    let distance = row[b.len()];
    (distance <= limit).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_are_near_and_strangers_are_not() {
        let names = ["KH1", "P6'", "P6", "L10"];
        assert_eq!(nearest("КН1", names), ["KH1"]);
        assert_eq!(nearest("P6′", names), ["P6'", "P6"]);
        assert_eq!(nearest("Zeppelin", names), [] as [&str; 0]);
        assert_eq!(nearest("L01", names), ["L10"]);
    }
}
