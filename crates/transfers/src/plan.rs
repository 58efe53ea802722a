//! The directives that are to be written, and the text with them.
//!
//! Positions are those of the text as the user wrote it. Each round of planning reads the text with all
//! lines inserted; [`Layout`] leads from there back.

use std::collections::BTreeSet;

use source::Edit;

use crate::spot::Anchor;

/// Everything that is decided so far.
#[derive(Clone, Default, Debug)]
pub struct Plan {
    /// Device copies that are made.
    pub homes: Vec<Home>,
    /// Transfers between their beginnings and ends.
    pub moves: Vec<Move>,
    /// Transfers that were found to be needless or wrong, and are not tried again.
    pub banned: BTreeSet<Move>,
}

/// The life of one device copy.
#[derive(Clone, Debug)]
pub struct Home {
    /// The array, as its function calls it.
    pub name: String,
    /// `[*]`, `[0:n-1]`, …
    pub section: String,
    /// `p[n][m]`, where a `shape` is needed.
    pub shape: Option<String>,
    /// `p[n]`, where a `shape` may say that the section is all of it.
    pub whole: Option<String>,
    /// Does it begin with the host's values?
    pub copyin: bool,
    /// Where it begins.
    pub start: Anchor,
    /// Where it ends.
    pub end: Anchor,
    /// Around one kernel only.
    pub is_tight: bool,
    /// May a kernel write it? Another copy never has news for the host.
    pub is_written: bool,
}

impl Home {
    /// The transfer of all of it to the host at its end.
    pub fn brought_back(&self, number: usize) -> Move {
        let rank = self.section.matches('[').count();
        let name = format!("{}{}", self.name, "[*]".repeat(rank));
        Move { home: Some(number), is_in: false, name, at: self.end.clone() }
    }
}

/// A transfer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Of which copy, index in [`Plan::homes`]; `None` for a copy that the user made.
    pub home: Option<usize>,
    /// To the device?
    pub is_in: bool,
    /// What the array is called there, with its section.
    pub name: String,
    /// Where.
    pub at: Anchor,
}

/// What an inserted line does.
#[derive(Clone, Debug)]
pub enum Line {
    /// Copies out, or in.
    Move(usize),
    /// Ends copies.
    Free(Vec<usize>),
    /// Gives dimensions.
    Shape,
    /// Begins a copy.
    Alloc(usize),
}

/// The text with its insertions.
pub struct Layout {
    /// One list for each file, in order: the place in the original, the text, and what it is.
    inserted: Vec<Vec<(usize, String, Line)>>,
    /// The transfers that its lines speak of: those of the plan may have changed since.
    moves: Vec<Move>,
}

impl Plan {
    /// Nothing to write?
    pub fn is_empty(&self) -> bool {
        self.homes.is_empty() && self.moves.is_empty()
    }

    /// Takes a transfer away for good; was it there?
    pub fn ban(&mut self, moved: &Move) -> bool {
        let count = self.moves.len();
        self.moves.retain(|other| other != moved);
        self.banned.insert(moved.clone());
        self.moves.len() < count
    }

    /// The lines, each at its place.
    pub fn layout(&self, files: usize) -> Layout {
        let mut lines: Vec<(Anchor, u8, String, Line)> = Vec::new();
        for (at, moved) in self.moves.iter().enumerate() {
            let (rank, word) = if moved.is_in { (4, "copyin") } else { (0, "copyout") };
            let text = format!("global {word} {}", moved.name);
            lines.push((moved.at.clone(), rank, text, Line::Move(at)));
        }
        for (at, home) in self.homes.iter().enumerate() {
            let (name, section) = (&home.name, &home.section);
            let copyin = if home.copyin { " copyin" } else { "" };
            if let Some(shape) = &home.shape {
                lines.push((home.start.clone(), 2, format!("shape {shape}"), Line::Shape));
            }
            let text = format!("global alloc {name}{section}{copyin}");
            lines.push((home.start.clone(), 3, text, Line::Alloc(at)));
        }
        lines.extend(self.frees());
        lines.sort_by_key(|(anchor, rank, ..)| (anchor.file, anchor.gap.offset, *rank));
        let mut inserted = vec![Vec::new(); files];
        for (anchor, _, text, line) in lines {
            if let Some(file) = inserted.get_mut(anchor.file) {
                file.push((anchor.gap.offset, anchor.gap.spelled(&text), line));
            }
        }
        Layout { inserted, moves: self.moves.clone() }
    }

    /// Copies that end at one place end in one line.
    fn frees(&self) -> Vec<(Anchor, u8, String, Line)> {
        let mut groups: Vec<(&Anchor, Vec<usize>)> = Vec::new();
        for (at, home) in self.homes.iter().enumerate() {
            match groups.iter_mut().find(|(anchor, _)| **anchor == home.end) {
                Some((_, group)) => group.push(at),
                None => groups.push((&home.end, vec![at])),
            }
        }
        let line = |(anchor, group): (&Anchor, Vec<usize>)| {
            let names: Vec<&str> = group.iter().map(|at| self.homes[*at].name.as_str()).collect();
            (anchor.clone(), 1, format!("global free {}", names.join(" ")), Line::Free(group))
        };
        groups.into_iter().map(line).collect()
    }
}

impl Layout {
    /// The insertions of a file.
    pub fn edits(&self, file: usize) -> Vec<Edit> {
        let lines = self.inserted.get(file).into_iter().flatten();
        lines
            .map(|(offset, text, _)| Edit { start: *offset, end: *offset, text: text.clone().into_bytes() })
            .collect()
    }

    /// The transfer that [`Line::Move`] numbers.
    pub fn moved(&self, at: usize) -> Option<&Move> {
        self.moves.get(at)
    }

    /// The place in the user's text of a place in the new text.
    pub fn original(&self, file: usize, offset: usize) -> usize {
        let mut grown = 0;
        for (at, text, _) in self.inserted.get(file).into_iter().flatten() {
            if offset < at + grown {
                break;
            }
            if offset < at + grown + text.len() {
                return *at;
            }
            grown += text.len();
        }
        offset - grown
    }

    /// The inserted line that holds a place in the new text.
    pub fn line_at(&self, file: usize, offset: usize) -> Option<&Line> {
        let mut grown = 0;
        for (at, text, line) in self.inserted.get(file).into_iter().flatten() {
            let start = at + grown;
            if (start..start + text.len()).contains(&offset) {
                return Some(line);
            }
            grown += text.len();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use source::Gap;

    use super::*;

    #[test]
    fn places_lead_back_to_the_user_text() {
        let gap = |offset| Gap { offset, indent: Some(String::new()), ending: "\n" };
        let anchor = |offset| Anchor { file: 0, gap: gap(offset) };
        let home = Home {
            name: "a".into(),
            section: "[*]".into(),
            shape: None,
            whole: None,
            copyin: true,
            start: anchor(2),
            end: anchor(10),
            is_tight: false,
            is_written: true,
        };
        let plan = Plan { homes: vec![home], ..Plan::default() };
        let layout = plan.layout(1);
        let alloc = "#pragma hicuda global alloc a[*] copyin\n".len();
        assert_eq!(layout.original(0, 1), 1);
        assert_eq!(layout.original(0, 2 + 5), 2);
        assert_eq!(layout.original(0, 2 + alloc + 3), 5);
        assert!(matches!(layout.line_at(0, 4), Some(Line::Alloc(0))));
        assert!(matches!(layout.line_at(0, 10 + alloc), Some(Line::Free(_))));
    }
}
