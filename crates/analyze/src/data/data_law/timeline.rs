//! The life of every array, line by line: what `check --explain-data` prints.
//!
//! ```text
//! a (main)
//!   line 12  allocated on the device              4096 bytes   the host has the newest values
//!   line 12  copied to the device                 4096 bytes   both copies are the same
//!   line 14  kernel `scale` reads and writes it                the device has the newest values
//!   line 20  copied to the host                   4096 bytes   both copies are the same
//!   line 21  released
//! ```

use std::fmt::Write;

use hir::{DirectiveKind, Span, StmtId, StmtKind};

use crate::{CopyId, Facts, Input, LastIndex, Place, SectionRange};

use super::pieces::Stale;

/// Who has the newest values.
#[derive(Clone, Debug)]
pub struct Newest {
    /// What is stale on the host.
    pub host: Stale,
    /// What is stale on the device.
    pub device: Stale,
}

impl Newest {
    /// For people.
    pub fn text(&self) -> &'static str {
        let certain = |stale: &Stale| !stale.must.is_empty();
        let possible = |stale: &Stale| !stale.may.is_empty();
        match (certain(&self.host), certain(&self.device), possible(&self.host), possible(&self.device)) {
            (true, true, _, _) => "host and device each have newer values",
            (true, false, _, _) => "the device has the newest values",
            (false, true, _, _) => "the host has the newest values",
            (false, false, true, true) => "either copy may have newer values",
            (false, false, true, false) => "the device may have newer values",
            (false, false, false, true) => "the host may have newer values",
            (false, false, false, false) => "both copies are the same",
        }
    }
}

/// One thing that happens to an array.
#[derive(Clone, Debug)]
pub struct Happening {
    /// The array.
    pub place: Place,
    /// Where.
    pub span: Span,
    /// What.
    pub what: What,
    /// The device copy.
    pub copy: Option<CopyId>,
    /// Who has the newest values afterwards.
    pub newest: Newest,
    /// Is there a device copy afterwards?
    pub alive: bool,
}

/// The kinds of things.
#[derive(Clone, Debug)]
pub enum What {
    /// Room on the device.
    Allocated,
    /// Zeros on the device.
    Cleared,
    /// Host to device, this section.
    CopiedIn(Vec<SectionRange>),
    /// Device to host.
    CopiedOut(Vec<SectionRange>),
    /// The host writes it.
    HostWrites,
    /// A kernel only reads it.
    KernelReads(StmtId),
    /// A kernel writes it; does it read it, too?
    KernelWrites(StmtId, bool),
    /// A library reads or writes the copy.
    Library {
        /// May it read?
        reads: bool,
        /// May it write?
        writes: bool,
    },
    /// The room is given back.
    Freed,
}

/// The life of one array.
pub struct Life<'f> {
    /// The array.
    pub place: &'f Place,
    /// Its name, and the function that makes its device copy: `a (main)`.
    pub heading: String,
    /// What happens to it, in the order of the program.
    pub events: Vec<Event>,
}

/// One line of a life.
pub struct Event {
    /// Where.
    pub span: Span,
    /// The line of the file.
    pub line: u32,
    /// `copied to the device`
    pub what: String,
    /// How much memory it is about: `4096 bytes`, `n*4 bytes`; may be empty.
    pub moved: String,
    /// Who has the newest values afterwards; may be empty.
    pub newest: &'static str,
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Event { line, what, moved, newest, .. } = self;
        f.write_str(format!("  line {line:<5}{what:<38}{moved:<24}{newest}").trim_end())
    }
}

/// The lives of all arrays of a unit, one paragraph for each.
pub fn render(input: &Input<'_>, facts: &Facts) -> String {
    let mut out = String::new();
    for life in lives(input, facts) {
        let _ = writeln!(out, "{}", life.heading);
        for event in life.events {
            let _ = writeln!(out, "{event}");
        }
    }
    out
}

/// The lives of all arrays of a unit.
pub fn lives<'f>(input: &Input<'_>, facts: &'f Facts) -> Vec<Life<'f>> {
    let mut places: Vec<&Place> = Vec::new();
    for happening in &facts.data {
        if !places.contains(&&happening.place) {
            places.push(&happening.place);
        }
    }
    let told = |place: &'f Place| {
        let life: Vec<&Happening> = facts.data.iter().filter(|h| h.place == *place).collect();
        let owner = life.iter().find_map(|h| h.copy).map(|copy| facts.copies[copy.0].owner);
        let owner = owner.map_or(String::new(), |owner| format!(" ({})", input.function_name(owner)));
        let events = life.iter().map(|happening| event(input, facts, happening));
        Life { place, heading: format!("{}{owner}", input.place_name(place)), events: events.collect() }
    };
    places.into_iter().map(told).collect()
}

fn event(input: &Input<'_>, facts: &Facts, happening: &Happening) -> Event {
    let span = input.sources.expansions.outermost_call(happening.span);
    let line = input.sources.map.written_line_column(span.lo).map_or(0, |(_, place)| place.line);
    let kernel = |stmt: StmtId| match &input.program.stmts[stmt].kind {
        StmtKind::Kernel { directive, .. } => match &input.program.directives[*directive].kind {
            DirectiveKind::Kernel(clauses) => input.sources.text(clauses.name).into_owned(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    let what = match &happening.what {
        What::Allocated => "allocated on the device".into(),
        What::Cleared => "cleared on the device".into(),
        What::CopiedIn(_) => "copied to the device".into(),
        What::CopiedOut(_) => "copied to the host".into(),
        What::HostWrites => "the host writes it".into(),
        What::KernelReads(stmt) => format!("kernel `{}` reads it", kernel(*stmt)),
        What::KernelWrites(stmt, false) => format!("kernel `{}` writes it", kernel(*stmt)),
        What::KernelWrites(stmt, true) => format!("kernel `{}` reads and writes it", kernel(*stmt)),
        What::Library { reads: true, writes: false } => "a library reads it on the device".into(),
        What::Library { reads: false, .. } => "a library writes it on the device".into(),
        What::Library { .. } => "a library uses it on the device".into(),
        What::Freed => "released".into(),
    };
    let newest = match happening.what {
        What::Freed => "",
        _ if happening.alive => happening.newest.text(),
        _ => "",
    };
    let moved = bytes(input, facts, happening).unwrap_or_default();
    Event { span, line, what, moved, newest }
}

/// How much memory an event is about: `4096 bytes`, `n*4 bytes`.
fn bytes(input: &Input<'_>, facts: &Facts, happening: &Happening) -> Option<String> {
    let copy = &facts.copies[happening.copy?.0];
    let dims = match &happening.what {
        What::Allocated | What::Cleared | What::Freed => &copy.dims,
        What::CopiedIn(dims) | What::CopiedOut(dims) => dims,
        What::HostWrites | What::Library { .. } | What::KernelReads(_) | What::KernelWrites(..) => {
            return None;
        }
    };
    let size = input.program.size_of(copy.element)?;
    let constant = dims.iter().try_fold(size, |product, dim| product.checked_mul(dim.extent?));
    if let Some(bytes) = constant {
        return Some(format!("{bytes} bytes"));
    }
    let extent = |(at, dim): (usize, &SectionRange)| match dim.extent {
        Some(extent) => Some(extent.to_string()),
        None => {
            let hi = match dim.hi {
                LastIndex::At(hi) => hi,
                LastIndex::EndOfArray => {
                    return copy.host_extents.get(at).copied().flatten().map(|e| text(input, e));
                }
            };
            let (lo, hi) = (text(input, dim.lo), text(input, hi));
            Some(if lo == "0" { format!("({hi}+1)") } else { format!("({hi}-{lo}+1)") })
        }
    };
    let extents: Option<Vec<String>> = dims.iter().enumerate().map(extent).collect();
    Some(format!("{}*{size} bytes", extents?.join("*")))
}

fn text(input: &Input<'_>, extent: kir::Extent) -> String {
    match extent {
        kir::Extent::Constant(value) => value.to_string(),
        kir::Extent::Expr(expr) => {
            let text = crate::symbols::expression_text(expr, input.program, input.sources);
            if text.chars().all(|c| c.is_alphanumeric() || c == '_') { text } else { format!("({text})") }
        }
    }
}
