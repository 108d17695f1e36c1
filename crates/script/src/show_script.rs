//! A script as text that reads back as the same steps.

use std::fmt;

use kiber_netlist::Circuit;

use crate::item::What;
use crate::script::Script;

/// How far what a repeat holds is moved in.
const INDENT: usize = 4;

impl Script {
    /// Shows the script, one step a line, with the names of that circuit. Repeats and headings are
    /// shown, the lines of included files in place of the includes; comments are gone.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| self.show(f, circuit))
    }

    fn show(&self, f: &mut fmt::Formatter<'_>, circuit: &Circuit) -> fmt::Result {
        // The file, the next item, where the repeat or the file ends, and whether it is a repeat.
        let mut open: Vec<(u32, u32, u32, bool)> = vec![(0, 0, self.length(0), false)];
        let mut indent = 0;
        while let Some((file, next, end, is_repeat)) = open.last_mut() {
            if *next >= *end {
                if *is_repeat {
                    indent -= INDENT;
                    writeln!(f, "{:indent$}}}", "")?;
                }
                open.pop();
                continue;
            }
            let Some(item) = self.item(*file, *next) else { return Ok(()) };
            *next += 1;
            match item.what {
                What::Step(step) => {
                    if let Some(ready) = self.steps.get(step as usize) {
                        writeln!(f, "{:indent$}{}", "", ready.step.shown(circuit))?;
                    }
                }
                What::Heading(heading) => {
                    if let Some(heading) = self.headings.get(heading as usize) {
                        writeln!(f, "{:indent$}== {heading}", "")?;
                    }
                }
                What::Repeat { times, end } => {
                    writeln!(f, "{:indent$}repeat {times} {{", "")?;
                    indent += INDENT;
                    let inner = (*file, *next, end, true);
                    *next = end;
                    open.push(inner);
                }
                What::Include(file) => open.push((file, 0, self.length(file), false)),
                What::Unknown => {}
            }
        }
        Ok(())
    }

    fn length(&self, file: u32) -> u32 {
        self.bodies.get(file as usize).map_or(0, |body| body.len() as u32)
    }
}
