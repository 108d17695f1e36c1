//! The help: one screen of 80 columns and 24 lines.

/// Every key and what it does. A line that begins with a blank has its keys in the first columns.
pub(super) const HELP: &[&str] = &[
    "KEYS                                   any key closes this",
    " arrows Tab    another part, another   Enter Space   work it: press, flip,",
    "               pane                                  switch, turn, show in full",
    " p  h          press; hold and free    + - 0..9      turn a selector",
    " /             find a part by name     i             the part in full: its",
    " f  c          flip; all contacts                    paths, why, its contacts",
    "TIME                                   STOPS AND SPEED",
    " , .           one instant back, on    b             stop when this part changes",
    " [ ] PgUp PgDn one action back, on     B             stop when: P8' operated",
    " Home End      power-up, the end       s             at once, real, 1/10, 1/100…",
    " e             the events; / n N find  r             run on, halt",
    "FILES                                  LINES",
    " w             write what was done as  :             any line of a script, and",
    "               a script                              why, state, stop, back",
    " l             read the circuit again  Tab ↑         complete; earlier lines",
    " q             leave                   Ctrl-L        draw the screen anew",
    "SIGNS",
    " ● lit  ◐ dim  ○ off     ▲ on  ▽ off     [KN] free ▐KN▌ pressed",
    " ■ operated  ◧ moving  □ released  ◀ ◇ ▶ left, centre, right  ╳ blown ━ whole",
    " ! a fault at the part   * a stop at it  ► now, in the list of events",
    "MOUSE  A button is pressed as long as the mouse is; the right button holds it.",
    " A toggle flips; an event is gone to; a part chosen twice is shown in full.",
    "Acting back in time drops what came later.  docs/screen.md tells more.",
];
