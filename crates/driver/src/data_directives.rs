//! The data directives that a program misses, found by rounds.
//!
//! `transfers` decides where device copies live, then the program is read with these lines in place, and the data law
//! says which reads find an old value; each gets its transfer, and the program is read again, until there is
//! nothing to add or to take away. What is written at last is what the analysis has accepted. An array for
//! which that fails gets a copy around each of its kernels; one for which that fails too gets nothing, and a
//! remark says why.
//!
//! Invariant: without the inserted lines the text is the user's, byte for byte.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analyze::data_law::record::Certainty;
use diagnostics::{Diagnostic, Severity, Sink, codes};
use source::{Edit, FileKind, FileRange, Sources, Span, apply_edits};
use transfers::{Care, Found, Home, Line, Move, Plan, Refused, Tree};

use crate::guard::{InternalError, run_guarded};
use crate::pipeline;
use crate::session::{Input, Session};

/// Lines to insert.
#[derive(Clone, Default, Debug)]
pub struct Placed {
    /// For each input, in order.
    pub edits: Vec<Vec<Edit>>,
    /// Arrays for which nothing was found, told at their kernels.
    pub remarks: Vec<Diagnostic>,
    /// The same, where every kernel has to have its arrays: the search ended with the first of them.
    pub(crate) refused: Vec<Refused>,
}

/// What a search for places is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Directives for as many arrays as possible.
    Most,
    /// Those of every array, or none.
    All,
}

impl Placed {
    /// Is there nothing to insert?
    pub fn is_empty(&self) -> bool {
        self.edits.iter().all(Vec::is_empty)
    }
}

/// Does a diagnostic say that a device copy or a transfer is missing?
pub fn is_about_data(diagnostic: &Diagnostic) -> bool {
    let about = [
        &codes::STALE_ON_HOST,
        &codes::STALE_ON_DEVICE,
        &codes::MAYBE_STALE_ON_HOST,
        &codes::MAYBE_STALE_ON_DEVICE,
    ];
    is_missing(diagnostic) || about.contains(&diagnostic.code)
}

/// Does it say that there is no device copy?
fn is_missing(diagnostic: &Diagnostic) -> bool {
    let missing = [&codes::ARRAY_NOT_ON_DEVICE, &codes::NOT_ON_DEVICE_ON_PATH, &codes::NO_CALLER_HAS_IT];
    missing.contains(&diagnostic.code)
}

/// Does it name an array?
fn says(diagnostic: &Diagnostic, name: &str) -> bool {
    diagnostic.message.contains(&format!("`{name}`"))
}

/// More transfers than any array needs.
const MOST_ROUNDS: usize = 100;
/// A program is read at most so often.
const MOST_READINGS: usize = 60;
/// Each array is given up at most three times.
const MOST_ATTEMPTS: usize = 24;

/// The directives that the program of these inputs misses. The session's sources and diagnostics stay as they are.
pub fn place(session: &mut Session, inputs: &[Input]) -> Result<Placed, InternalError> {
    session.care.clear();
    run_guarded(|| place_unguarded(session, inputs, Wanted::Most))
}

/// The same, for those who run guarded already.
pub(crate) fn place_unguarded(session: &mut Session, inputs: &[Input], wanted: Wanted) -> Placed {
    let texts: Vec<Text> = inputs.iter().map(|input| Text::of(session, *input)).collect();
    let sources = std::mem::replace(&mut session.sources, syntax::new_sources());
    let sink = std::mem::take(&mut session.sink);
    let known = session.lacking.take().filter(|known| known.is_of(&texts));
    let plain = known.map(|known| (known.sources, known.analysed));
    let placed = Placing { session, texts: &texts, wanted, readings: 0, plain }.place();
    (session.sources, session.sink) = (sources, sink);
    placed
}

/// A file as the user wrote it.
struct Text {
    name: String,
    bytes: Arc<[u8]>,
    input: Input,
    /// Its first byte in the caller's sources.
    start: source::Pos,
}

impl Text {
    fn of(session: &Session, input: Input) -> Text {
        let file = session.sources.map.file(input.file);
        let start = session.sources.map.span(FileRange { file: input.file, start: 0, end: 0 }).lo;
        Text { name: file.name.clone(), bytes: file.bytes.clone(), input, start }
    }
}

/// A program that was checked as it is, and lacks data directives.
#[derive(Debug)]
pub(crate) struct Lacking {
    /// The name and the text of each file.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Where everything stands; the files come first.
    pub(crate) sources: Sources,
    /// What is known of it.
    pub(crate) analysed: Analysed,
}

impl Lacking {
    fn is_of(&self, texts: &[Text]) -> bool {
        let is_same = |((name, bytes), text): (&(String, Vec<u8>), &Text)| {
            *name == text.name && bytes.as_slice() == &*text.bytes
        };
        self.files.len() == texts.len() && self.files.iter().zip(texts).all(is_same)
    }
}

struct Placing<'s> {
    session: &'s mut Session,
    texts: &'s [Text],
    wanted: Wanted,
    readings: usize,
    /// The program without insertions.
    plain: Option<(Sources, Analysed)>,
}

/// A program, and what is known of each of its units.
pub(crate) type Analysed = (hir::Program, Vec<analyze::Facts>);

impl Placing<'_> {
    fn place(&mut self) -> Placed {
        let mut care = self.remembered();
        for _ in 0..MOST_ATTEMPTS {
            if self.session.effort.is_spent() {
                break;
            }
            let Some((mut plan, numbers, found)) = self.homes(&care) else { break };
            let refused = found.refused;
            if self.wanted == Wanted::All && !refused.is_empty() {
                self.learn(&care, &found.names);
                return Placed { refused, ..self.none() };
            }
            let blamed = self.with_transfers(&mut plan, &numbers, &refused);
            if blamed.is_empty() {
                self.learn(&care, &found.names);
                let layout = plan.layout(self.texts.len());
                let edits = (0..self.texts.len()).map(|file| layout.edits(file)).collect();
                return Placed { edits, remarks: self.remarks(&refused), refused: Vec::new() };
            }
            // A copy around one kernel may be wrong only beside one that lives longer.
            let is_wide = |number: &usize| !matches!(care.get(number), Some(Care::Tight | Care::Dropped));
            let any_wide = blamed.iter().any(is_wide);
            let blamed: Vec<usize> =
                blamed.into_iter().filter(|number| !any_wide || is_wide(number)).collect();
            for number in blamed {
                let next = match care.get(&number) {
                    None if found.shared.contains(&number) => Care::Apart,
                    None | Some(Care::Apart) => Care::Tight,
                    Some(Care::Tight | Care::Dropped) => Care::Dropped,
                };
                care.insert(number, next);
            }
        }
        self.none()
    }

    fn none(&self) -> Placed {
        Placed { edits: vec![Vec::new(); self.texts.len()], ..Placed::default() }
    }

    fn learn(&mut self, care: &BTreeMap<usize, Care>, names: &[String]) {
        let learned = care.iter().filter_map(|(number, care)| Some((names.get(*number)?.clone(), *care)));
        self.session.care.extend(learned);
    }

    /// The care that these arrays needed in a program that differs elsewhere: it need not be learned again.
    fn remembered(&mut self) -> BTreeMap<usize, Care> {
        if self.session.care.is_empty() {
            return BTreeMap::new();
        }
        let names = self.homes(&BTreeMap::new()).map_or_else(Vec::new, |(_, _, found)| found.names);
        let known = |(number, name): (usize, &String)| Some((number, *self.session.care.get(name)?));
        names.iter().enumerate().filter_map(known).collect()
    }

    /// Where copies live, with the number of each one's array.
    fn homes(&mut self, care: &BTreeMap<usize, Care>) -> Option<(Plan, Vec<usize>, Found)> {
        if self.plain.is_none() {
            let analysed = self.read(&Plan::default())?;
            self.plain =
                Some((std::mem::replace(&mut self.session.sources, syntax::new_sources()), analysed));
        }
        let (sources, (program, facts)) = self.plain.as_ref()?;
        let input = analyze::Input::new(program, sources);
        let tree = Tree::new(&input);
        let mut found = transfers::find(&input, facts, &tree, self.texts.len(), care);
        let (numbers, homes) = std::mem::take(&mut found.homes).into_iter().unzip();
        let homes: Vec<Home> = homes;
        let back = homes
            .iter()
            .enumerate()
            .filter(|(_, home)| home.is_tight && home.is_written)
            .map(|(at, home)| home.brought_back(at));
        let moves = back.collect();
        Some((Plan { homes, moves, ..Plan::default() }, numbers, found))
    }

    /// Adds transfers to a plan until the data law holds; the numbers of the arrays for which it does not.
    fn with_transfers(&mut self, plan: &mut Plan, numbers: &[usize], refused: &[Refused]) -> BTreeSet<usize> {
        let mut left = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let Some((program, facts)) = self.read(plan) else { break };
            left = self.left(plan, &program, &facts);
            if self.add(plan, &program, &facts) {
                continue;
            }
            if !self.remove_needless(plan) && !self.say_whole(plan) {
                break;
            }
        }
        left.extend(self.blamed(plan, refused));
        if left.is_empty() {
            self.remove_overwritten(plan, refused);
            self.remove_unmissed(plan, refused);
        }
        left.into_iter().filter_map(|home| numbers.get(home)).copied().collect()
    }

    /// A copy that begins with the host's values need not, where a later transfer brings them anyway.
    fn remove_overwritten(&mut self, plan: &mut Plan, refused: &[Refused]) {
        let is_filled = |home: usize| plan.moves.iter().any(|moved| moved.is_in && moved.home == Some(home));
        let twice: BTreeSet<usize> =
            (0..plan.homes.len()).filter(|home| plan.homes[*home].copyin && is_filled(*home)).collect();
        let begun_empty = |homes: &BTreeSet<usize>| {
            let mut changed = plan.clone();
            homes.iter().for_each(|home| changed.homes[*home].copyin = false);
            changed
        };
        if let Some(harmless) = self.harmless(twice, &begun_empty, refused) {
            *plan = begun_empty(&harmless);
        }
    }

    /// Of several transfers of one array in one direction, those go that nobody misses: one may have been written for
    /// the sake of a transfer that is smaller now.
    fn remove_unmissed(&mut self, plan: &mut Plan, refused: &[Refused]) {
        let mut tried: BTreeSet<Move> = BTreeSet::new();
        loop {
            // Of each copy one at a time: what is said of the copy is said of this one.
            let mut next: BTreeMap<usize, Move> = BTreeMap::new();
            for own in plan.moves.iter().filter(|own| !tried.contains(own)) {
                let alike =
                    plan.moves.iter().filter(|other| (other.home, other.is_in) == (own.home, own.is_in));
                if let (Some(home), true) = (own.home, alike.count() > 1) {
                    next.entry(home).or_insert_with(|| own.clone());
                }
            }
            if next.is_empty() {
                return;
            }
            tried.extend(next.values().cloned());
            let without = |homes: &BTreeSet<usize>| {
                let mut changed = plan.clone();
                for home in homes {
                    let at = changed.moves.iter().position(|own| next.get(home) == Some(own));
                    at.into_iter().for_each(|at| drop(changed.moves.remove(at)));
                }
                changed
            };
            let Some(harmless) = self.harmless(next.keys().copied().collect(), &without, refused) else {
                return;
            };
            *plan = without(&harmless);
        }
    }

    /// The copies of which the data law takes a change. A change of one is hardly ever about another, so all are made
    /// together, and the law says which were wrong: a program is read twice then, and not once for each copy. `None` when
    /// it was read too often.
    fn harmless(
        &mut self,
        homes: BTreeSet<usize>,
        changed: &dyn Fn(&BTreeSet<usize>) -> Plan,
        refused: &[Refused],
    ) -> Option<BTreeSet<usize>> {
        let mut left = homes;
        while !left.is_empty() {
            let wrong = self.wrong(&changed(&left), refused)?;
            if wrong.is_empty() {
                break;
            }
            if left.is_disjoint(&wrong) {
                return self.harmless_by_itself(left, changed, refused);
            }
            left.retain(|home| !wrong.contains(home));
        }
        Some(left)
    }

    /// The same, where the law blames copies that were not changed.
    fn harmless_by_itself(
        &mut self,
        homes: BTreeSet<usize>,
        changed: &dyn Fn(&BTreeSet<usize>) -> Plan,
        refused: &[Refused],
    ) -> Option<BTreeSet<usize>> {
        let mut harmless = BTreeSet::new();
        for home in homes {
            harmless.insert(home);
            if !self.wrong(&changed(&harmless), refused)?.is_empty() {
                harmless.remove(&home);
            }
        }
        Some(harmless)
    }

    /// The copies of a plan that the data law has something against. `None` when the program was read too often.
    fn wrong(&mut self, plan: &Plan, refused: &[Refused]) -> Option<BTreeSet<usize>> {
        let (program, facts) = self.read(plan)?;
        let mut wrong = self.left(plan, &program, &facts);
        wrong.extend(self.blamed(plan, refused));
        let layout = plan.layout(self.texts.len());
        let all = self.session.sink.diagnostics().iter();
        for completed in all.filter(|found| found.code == &codes::COPY_COMPLETED) {
            match self.line(&layout, completed.primary.span) {
                Some(line) => wrong.extend(homes_of(plan, line)),
                None => wrong.extend(0..plan.homes.len()),
            }
        }
        Some(wrong)
    }

    /// Copies of which the data law still has something to say.
    fn left(&self, plan: &Plan, program: &hir::Program, facts: &[analyze::Facts]) -> BTreeSet<usize> {
        let Some(record) = facts.first().map(|facts| &facts.record) else { return BTreeSet::new() };
        if record.is_incomplete {
            let wide = plan.homes.iter().enumerate().filter(|(_, home)| !home.is_tight);
            return wide.map(|(at, _)| at).collect();
        }
        let layout = plan.layout(self.texts.len());
        let lines = record.stale.iter().filter_map(|stale| {
            let line = self.line(&layout, program.directives[stale.copy.or(stale.released)?].span)?;
            let name = stale.place.as_ref().map(|place| place.display(program, &self.session.sources));
            Some((line, name, stale.certainty))
        });
        // A copy that is found by address when the program runs may not be there, unless nothing happens between.
        let unclear = record.unclear.iter().filter_map(|id| self.line(&layout, program.directives[*id].span));
        let is_wide = |home: &usize| !plan.homes[*home].is_tight;
        let mut left: BTreeSet<usize> =
            unclear.flat_map(|line| homes_of(plan, line)).filter(is_wide).collect();
        // Around a single kernel nothing happens that could be wrong, only what cannot be followed.
        for (line, name, certainty) in lines {
            let is_wrong = |home: &usize| {
                let is_named = name.as_ref().is_none_or(|name| *name == plan.homes[*home].name);
                is_named && (certainty == Certainty::Certain || !plan.homes[*home].is_tight)
            };
            left.extend(homes_of(plan, line).into_iter().filter(is_wrong));
        }
        left
    }

    fn add(&self, plan: &mut Plan, program: &hir::Program, facts: &[analyze::Facts]) -> bool {
        let Some(record) = facts.first().map(|facts| &facts.record) else { return false };
        let input = analyze::Input::new(program, &self.session.sources);
        let (tree, layout) = (Tree::new(&input), plan.layout(self.texts.len()));
        let files = self.texts.len();
        let round = transfers::Round { input: &input, tree: &tree, record, layout: &layout, files };
        transfers::add(&round, plan)
    }

    /// Takes away transfers that move what is already there; was there one?
    fn remove_needless(&mut self, plan: &mut Plan) -> bool {
        let layout = plan.layout(self.texts.len());
        // Without a transfer of what is equal on both sides all is as before; a copy that begins empty is another.
        let mut begun: BTreeSet<usize> = BTreeSet::new();
        let mut is_changed = false;
        let all = self.session.sink.diagnostics().iter();
        for needless in all.filter(|found| found.code == &codes::NEEDLESS_COPY) {
            match self.line(&layout, needless.primary.span) {
                Some(Line::Move(at)) => {
                    let is_other = |moved: &&Move| moved.home.is_none_or(|home| !begun.contains(&home));
                    is_changed |= layout.moved(*at).filter(is_other).is_some_and(|moved| plan.ban(moved));
                }
                Some(Line::Alloc(home)) if plan.homes[*home].copyin => {
                    begun.insert(*home);
                    plan.homes[*home].copyin = false;
                    is_changed = true;
                }
                _ => {}
            }
        }
        is_changed
    }

    /// Says of copies that they hold all of an array, where it is not known whether an access stays inside; was there
    /// one?
    fn say_whole(&self, plan: &mut Plan) -> bool {
        let layout = plan.layout(self.texts.len());
        let doubts = [&codes::COVERAGE_UNDECIDED, &codes::END_UNKNOWN_IN_CALLEE];
        let undecided = self.session.sink.diagnostics().iter().filter(|found| doubts.contains(&found.code));
        let mut said = false;
        for diagnostic in undecided {
            let lines = diagnostic.related.iter().filter_map(|label| self.line(&layout, label.span));
            for home in lines.flat_map(|line| homes_of(plan, line)).collect::<Vec<usize>>() {
                let home = &mut plan.homes[home];
                if let Some(whole) = home.whole.take() {
                    home.section = "[*]".into();
                    home.shape = Some(whole);
                    said = true;
                }
            }
        }
        said
    }

    /// The arrays that something is still wrong with.
    fn blamed(&self, plan: &Plan, refused: &[Refused]) -> BTreeSet<usize> {
        let layout = plan.layout(self.texts.len());
        let mut blamed = BTreeSet::new();
        for diagnostic in self.session.sink.diagnostics() {
            let places = diagnostic.related.iter().map(|label| label.span).chain([diagnostic.primary.span]);
            let lines: Vec<&Line> = places.clone().filter_map(|span| self.line(&layout, span)).collect();
            let is_ours = !lines.is_empty() && diagnostic.severity() == Severity::Warning;
            if diagnostic.severity() != Severity::Error && !is_ours {
                continue;
            }
            let spots: Vec<(usize, usize)> = places.filter_map(|span| self.place_of(span)).collect();
            let is_around = |home: &Home| {
                let range = home.start.gap.offset..=home.end.gap.offset;
                spots.iter().any(|(file, offset)| {
                    *file == home.start.file && range.contains(&layout.original(*file, *offset))
                })
            };
            let is_refused = |refused: &Refused| refused.names.iter().any(|name| says(diagnostic, name));
            if is_missing(diagnostic) && refused.iter().any(is_refused) {
                continue;
            }
            let named = plan.homes.iter().enumerate();
            let named = named.filter(|(_, home)| says(diagnostic, &home.name));
            let mut homes: BTreeSet<usize> = named.map(|(at, _)| at).collect();
            // Other functions may have copies with that name, and nothing to do with this.
            let around: BTreeSet<usize> =
                homes.iter().copied().filter(|at| is_around(&plan.homes[*at])).collect();
            if !around.is_empty() {
                homes = around;
            }
            if homes.is_empty() {
                homes = lines.into_iter().flat_map(|line| homes_of(plan, line)).collect();
            }
            if homes.is_empty() {
                homes = (0..plan.homes.len()).collect();
            }
            blamed.extend(homes);
        }
        blamed
    }

    /// The inserted line that a span lies in.
    fn line<'l>(&self, layout: &'l transfers::Layout, span: Span) -> Option<&'l Line> {
        let (file, offset) = self.place_of(span)?;
        layout.line_at(file, offset)
    }

    /// Where a span begins in the text with the lines of a plan: file and offset.
    fn place_of(&self, span: Span) -> Option<(usize, usize)> {
        let sources = &self.session.sources;
        let range = sources.map.written_range(sources.expansions.outermost_call(span))?;
        Some((range.file.index(), range.start as usize))
    }

    /// The program with the lines of a plan.
    fn read(&mut self, plan: &Plan) -> Option<Analysed> {
        self.readings += 1;
        if self.readings > MOST_READINGS || self.session.effort.is_spent() {
            return None;
        }
        let layout = plan.layout(self.texts.len());
        self.session.sources = syntax::new_sources();
        self.session.sink = Sink::default();
        let mut inputs = Vec::new();
        for (at, text) in self.texts.iter().enumerate() {
            let bytes = apply_edits(&text.bytes, &layout.edits(at)).ok()?;
            let map = &mut self.session.sources.map;
            let file = map.add(text.name.clone(), Arc::from(bytes), FileKind::User, None)?;
            inputs.push(Input { file, ..text.input });
        }
        pipeline::analysed(self.session, &inputs)
    }

    /// Arrays without a copy, told in the unchanged text.
    fn remarks(&mut self, refused: &[Refused]) -> Vec<Diagnostic> {
        let Some((program, _)) = self.read(&Plan::default()) else { return Vec::new() };
        let told = |refused: &Refused| {
            let span = match program.stmts[refused.kernel].kind {
                hir::StmtKind::Kernel { directive, .. } => program.directives[directive].span,
                _ => program.stmts[refused.kernel].span,
            };
            let span = self.in_input(span);
            let message = format!("no data directives are written for `{}`: {}", refused.name, refused.why);
            Diagnostic::new(&codes::DATA_NOT_PLACED, span, message).label("this kernel uses it")
        };
        refused.iter().map(told).collect()
    }
}

impl Placing<'_> {
    /// The same place in the sources that the caller has.
    fn in_input(&self, span: Span) -> Span {
        let sources = &self.session.sources;
        let range = sources.map.written_range(sources.expansions.outermost_call(span));
        let Some((range, text)) = range.and_then(|range| Some((range, self.texts.get(range.file.index())?)))
        else {
            return Span::BUILTIN;
        };
        let lo = text.start + range.start;
        Span::in_file(lo, text.start + range.end.max(range.start))
    }
}

/// The copies that an inserted line is about.
fn homes_of(plan: &Plan, line: &Line) -> Vec<usize> {
    match line {
        Line::Alloc(home) => vec![*home],
        Line::Free(homes) => homes.clone(),
        Line::Move(at) => plan.moves.get(*at).and_then(|moved| moved.home).into_iter().collect(),
        Line::Shape => Vec::new(),
    }
}
