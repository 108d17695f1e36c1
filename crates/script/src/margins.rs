//! How much each coil has to spare in every state that scripts lead through.

use std::collections::BTreeMap;
use std::sync::Arc;

use kiber_engine::{CoilMargin, Demand, Event, Judgement, Margins, Micros, Simulator, Sink, Unjudged};
use kiber_netlist::{Circuit, PartId};
use kiber_trace::Recorder;

use crate::around::Around;
use crate::play::{Done, Player};
use crate::refusal::Refusal;
use crate::report::At;
use crate::script::Script;
use crate::step::Step;

/// A moment of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The script, by the number in which it was played; none is power-up without a script.
    pub script: Option<usize>,
    /// The line, from 1, in its file; 0 is power-up.
    pub line: usize,
    /// The file, the rounds of the repeats, and the heading.
    pub around: Around,
    /// The action, as a script writes it; empty at power-up.
    pub action: String,
    /// In microseconds since power-up.
    pub at: Micros,
    /// Whether nothing moved and no timer ran.
    pub settled: bool,
}

/// What is asked of a coil, where it has the least to spare.
#[derive(Clone, Debug, PartialEq)]
pub struct Slimmest {
    /// The coil and its currents.
    pub coil: CoilMargin,
    /// When that first is so.
    pub moment: Moment,
    /// In how many states that much is asked of the coil.
    pub states: u64,
}

/// A coil that could not be judged in some states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Which.
    pub part: PartId,
    /// Why.
    pub why: Unjudged,
    /// When that first is so.
    pub moment: Moment,
    /// In how many states.
    pub states: u64,
}

/// How a script went while margins were looked at. They do not depend on what it expects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The expectations that held.
    pub passed: usize,
    /// Those that did not.
    pub failed: usize,
    /// Where it stopped, and why, if something could not be done.
    pub stopped: Option<At<Refusal>>,
}

/// Looks at the margins of one circuit in every instant of one script after another.
///
/// ```
/// use std::sync::Arc;
/// use kiber_script::{MarginSurvey, parse};
///
/// let source = r#"Circuit(title: "", parts: {
///     "G1": Source(plus: "+", minus: "-", volts: (21.6, 24.0, 26.4)),
///     "S1": Button(contacts: {"1": Make("+", "a")}),
///     "K1": Relay(coil: ("a", "-"), coil_ohms: (450.0, 500.0, 550.0)),
/// })"#;
/// let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
/// let script = parse("press S1\nexpect K1 released", &circuit).0.unwrap();
///
/// let mut survey = MarginSurvey::new(circuit);
/// let played = survey.play(&script);
/// assert_eq!((played.passed, played.failed), (1, 0));
///
/// let slimmest = survey.slimmest();
/// assert_eq!(slimmest[0].coil.least.to_string(), "39.273 mA"); // against 28 mA
/// assert_eq!((slimmest[0].moment.line, slimmest[0].moment.action.as_str()), (1, "press S1"));
/// ```
#[derive(Debug)]
pub struct MarginSurvey {
    circuit: Arc<Circuit>,
    margins: Margins,
    scripts: usize,
    rows: BTreeMap<(PartId, Option<usize>, Demand), Slimmest>,
    left_out: BTreeMap<(PartId, Unjudged), LeftOut>,
}

impl MarginSurvey {
    /// For scripts that were read for this circuit.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        let margins = Margins::new(Arc::clone(&circuit));
        Self { circuit, margins, scripts: 0, rows: BTreeMap::new(), left_out: BTreeMap::new() }
    }

    /// Looks at what happens when the circuit is switched on, and nothing else.
    pub fn power_up(&mut self) {
        let circuit = Arc::clone(&self.circuit);
        let _ = Player::power_up(circuit, &mut Looking::at_power_up(self, None));
    }

    /// Plays a script from power-up, expectations failing or not, and looks at every instant.
    pub fn play(&mut self, script: &Script) -> Played {
        let circuit = Arc::clone(&self.circuit);
        let number = Some(self.scripts);
        self.scripts += 1;
        let mut looking = Looking::at_power_up(self, number);
        let mut player = Player::power_up(circuit, &mut looking);
        let mut played = Played::default();
        let mut lines = script.lines();
        let mut done = 0;
        while let Some((line, span, step)) = lines.next() {
            done += 1;
            (looking.line, looking.around, looking.step) = (line, lines.around(), Some(step));
            match player.step(step, &mut looking) {
                Ok(Done::Acted) => {}
                Ok(Done::Expected { passed, failures }) => {
                    played.passed += passed;
                    played.failed += failures.len();
                }
                Err(refusal) => {
                    played.stopped = Some(At { step: done, line, span, around: looking.around.clone(), what: refusal });
                    break;
                }
            }
        }
        played
    }

    /// How many states were judged: contacts, sources and faults standing differently.
    pub fn states(&self) -> usize {
        self.margins.states()
    }

    /// See [`Margins::states_ranges`].
    pub fn states_ranges(&self) -> bool {
        self.margins.states_ranges()
    }

    /// Each coil, and each thing that is asked of it, where it has the least to spare; the least first.
    pub fn slimmest(&self) -> Vec<&Slimmest> {
        let mut rows: Vec<&Slimmest> = self.rows.values().collect();
        rows.sort_by(|a, b| a.coil.margin().total_cmp(&b.coil.margin()));
        rows
    }

    /// The coils that could not be judged in some states.
    pub fn left_out(&self) -> impl Iterator<Item = &LeftOut> {
        self.left_out.values()
    }

    fn take(&mut self, judgement: Judgement, moment: impl Fn() -> Moment) {
        for coil in judgement.coils {
            let key = (coil.part, coil.winding, coil.demand);
            let Some(known) = self.rows.get_mut(&key) else {
                self.rows.insert(key, Slimmest { coil, moment: moment(), states: 1 });
                continue;
            };
            known.states += 1;
            if coil.margin() < known.coil.margin() {
                (known.coil, known.moment) = (coil, moment());
            }
        }
        for (part, why) in judgement.unjudged {
            let known = self.left_out.entry((part, why));
            known.or_insert_with(|| LeftOut { part, why, moment: moment(), states: 0 }).states += 1;
        }
    }
}

/// Whoever looks while a script plays.
struct Looking<'s> {
    survey: &'s mut MarginSurvey,
    script: Option<usize>,
    line: usize,
    around: Around,
    step: Option<&'s Step>,
}

impl<'s> Looking<'s> {
    fn at_power_up(survey: &'s mut MarginSurvey, script: Option<usize>) -> Self {
        Self { survey, script, line: 0, around: Around::default(), step: None }
    }
}

impl Sink for Looking<'_> {
    const WANTS: bool = false;
    const WANTS_SOLVED: bool = true;

    fn event(&mut self, _: Event) {}

    fn solved(&mut self, simulator: &Simulator) {
        let Some(judgement) = self.survey.margins.judge(simulator) else { return };
        let Self { script, line, ref around, step, .. } = *self;
        let circuit = Arc::clone(&self.survey.circuit);
        self.survey.take(judgement, || Moment {
            script,
            line,
            around: around.clone(),
            action: step.map(|step| step.shown(&circuit).to_string()).unwrap_or_default(),
            at: simulator.now(),
            settled: simulator.is_settled(),
        });
    }
}

impl Recorder for Looking<'_> {}
