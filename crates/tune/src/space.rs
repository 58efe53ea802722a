//! What can be chosen for each kernel of a program, and the text that says it.
//!
//! A *knob* is one decision (`thread`, the `jam` of a loop) with its *values*; a *choice* is a value of
//! each knob of a kernel. Value 0 is the text as it was written, so that the choice of all zeros is the
//! program itself. Every other value is a change of directives that people could have made.
//!
//! Invariant: edits stay inside the lines of directives, or insert whole lines with a directive.

use hir::{DirectiveId, DirectiveKind, Item, Program, StmtKind};
use source::{Edit, FileId, Sources, line_start};

use crate::clauses::{self, Setting};
use crate::{knobs, sizes};

/// The place of a value in each knob.
pub type Choice = Vec<usize>;

/// A kernel that is tuned.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The file of its directive.
    pub file: FileId,
    /// The line there.
    pub line: u32,
    /// What can be chosen.
    pub knobs: Vec<Knob>,
    /// The directives that knobs change.
    sites: Vec<Site>,
    /// The line that tells its sizes, where one may stand ([`sizes`]).
    teller: Option<String>,
}

/// One decision.
#[derive(Clone, Debug)]
pub struct Knob {
    /// What is decided: `thread`, or `jam of i`.
    pub name: String,
    /// The values; the first is as written.
    pub values: Vec<Value>,
}

/// One way to decide.
#[derive(Clone, Debug)]
pub struct Value {
    /// In a word: `4, 64`.
    pub label: String,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// A change of the text.
#[derive(Clone, Debug)]
pub enum Change {
    /// A clause of a directive.
    Clause(SiteId, &'static str, Setting),
    /// The directive goes, with its line.
    Remove(SiteId),
    /// A line with a directive comes.
    Insert(FileId, Edit),
}

/// The label of a clause or directive that is not there: the compiler decides.
pub(crate) const LEFT_OUT: &str = "left out";

/// Names a directive of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteId(usize);

/// Where a directive is written.
#[derive(Clone, Debug)]
struct Site {
    directive: DirectiveId,
    file: FileId,
    start: usize,
    end: usize,
    /// The whole lines.
    lines: (usize, usize),
    text: String,
}

/// The kernels of a program whose directives stand in its files, and the names of those that come
/// out of macros or included files.
pub fn kernels(program: &Program, sources: &Sources) -> (Vec<Kernel>, Vec<String>) {
    let mut found = Vec::new();
    let mut others = Vec::new();
    let items = program.units.iter().flat_map(|unit| &unit.items);
    let bodies = items.filter_map(|item| match *item {
        Item::Function(function) => program.functions[function].body,
        _ => None,
    });
    for function in bodies {
        let in_blocks = sizes::in_blocks(program, function);
        for stmt in program.stmts_below(function) {
            let StmtKind::Kernel { directive, body, .. } = program.stmts[stmt].kind else { continue };
            let DirectiveKind::Kernel(clauses) = &program.directives[directive].kind else { continue };
            let name = sources.text(clauses.name).into_owned();
            let Some(mut kernel) = Kernel::new(program, sources, directive, name.clone()) else {
                others.push(name);
                continue;
            };
            knobs::add(&mut kernel, program, sources, directive, body);
            if in_blocks.contains(&stmt) && !kernel.follows_pragma(sources) {
                let asked = sizes::asked(program, sources, body);
                kernel.teller = (!asked.is_empty()).then(|| sizes::line(&kernel.name, &asked));
            }
            found.push(kernel);
        }
    }
    (found, others)
}

impl Kernel {
    fn new(program: &Program, sources: &Sources, directive: DirectiveId, name: String) -> Option<Kernel> {
        let own = Site::of(program, sources, directive)?;
        let (_, place) = sources.map.line_column(program.directives[directive].span.lo)?;
        let (file, line) = (own.file, place.line);
        Some(Kernel { name, file, line, knobs: Vec::new(), sites: vec![own], teller: None })
    }

    /// Is the line above a pragma of others, for the statement below? Ours are comments to `cc`.
    fn follows_pragma(&self, sources: &Sources) -> bool {
        let above = &sources.map.file(self.file).bytes[..self.sites[0].lines.0];
        let lines: Vec<&[u8]> = above.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).collect();
        let mut lines = lines.into_iter().rev().filter(|line| !line.is_empty()).peekable();
        let mut first = lines.next().unwrap_or_default();
        while let Some(continued) = lines.next_if(|line| line.ends_with(b"\\")) {
            first = continued;
        }
        let words = String::from_utf8_lossy(first);
        first.starts_with(b"#") && !words.split_whitespace().any(|word| word == "hicuda")
    }

    /// The edit that makes the sequential program tell the kernel's sizes.
    pub fn teller(&self) -> Option<Edit> {
        let start = self.sites[0].lines.0;
        Some(Edit { start, end: start, text: self.teller.clone()?.into_bytes() })
    }

    /// The `kernel` directive.
    pub(crate) fn own(&self) -> SiteId {
        SiteId(0)
    }

    /// A directive of the kernel, if it stands in one of the program's files as it is.
    pub(crate) fn site(
        &mut self,
        program: &Program,
        sources: &Sources,
        directive: DirectiveId,
    ) -> Option<SiteId> {
        if let Some(known) = self.sites.iter().position(|site| site.directive == directive) {
            return Some(SiteId(known));
        }
        self.sites.push(Site::of(program, sources, directive)?);
        Some(SiteId(self.sites.len() - 1))
    }

    /// The text of a directive, from its sentinel on.
    pub(crate) fn text(&self, site: SiteId) -> &str {
        &self.sites[site.0].text
    }

    /// The program as it is.
    pub fn as_written(&self) -> Choice {
        vec![0; self.knobs.len()]
    }

    /// Where to begin: a choice, and the same with as many blocks as it takes, since a number of blocks that
    /// was written for one size of them fits no other.
    pub fn roots(&self, choice: &Choice) -> Vec<Choice> {
        let mut roots = vec![choice.clone()];
        let knob = self.knobs.iter().position(|knob| knob.name == "tblock");
        let free = |at: usize| self.knobs[at].values.iter().position(|value| value.label == LEFT_OUT);
        if let Some((at, value)) = knob.and_then(|at| Some((at, free(at)?)))
            && choice[at] == 0
        {
            let mut other = choice.clone();
            other[at] = value;
            roots.push(other);
        }
        roots
    }

    /// Choices that differ from one in a single knob.
    pub fn neighbours(&self, choice: &Choice) -> Vec<Choice> {
        let mut found = Vec::new();
        for (at, knob) in self.knobs.iter().enumerate() {
            for value in (0..knob.values.len()).filter(|value| *value != choice[at]) {
                let mut other = choice.clone();
                other[at] = value;
                found.push(other);
            }
        }
        found
    }

    /// How many choices there are.
    pub fn size(&self) -> f64 {
        self.knobs.iter().map(|knob| knob.values.len() as f64).product()
    }

    /// A choice in words: `thread(4, 64), jam of i 2`; what is as written is left out.
    pub fn label(&self, choice: &Choice) -> String {
        let chosen = self.knobs.iter().zip(choice).filter(|(_, value)| **value != 0);
        let words: Vec<String> =
            chosen.map(|(knob, value)| format!("{} {}", knob.name, knob.values[*value].label)).collect();
        if words.is_empty() { String::from("as written") } else { words.join(", ") }
    }

    /// The values of a choice by the names of their knobs.
    pub fn values(&self, choice: &Choice) -> Vec<(String, String)> {
        let all = self.knobs.iter().zip(choice);
        all.map(|(knob, value)| (knob.name.clone(), knob.values[*value].label.clone())).collect()
    }

    /// The choice with these values, if the knobs have them.
    pub fn choice(&self, values: &[(String, String)]) -> Option<Choice> {
        let value = |knob: &Knob| {
            let (_, label) = values.iter().find(|(name, _)| *name == knob.name)?;
            knob.values.iter().position(|value| value.label == *label)
        };
        self.knobs.iter().map(value).collect()
    }

    /// The edits of a file that say a choice.
    pub fn edits(&self, choice: &Choice, file: FileId) -> Vec<Edit> {
        let changes: Vec<&Change> =
            self.knobs.iter().zip(choice).flat_map(|(knob, value)| &knob.values[*value].changes).collect();
        let mut edits: Vec<Edit> = Vec::new();
        for (at, site) in self.sites.iter().enumerate().filter(|(_, site)| site.file == file) {
            edits.extend(site.edit(SiteId(at), &changes));
        }
        for change in changes {
            if let Change::Insert(into, edit) = change
                && *into == file
            {
                edits.push(edit.clone());
            }
        }
        edits
    }
}

impl Site {
    fn of(program: &Program, sources: &Sources, directive: DirectiveId) -> Option<Site> {
        let found = &program.directives[directive];
        if found.span.is_from_macro() || found.line.is_from_macro() {
            return None;
        }
        let (range, line) = (sources.map.range(found.span)?, sources.map.range(found.line)?);
        if !program.units.iter().any(|unit| unit.file == Some(range.file)) {
            return None;
        }
        let bytes = &sources.map.file(range.file).bytes;
        let (start, end) = (range.start as usize, range.end as usize);
        // A `_Pragma` has no line of its own.
        let first = line_start(bytes, line.start as usize);
        if !bytes[first..start].trim_ascii_start().starts_with(b"#") {
            return None;
        }
        let rest = bytes[line.end as usize..].iter().position(|&b| b == b'\n');
        let last = rest.map_or(bytes.len(), |at| line.end as usize + at + 1);
        let text = String::from_utf8(bytes[start..end].to_vec()).ok()?;
        Some(Site { directive, file: range.file, start, end, lines: (first, last), text })
    }

    /// What all changes together make of the directive.
    fn edit(&self, own: SiteId, changes: &[&Change]) -> Option<Edit> {
        if changes.iter().any(|change| matches!(change, Change::Remove(site) if *site == own)) {
            return Some(Edit { start: self.lines.0, end: self.lines.1, text: Vec::new() });
        }
        let mut text = self.text.clone();
        for change in changes {
            if let Change::Clause(site, name, setting) = change
                && *site == own
            {
                text = clauses::set(&text, name, setting);
            }
        }
        let edit = Edit { start: self.start, end: self.end, text: text.clone().into_bytes() };
        (text != self.text).then_some(edit)
    }
}
