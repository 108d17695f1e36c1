//! Conditions and expressions from their text: operands and what joins them, on two stacks, so that
//! no depth of nesting is followed by calls.

use std::ops::Range;

use crate::book::condition::{Compare, Condition, Leaf};
use crate::book::expression::Expression;
use crate::book::formula::{Formula, Node, NodeId};
use crate::book::lexer::{Joint, Lexer, Start};
use crate::book::scope::Scope;
use crate::book::sum::Sum;

/// More parentheses in one another than anybody can read.
const DEEPEST: usize = 40;

/// Reads a whole text as a condition; nothing, and findings, if it is none.
pub(crate) fn condition(scope: Scope<'_, '_, '_>) -> Option<Condition> {
    let words = scope.words;
    let mut parser = Parser::new(scope, 0..words.text.len());
    let whole = parser.read()?;
    let root = parser.truth(whole)?;
    let first = parser.comma.map(|comma| words.text.get(..comma).unwrap_or_default());
    let (names, formula) = (parser.scope.names, parser.finish(root));
    // What was read without a finding is read so again.
    let first = first.and_then(|text| {
        let mut reader = kiber_netlist::text::Reader::new("");
        let mut parser = Parser::new(Scope::new(names, &mut reader, words), 0..text.len());
        let term = parser.read()?;
        let root = parser.truth(term)?;
        Some(Condition::new(parser.finish(root), text, None))
    });
    Some(Condition::new(formula, &words.text, first))
}

/// Reads a part of a text as an expression, with the values of a variable perhaps that its names may
/// mean. The second thing returned is the least and the greatest value it may have.
pub(crate) fn expression(
    scope: Scope<'_, '_, '_>,
    at: Range<usize>,
    meant: Option<usize>,
) -> Option<(Expression, (i128, i128))> {
    let words = scope.words;
    let mut parser = Parser::new(scope, at.clone());
    parser.meant = meant;
    let whole = parser.read()?;
    let sum = parser.number(whole)?;
    let bounds = sum.bounds(parser.scope.names.variables);
    let text = words.text.get(at).unwrap_or_default();
    Some((Expression::new(sum, std::mem::take(&mut parser.scope.facts), text), bounds))
}

/// What has been read and may be joined.
#[derive(Debug)]
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) range: Range<usize>,
}

#[derive(Debug)]
pub(crate) enum Value {
    Truth(NodeId),
    Number(Sum),
    /// Something is wrong with it, and that is told already.
    Broken,
}

/// What waits for its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    Parenthesis,
    Comma,
    Or,
    Not,
    Compare(Compare),
    Plus,
    Minus,
    Negate,
}

impl Join {
    /// How strongly it binds.
    fn strength(self) -> u8 {
        match self {
            Self::Parenthesis => 0,
            Self::Comma => 1,
            Self::Or => 2,
            Self::Not => 3,
            Self::Compare(_) => 4,
            Self::Plus | Self::Minus => 5,
            Self::Negate => 6,
        }
    }
}

pub(crate) struct Parser<'a, 'r, 's> {
    pub(crate) scope: Scope<'a, 'r, 's>,
    pub(crate) lexer: Lexer<'a>,
    pub(crate) formula: Formula,
    /// The variable that gets the value; its values may be meant by their names.
    pub(crate) meant: Option<usize>,
    /// The variable that is compared with what follows; the same.
    pub(crate) compared: Option<usize>,
    operands: Vec<Operand>,
    joins: Vec<(Join, Range<usize>)>,
    depth: usize,
    /// The first comma outside parentheses.
    comma: Option<usize>,
}

impl<'a, 'r, 's> Parser<'a, 'r, 's> {
    fn new(scope: Scope<'a, 'r, 's>, at: Range<usize>) -> Self {
        let words = scope.words;
        let mut lexer = Lexer::new(words.text.get(..at.end).unwrap_or_default(), scope.names.circuit);
        lexer.go_to(at.start);
        Self {
            lexer,
            scope,
            formula: Formula::default(),
            meant: None,
            compared: None,
            operands: Vec::new(),
            joins: Vec::new(),
            depth: 0,
            comma: None,
        }
    }

    fn finish(self, root: NodeId) -> Formula {
        Formula { root: Some(root), facts: self.scope.facts, ..self.formula }
    }

    /// Reads to the end; nothing, and a finding, where no sense can be made of how it is put together.
    fn read(&mut self) -> Option<Operand> {
        loop {
            self.operand_with_signs()?;
            loop {
                let (joint, range) = self.lexer.joint();
                let join = match joint {
                    Joint::Comma => {
                        if self.depth == 0 {
                            self.comma.get_or_insert(range.start);
                        }
                        Join::Comma
                    }
                    Joint::Or => Join::Or,
                    Joint::Compare(compare) => Join::Compare(compare),
                    Joint::Plus => Join::Plus,
                    Joint::Minus => Join::Minus,
                    Joint::Close => {
                        self.close(range)?;
                        continue;
                    }
                    Joint::End => return self.end(),
                    Joint::Other => return self.no_joint(range),
                };
                self.join(join, range);
                break;
            }
        }
    }

    /// An operand, and the parentheses and signs before it.
    fn operand_with_signs(&mut self) -> Option<()> {
        loop {
            let (start, range) = self.lexer.start();
            match start {
                Start::Open => {
                    self.nest(&range, 1)?;
                    self.depth += 1;
                    self.joins.push((Join::Parenthesis, range));
                }
                Start::Not => {
                    // Shown with its own parentheses, it would be one level deeper.
                    self.nest(&range, 1)?;
                    self.joins.push((Join::Not, range));
                }
                Start::Minus => self.joins.push((Join::Negate, range)),
                other => {
                    let operand = self.operand(other, range)?;
                    self.operands.push(operand);
                    return Some(());
                }
            }
        }
    }

    fn nest(&mut self, at: &Range<usize>, more: usize) -> Option<()> {
        if self.depth + more <= DEEPEST {
            return Some(());
        }
        let message = format!("parentheses nested more than {DEEPEST} deep");
        self.scope.error("book-nested-too-deep", at.clone(), message).help =
            Some("say it in several properties or rules".to_owned());
        None
    }

    fn join(&mut self, join: Join, range: Range<usize>) {
        self.apply_down_to(join.strength());
        self.compared = match (join, self.operands.last()) {
            (Join::Compare(Compare::Equal | Compare::Other), Some(operand)) => {
                self.scope.names.variable(self.lexer.text(&operand.range))
            }
            _ => None,
        };
        self.joins.push((join, range));
    }

    /// Applies all that binds at least as strongly, back to an open parenthesis.
    fn apply_down_to(&mut self, strength: u8) {
        while let Some(&(join, _)) = self.joins.last()
            && join.strength() >= strength.max(1)
        {
            if let Some((join, range)) = self.joins.pop() {
                self.apply(join, &range);
            }
        }
    }

    fn close(&mut self, at: Range<usize>) -> Option<()> {
        self.apply_down_to(1);
        let Some((_, open)) = self.joins.pop() else {
            self.scope.error("book-syntax", at, "this parenthesis closes nothing");
            return None;
        };
        self.depth = self.depth.saturating_sub(1);
        if let Some(inside) = self.operands.last_mut() {
            inside.range = open.start..at.end;
        }
        Some(())
    }

    fn end(&mut self) -> Option<Operand> {
        self.apply_down_to(1);
        if let Some((_, open)) = self.joins.pop() {
            self.scope.error("book-syntax", open, "this parenthesis is never closed");
            return None;
        }
        self.operands.pop()
    }

    fn no_joint(&mut self, at: Range<usize>) -> Option<Operand> {
        let word = self.lexer.text(&at);
        let help = match word {
            "and" | "&" | "&&" => "terms that must all hold are joined by commas",
            "|" | "||" => "the word for it is `or`",
            "!" => "what is not the case is written `not(…)`, two numbers that differ `!=`",
            _ if word.starts_with(['*', '/', '×', '·']) => "only + and − are known",
            _ => "terms are joined by commas or by `or`, numbers by +, − and comparisons",
        };
        let message = format!("`{word}` joins nothing to what stands before it");
        self.scope.error("book-syntax", at, message).help = Some(help.to_owned());
        None
    }

    fn apply(&mut self, join: Join, at: &Range<usize>) {
        let Some(mut last) = self.operands.pop() else { return };
        let value = match join {
            Join::Parenthesis => return,
            Join::Not => match self.truth_of(&mut last) {
                Some(inner) => Value::Truth(self.formula.nodes.push(Node::Not(inner))),
                None => Value::Broken,
            },
            Join::Negate => match self.number_of(&mut last) {
                Some(mut sum) => {
                    sum.negate();
                    Value::Number(sum)
                }
                None => Value::Broken,
            },
            _ => {
                let Some(mut first) = self.operands.pop() else { return };
                let value = self.apply_to_both(join, &mut first, &mut last);
                self.operands.push(Operand { value, range: first.range.start..last.range.end });
                return;
            }
        };
        self.operands.push(Operand { value, range: at.start..last.range.end });
    }

    fn apply_to_both(&mut self, join: Join, first: &mut Operand, last: &mut Operand) -> Value {
        if matches!(join, Join::Comma | Join::Or) {
            let both = (self.truth_of(first), self.truth_of(last));
            let (Some(left), Some(right)) = both else { return Value::Broken };
            let node = if join == Join::Or { Node::Or(left, right) } else { Node::And(left, right) };
            return Value::Truth(self.formula.nodes.push(node));
        }
        let both = (self.number_of(first), self.number_of(last));
        let (Some(mut left), Some(mut right)) = both else { return Value::Broken };
        if join != Join::Plus {
            right.negate();
        }
        left.add(right);
        match join {
            Join::Compare(compare) => Value::Truth(self.leaf(Leaf::Compared(left, compare))),
            _ => Value::Number(left),
        }
    }

    /// Adds a question.
    pub(crate) fn leaf(&mut self, leaf: Leaf) -> NodeId {
        self.formula.leaves.push(leaf);
        self.formula.nodes.push(Node::Leaf(self.formula.leaves.len() as u32 - 1))
    }

    /// The condition that an operand is, or a finding.
    fn truth_of(&mut self, operand: &mut Operand) -> Option<NodeId> {
        match &operand.value {
            Value::Truth(node) => Some(*node),
            Value::Broken => None,
            Value::Number(_) => {
                let text = self.lexer.text(&operand.range);
                let help = match self.scope.names.variable(text) {
                    Some(_) => format!("say which value, `{text} VALUE`, or compare it: `{text} > 0`"),
                    None => "compare it with something: `count(L1..L8 lit) > 0`".to_owned(),
                };
                let range = operand.range.clone();
                self.scope.error("book-wrong-kind", range, "this is a number, and a condition was expected").help =
                    Some(help);
                None
            }
        }
    }

    /// The number that an operand is, or a finding.
    fn number_of(&mut self, operand: &mut Operand) -> Option<Sum> {
        match std::mem::replace(&mut operand.value, Value::Broken) {
            Value::Number(sum) => Some(sum),
            Value::Broken => None,
            Value::Truth(_) => {
                let range = operand.range.clone();
                self.scope.error("book-wrong-kind", range, "this is a condition, and a number was expected").help =
                    Some("two comparisons are joined by a comma: `0 < taken, taken < 4`".to_owned());
                None
            }
        }
    }

    fn truth(&mut self, mut whole: Operand) -> Option<NodeId> {
        self.truth_of(&mut whole)
    }

    fn number(&mut self, mut whole: Operand) -> Option<Sum> {
        let found = self.scope.reader.findings.len();
        let sum = self.number_of(&mut whole);
        if let Some(finding) = self.scope.reader.findings.get_mut(found) {
            finding.help = Some("a value is a sum, `taken + 1`, or the name of a value alone: `person`".to_owned());
        }
        sum
    }
}
