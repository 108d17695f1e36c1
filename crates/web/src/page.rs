//! The page itself: its files, embedded in the program.

/// A file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct File {
    /// Its name; served as `/page/NAME`.
    pub(crate) name: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
}

impl File {
    /// Its media type, by its ending.
    pub(crate) fn media_type(&self) -> &'static str {
        match self.name.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "html")) => "text/html; charset=utf-8",
            _ => "text/plain; charset=utf-8",
        }
    }

    /// The file of that name, if the live page has it.
    pub(crate) fn live(name: &str) -> Option<&'static Self> {
        let file = FILES.iter().find(|file| file.name == name)?;
        let is_of_replay = modules().any(|module| module.file == file && module.place == Place::Replay);
        (!is_of_replay).then_some(file)
    }
}

/// A module of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Module {
    pub(crate) file: &'static File,
    pub(crate) place: Place,
}

/// Which page a module belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Both,
    Live,
    Replay,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(File { name: $name, text: include_str!(concat!("../page/", $name)) }),*]
    };
}

/// The style and the modules.
pub(crate) const FILES: &[File] = files![
    "style.css",
    "words.js",
    "dom.js",
    "timeline.js",
    "names.js",
    "conditions.js",
    "player.js",
    "windowed.js",
    "about.js",
    "panel.js",
    "game.js",
    "tiles.js",
    "looks.js",
    "ladder.js",
    "relays.js",
    "diagram.js",
    "trace.js",
    "keys.js",
    "theme.js",
    "layout.js",
    "app.js",
    "server.js",
    "live.js",
    "replay.js",
];

/// The live page.
pub(crate) const INDEX: &str = include_str!("../page/index.html");

/// The page to give away, with places for style, script and machine.
pub(crate) const REPLAY: &str = include_str!("../page/replay.html");

/// The modules and where they belong, a line each, each after those that it imports.
const MODULES: &str = include_str!("../page/modules.txt");

/// The modules, each after those that it imports.
pub(crate) fn modules() -> impl Iterator<Item = Module> {
    MODULES.lines().filter_map(|line| {
        let (name, place) = line.split_once(' ').unwrap_or((line, "both"));
        let place = match place.trim() {
            "live" => Place::Live,
            "replay" => Place::Replay,
            _ => Place::Both,
        };
        Some(Module { file: FILES.iter().find(|file| file.name == name)?, place })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_modules_and_the_embedded_files_are_the_same() {
        let listed: Vec<&str> = MODULES.lines().map(|line| line.split(' ').next().unwrap()).collect();
        let embedded: Vec<&str> = FILES.iter().map(|file| file.name).filter(|name| name.ends_with(".js")).collect();
        assert_eq!(listed, embedded);
    }
}
