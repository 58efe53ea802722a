//! One function, once more for each kind of caller: which bytes change.
//!
//! The version is the text of the function with another name, other names for
//! its kernels, and further parameters where it has any. Calls change where they
//! stand; a caller that does not see the version gets a declaration of it first.
//!
//! `None` everywhere means: not to be had by changing text. Then the function stays as
//! it is, and the analysis says what is in its way.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use analyze::device_functions::is_constant;
use analyze::versions::{Split, Version, VersionCall};
use emit::{Printer, Style};
use hir::{DirectiveKind, ExprId, ExprKind, FunctionId, Item, Program, Span, StmtId, StmtKind, VarStorage};
use source::{Edit, FileId, Sources, declaration_start};

use super::text::{Changes, Copy};

/// Writes versions into the files of a program.
pub(super) struct Copies<'a> {
    program: &'a Program,
    sources: &'a Sources,
}

/// A function's text.
struct Definition {
    file: FileId,
    whole: Range<usize>,
    /// Its name there.
    name: Range<usize>,
    /// Where its list of parameters ends.
    list_end: usize,
    has_params: bool,
}

impl<'a> Copies<'a> {
    pub(super) fn new(program: &'a Program, sources: &'a Sources) -> Copies<'a> {
        Copies { program, sources }
    }

    /// Adds the versions of a function to the changes of the files.
    pub(super) fn write(&self, split: &Split, changes: &mut BTreeMap<FileId, Changes>) -> Option<()> {
        let definition = self.definition(split.function)?;
        let is_renamed = |version: &&Version| !version.suffix.is_empty();
        let renamed = split.versions.iter().filter(is_renamed).count();
        let is_kept = split.is_addressed || renamed < split.versions.len();
        let is_shared = renamed + usize::from(is_kept) > 1;
        if is_shared && self.has_state(split.function) || !is_kept && self.is_library(split.function) {
            return None;
        }
        let mut taken: HashSet<String> = changes.values().flat_map(Changes::names).collect();
        let mut in_place = !is_kept;
        for version in split.versions.iter().filter(is_renamed) {
            let function = &*self.sources.text(self.program.functions[split.function].name);
            let name = self.free_name(&format!("{function}_{}", version.suffix), &mut taken);
            let edits = self.own_edits(split.function, &definition, version, &name, &mut taken)?;
            let own = changes.entry(definition.file).or_default();
            if std::mem::take(&mut in_place) {
                edits.into_iter().for_each(|edit| own.edits.push(edit));
            } else {
                let heading = format!("\n\n// {function}, where calls bring {}\n", version.brings);
                let (at, part) = (definition.whole.end, definition.whole.clone());
                own.copies.push(Copy { at, heading, part, edits, is_version: false });
            }
            let mut declared = HashSet::new();
            for call in &version.calls {
                self.redirect(call, &name, changes)?;
                self.declare(split.function, &definition, version, &name, call, &mut declared, changes)?;
            }
        }
        Some(())
    }

    /// May others call it, whom nobody here knows?
    fn is_library(&self, function: FunctionId) -> bool {
        let is_main = |f: &hir::Function| f.body.is_some() && self.sources.text(f.name) == "main";
        !self.program.functions[function].is_static && !self.program.functions.iter().any(|(_, f)| is_main(f))
    }

    /// Has it a variable that all its calls share?
    fn has_state(&self, function: FunctionId) -> bool {
        let Some(body) = self.program.functions[function].body else { return false };
        let input = analyze::Input::new(self.program, self.sources);
        let mut stmts = self.program.stmts_below(body);
        stmts.any(|stmt| {
            let StmtKind::Decl(items) = &self.program.stmts[stmt].kind else { return false };
            items.iter().any(|item| match item {
                Item::Var { var, .. } => {
                    self.program.vars[*var].storage == VarStorage::StaticLocal && !is_constant(&input, *var)
                }
                _ => false,
            })
        })
    }

    /// Where a function stands in one of the inputs.
    fn definition(&self, function: FunctionId) -> Option<Definition> {
        let declared = &self.program.functions[function];
        let span = declared.def_span.filter(|_| !declared.old_style)?;
        let unit = &self.program.units[self.program.unit_of(function)?];
        let (file, whole) = self.editable(span).filter(|(file, _)| unit.file == Some(*file))?;
        let body = self.program.stmts[declared.body?].span;
        let (_, body) = self.editable(body)?;
        let bytes = &self.sources.map.file(file).bytes;
        let word = self.sources.text(declared.name).into_owned();
        let name = name_before_list(bytes, whole.start..body.start, word.as_bytes())?;
        let list_end = end_of_list(bytes, name.end..body.start)?;
        Some(Definition { file, whole, name, list_end, has_params: !declared.params.is_empty() })
    }

    /// What a version changes in the text of its function.
    fn own_edits(
        &self,
        function: FunctionId,
        definition: &Definition,
        version: &Version,
        name: &str,
        taken: &mut HashSet<String>,
    ) -> Option<Vec<Edit>> {
        let body = self.program.functions[function].body?;
        let mut edits = vec![edit(definition.name.clone(), name)];
        if !version.more.is_empty() {
            let list = definition.list_end..definition.list_end;
            let params = self.more_params(version);
            match definition.has_params {
                true => edits.push(edit(list, &format!(", {params}"))),
                false => {
                    let bytes = &self.sources.map.file(definition.file).bytes;
                    let open = (definition.name.end..list.start).find(|at| bytes[*at] == b'(')?;
                    edits.push(edit(open + 1..list.start, &params));
                }
            }
        }
        for stmt in self.program.stmts_below(body) {
            let StmtKind::Kernel { directive, .. } = self.program.stmts[stmt].kind else { continue };
            let DirectiveKind::Kernel(clauses) = &self.program.directives[directive].kind else { continue };
            let place = self.inside(clauses.name_span, definition)?;
            let wanted = format!("{}_{}", self.sources.text(clauses.name), version.suffix);
            edits.push(edit(place, &self.free_name(&wanted, taken)));
        }
        edits.extend(self.calls_of_itself(function, definition, version, name, body)?);
        Some(edits)
    }

    /// A version that calls the function again means itself.
    fn calls_of_itself(
        &self,
        function: FunctionId,
        definition: &Definition,
        version: &Version,
        name: &str,
        body: StmtId,
    ) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        for expr in self.program.exprs_below(body) {
            let ExprKind::Call { callee, args } = &self.program.exprs[expr].kind else { continue };
            if self.program.called_function(*callee) != Some(function) {
                continue;
            }
            edits.push(edit(self.inside(self.mention(*callee)?, definition)?, name));
            if !version.more.is_empty() {
                let end = self.inside(self.program.exprs[expr].span, definition)?.end.checked_sub(1)?;
                let passed: Vec<&str> = version.more.iter().map(|(name, _)| name.as_str()).collect();
                let comma = if args.is_empty() { "" } else { ", " };
                edits.push(edit(end..end, &format!("{comma}{}", passed.join(", "))));
            }
        }
        Some(edits)
    }

    /// Makes a call one of the version.
    fn redirect(
        &self,
        call: &VersionCall,
        name: &str,
        changes: &mut BTreeMap<FileId, Changes>,
    ) -> Option<()> {
        let ExprKind::Call { callee, args } = &self.program.exprs[call.call].kind else { return None };
        let unit = &self.program.units[self.program.unit_of(call.caller)?];
        let (file, place) =
            self.editable(self.mention(*callee)?).filter(|(file, _)| unit.file == Some(*file))?;
        let own = changes.entry(file).or_default();
        own.edit(place.start, place.end, name);
        if !call.more.is_empty() {
            let (_, whole) = self.editable(self.program.exprs[call.call].span)?;
            let end = whole.end.checked_sub(1)?;
            if self.sources.map.file(file).bytes.get(end) != Some(&b')') {
                return None;
            }
            let mut printer = Printer::new(self.program, self.sources, Style::default());
            let passed: Vec<String> = call.more.iter().map(|value| printer.expr_text(*value)).collect();
            let comma = if args.is_empty() { "" } else { ", " };
            own.edit(end, end, &format!("{comma}{}", passed.join(", ")));
        }
        Some(())
    }

    /// Declares the version before the first caller of a file that does not see it.
    #[expect(clippy::too_many_arguments, reason = "a version, its function and its place")]
    fn declare(
        &self,
        function: FunctionId,
        definition: &Definition,
        version: &Version,
        name: &str,
        call: &VersionCall,
        declared: &mut HashSet<FileId>,
        changes: &mut BTreeMap<FileId, Changes>,
    ) -> Option<()> {
        let caller = self.program.functions[call.caller].def_span?;
        let (file, place) = self.editable(caller)?;
        if file == definition.file && place.start >= definition.whole.end || !declared.insert(file) {
            return Some(());
        }
        let callers = version.calls.iter().map(|call| self.program.functions[call.caller].def_span);
        let starts = callers.filter_map(|span| self.editable(span?).filter(|(other, _)| *other == file));
        let first = starts.map(|(_, place)| place.start).min()?;
        let ExprKind::Call { callee, .. } = &self.program.exprs[call.call].kind else { return None };
        let known = self.program.called_function(*callee)?;
        let mut heading = self.heading(known, name)?;
        if !version.more.is_empty() {
            let end = heading.rfind(')')?;
            let params = self.more_params(version);
            match definition.has_params {
                true => heading.insert_str(end, &format!(", {params}")),
                false => heading.replace_range(heading.find('(')? + 1..end, &params),
            }
        }
        let linkage = if self.program.functions[function].is_static { "static " } else { "" };
        let bytes = &self.sources.map.file(file).bytes;
        let at = declaration_start(bytes, first);
        changes.entry(file).or_default().edit(at, at, &format!("{linkage}{heading};\n\n"));
        Some(())
    }

    fn heading(&self, function: FunctionId, name: &str) -> Option<String> {
        let ty = self.program.function_type(function)?;
        let mut printer = Printer::new(self.program, self.sources, Style::default());
        Some(printer.function_heading(ty, name, &self.program.functions[function].params))
    }

    fn more_params(&self, version: &Version) -> String {
        let mut printer = Printer::new(self.program, self.sources, Style::default());
        let params: Vec<String> =
            version.more.iter().map(|(name, ty)| printer.declaration(*ty, name)).collect();
        params.join(", ")
    }

    /// The name of the function in a call.
    fn mention(&self, callee: ExprId) -> Option<Span> {
        let mut at = callee;
        while let ExprKind::Cast { operand, .. } | ExprKind::Deref(operand) | ExprKind::AddrOf(operand) =
            self.program.exprs[at].kind
        {
            at = operand;
        }
        let ExprKind::Function(function) = self.program.exprs[at].kind else { return None };
        let span = self.program.exprs[at].span;
        let is_name = self.sources.map.text(span)
            == self.sources.text(self.program.functions[function].name).as_bytes();
        is_name.then_some(span)
    }

    /// The bytes of a span that stands in a file as it is, not in the body of
    /// a macro.
    fn editable(&self, span: Span) -> Option<(FileId, Range<usize>)> {
        let written = self.sources.expansions.written_at(span);
        if (written.lo, written.hi) != (span.lo, span.hi) {
            return None;
        }
        let range = self.sources.map.range(written)?;
        Some((range.file, range.start as usize..range.end as usize))
    }

    /// The same for a part of a function.
    fn inside(&self, span: Span, definition: &Definition) -> Option<Range<usize>> {
        let (file, range) = self.editable(span)?;
        let whole = &definition.whole;
        (file == definition.file && whole.start <= range.start && range.end <= whole.end).then_some(range)
    }

    /// The name, or the first with a number behind it that nothing has.
    fn free_name(&self, wanted: &str, taken: &mut HashSet<String>) -> String {
        let mut name = wanted.to_string();
        let mut counter = 1;
        while self.sources.symbols.lookup(name.as_bytes()).is_some() || !taken.insert(name.clone()) {
            counter += 1;
            name = format!("{wanted}{counter}");
        }
        name
    }
}

fn edit(range: Range<usize>, text: &str) -> Edit {
    Edit { start: range.start, end: range.end, text: text.as_bytes().to_vec() }
}

/// Where a word stands that an opening parenthesis follows.
fn name_before_list(bytes: &[u8], range: Range<usize>, word: &[u8]) -> Option<Range<usize>> {
    let is_part = |at: Option<&u8>| at.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'$');
    let text = bytes.get(range.clone())?;
    text.windows(word.len()).enumerate().find_map(|(at, window)| {
        let end = at + word.len();
        let is_word = window == word
            && !is_part(at.checked_sub(1).and_then(|before| text.get(before)))
            && !is_part(text.get(end));
        let next = text.get(end..)?.iter().find(|b| !b.is_ascii_whitespace());
        (is_word && next == Some(&b'(')).then(|| range.start + at..range.start + end)
    })
}

/// Where the parenthesis that opens in a text is closed.
fn end_of_list(bytes: &[u8], range: Range<usize>) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = range.start;
    while at < range.end {
        let rest = &bytes[at..range.end];
        if rest.starts_with(b"/*") {
            at += rest.windows(2).position(|pair| pair == b"*/")? + 2;
            continue;
        }
        if rest.starts_with(b"//") {
            at += rest.iter().position(|b| *b == b'\n')?;
            continue;
        }
        match bytes[at] {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at += 1;
    }
    None
}
