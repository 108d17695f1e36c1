//! Ways that begin or end alike are one as far as they do.

use super::symbol::Item;

/// Ways put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    One(Item),
    /// One after another; empty is a bare wire.
    Series(Vec<Block>),
    /// Side by side; two or more.
    Parallel(Vec<Block>),
}

/// Puts ways together. It calls itself for ever fewer ways, so never deeper than there are ways.
pub(super) fn fold(mut ways: Vec<Vec<Item>>) -> Block {
    ways.dedup();
    let mut before = Vec::new();
    let mut after = Vec::new();
    while let Some(first) = common(&ways, |way| way.first()) {
        before.push(Block::One(first));
        for way in &mut ways {
            way.remove(0);
        }
    }
    while let Some(last) = common(&ways, |way| way.last()) {
        after.push(Block::One(last));
        for way in &mut ways {
            way.pop();
        }
    }
    if ways.iter().any(|way| !way.is_empty()) {
        let by_first = grouped(&ways, |way| way.first());
        let by_last = grouped(&ways, |way| way.last());
        let groups = if by_last.len() < by_first.len() { by_last } else { by_first };
        before.push(Block::Parallel(groups.into_iter().map(fold).collect()));
    }
    before.extend(after.into_iter().rev());
    Block::Series(before)
}

/// What all ways have at an end.
fn common(ways: &[Vec<Item>], end: impl Fn(&Vec<Item>) -> Option<&Item>) -> Option<Item> {
    let first = *end(ways.first()?)?;
    ways.iter().all(|way| end(way) == Some(&first)).then_some(first)
}

/// The ways in groups that have the same at an end; in their order.
fn grouped(ways: &[Vec<Item>], end: impl Fn(&Vec<Item>) -> Option<&Item>) -> Vec<Vec<Vec<Item>>> {
    let mut groups: Vec<Vec<Vec<Item>>> = Vec::new();
    for way in ways {
        match groups.iter_mut().find(|group| group.first().is_some_and(|first| end(first) == end(way))) {
            Some(group) => group.push(way.clone()),
            None => groups.push(vec![way.clone()]),
        }
    }
    groups
}
