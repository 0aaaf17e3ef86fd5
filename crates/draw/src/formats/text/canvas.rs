//! A plane of characters.

/// The color of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ink {
    /// The default color.
    #[default]
    Plain,
    /// The color of labels.
    Faint,
    /// The color of copies.
    Warning,
    /// Black on a shade.
    Tone(u8),
}

/// The colors of a terminal's palette for the shades.
const TONES: [u8; 8] = [231, 195, 159, 117, 153, 147, 111, 75];

/// A plane of characters that grows as they are written.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    /// Writes a text from a position, a column and a line. Control characters become spaces.
    pub(super) fn write(&mut self, (x, y): (usize, usize), text: &str, ink: Ink) {
        if self.lines.len() <= y {
            self.lines.resize(y + 1, Vec::new());
        }
        let line = &mut self.lines[y];
        for (at, char) in (x..).zip(text.chars()) {
            if line.len() <= at {
                line.resize(at + 1, (' ', Ink::Plain));
            }
            line[at] = (if char.is_control() { ' ' } else { char }, ink);
        }
    }

    /// Writes a text that ends before a position.
    pub(super) fn write_before(&mut self, (x, y): (usize, usize), text: &str, ink: Ink) {
        self.write((x.saturating_sub(text.chars().count()), y), text, ink);
    }

    /// Writes a text that is broken between words at a width, and returns the next line. Spaces before the text indent
    /// it.
    pub(super) fn paragraph(&mut self, place: (usize, usize), text: &str, width: usize) -> usize {
        self.paragraph_in(place, text, width, Ink::Plain)
    }

    /// Writes a text as [`paragraph`](Self::paragraph) does, in a color.
    pub(super) fn paragraph_in(
        &mut self,
        (x, mut y): (usize, usize),
        text: &str,
        width: usize,
        ink: Ink,
    ) -> usize {
        let x = x + text.chars().take_while(|char| *char == ' ').count();
        let mut at = x;
        for word in text.split_whitespace() {
            let length = word.chars().count();
            if at > x && at + length > width {
                (at, y) = (x + 2, y + 1);
            }
            self.write((at, y), word, ink);
            at += length + 1;
        }
        y + 1
    }

    /// Returns the lines without spaces at their ends.
    pub(super) fn text(&self, color: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let end = line
                .iter()
                .rposition(|&(char, ink)| char != ' ' || color && matches!(ink, Ink::Tone(_)))
                .map_or(0, |last| last + 1);
            let mut ink = Ink::Plain;
            for &(char, next) in &line[..end] {
                if color && next != ink {
                    text.push_str(&escape(next));
                    ink = next;
                }
                text.push(char);
            }
            text.push_str(if ink == Ink::Plain { "\n" } else { "\x1b[0m\n" });
        }
        text
    }
}

/// Returns the escape sequence that selects an ink.
fn escape(ink: Ink) -> String {
    match ink {
        Ink::Plain => "\x1b[0m".to_owned(),
        Ink::Faint => "\x1b[0;2m".to_owned(),
        Ink::Warning => "\x1b[0;31m".to_owned(),
        Ink::Tone(tone) => {
            format!("\x1b[0;30;48;5;{}m", TONES[usize::from(tone) % TONES.len()])
        }
    }
}
