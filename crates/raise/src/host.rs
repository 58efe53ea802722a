//! The raised file's text: the user's own, with the kernels' bodies and what speaks of CUDA
//! replaced.
//!
//! ```text
//! cudaMalloc((void **)&d, bytes);                d = malloc(bytes);
//! cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);   memcpy(d, h, bytes);
//! scale<<<grid, block>>>(d, n);                  scale(d, n);
//! ```
//! Calls whose result is used, or that stand in a macro or header, stay and get a stand-in.
//!
//! Invariant: whatever is not named here is copied byte for byte.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use emit::{Dialect, Printer, Style};
use hir::{
    CudaSpecs, ExprId, ExprKind, GridQuery, Init, Item, Program, Span, StmtId, StmtKind, VarId, VarStorage,
};
use source::{Edit, FileKind, apply_edits, line_start};

use crate::grid::{Launch, Shown, Size, is_pure, is_stable, number, without_conversions};
use crate::host_data::Data;
use crate::kernel::Refusal;
use crate::stand_ins::{self, words};
use crate::{Raised, Text, Unit};

/// The raised text.
pub(crate) fn text(unit: &Unit<'_>, changed: &HashSet<VarId>, raised: &[Raised]) -> Result<Text, Refusal> {
    let bytes = unit.sources.map.file(unit.file).bytes.clone();
    let mut host = Host {
        unit,
        changed,
        bytes: &bytes,
        edits: Vec::new(),
        directives: Vec::new(),
        bodies: Vec::new(),
        printed: HashSet::new(),
        configs: Vec::new(),
    };
    for kernel in raised {
        host.kernel(kernel)?;
        for launch in &kernel.launches {
            host.launch(kernel, launch)?;
        }
    }
    host.renamed_calls()?;
    host.calls_of_the_runtime()?;
    host.sizes()?;
    host.words_of_cuda();
    host.includes();
    host.struct_names();
    let edits = std::mem::take(&mut host.edits);
    let directives = std::mem::take(&mut host.directives);
    let plain = host.assembled(&without_directives(&edits))?;
    let all: Vec<Edit> = edits.into_iter().chain(directives).collect();
    let with_directives = host.assembled(&all)?;
    Ok(Text { with_directives, plain })
}

/// Kernels' bodies without the lines of directives.
fn without_directives(edits: &[Edit]) -> Vec<Edit> {
    let plain = |edit: &Edit| {
        let lines = edit.text.split_inclusive(|&b| b == b'\n');
        let text = lines
            .filter(|line| !line.trim_ascii_start().starts_with(b"#pragma hicuda"))
            .flatten()
            .copied()
            .collect();
        Edit { text, ..edit.clone() }
    };
    edits.iter().map(plain).collect()
}

struct Host<'u, 'a, 'b> {
    unit: &'u Unit<'a>,
    changed: &'u HashSet<VarId>,
    bytes: &'b [u8],
    edits: Vec<Edit>,
    /// Data directives, which may be left out.
    directives: Vec<Edit>,
    /// The bodies of kernels, which are replaced as a whole.
    bodies: Vec<Range<usize>>,
    /// Variables that sizes passed at a launch are printed with.
    printed: HashSet<VarId>,
    /// The sizes of launches, which are gone.
    configs: Vec<ExprId>,
}

impl Host<'_, '_, '_> {
    fn program(&self) -> &Program {
        self.unit.program
    }

    /// Where a span is in the file; `None` in macros and headers.
    fn range(&self, span: Span) -> Option<Range<usize>> {
        if span.is_from_macro() {
            return None;
        }
        let range = self.unit.sources.map.range(span)?;
        (range.file == self.unit.file).then_some(range.start as usize..range.end as usize)
    }

    fn replace(&mut self, range: Range<usize>, text: impl Into<Vec<u8>>) {
        self.edits.push(Edit { start: range.start, end: range.end, text: text.into() });
    }

    /// The text of an expression, as the user wrote it.
    fn written(&self, expr: ExprId) -> Option<&[u8]> {
        let expr = without_conversions(self.program(), expr);
        self.range(self.program().exprs[expr].span).map(|range| &self.bytes[range])
    }

    /// The kernel's body, and its parameters for sizes.
    fn kernel(&mut self, kernel: &Raised) -> Result<(), Refusal> {
        let function = &self.program().functions[kernel.function];
        let span = function.span;
        let from_macro = || Refusal::new(span, "a kernel is made by a macro");
        let body = function.body.ok_or_else(from_macro)?;
        let range = self.range(self.program().stmts[body].span).ok_or_else(from_macro)?;
        if self.bytes.get(range.start) != Some(&b'{') {
            return Err(from_macro());
        }
        let newline = if self.bytes.windows(2).any(|pair| pair == b"\r\n") { "\r\n" } else { "\n" };
        let close = self.bytes[..range.start].iter().rposition(|&b| b == b')').ok_or_else(from_macro)?;
        let mut more: Vec<String> = kernel.sizes.iter().map(|(_, _, name)| format!("int {name}")).collect();
        more.extend(kernel.shared_bytes.iter().map(|name| format!("int {name}")));
        if !more.is_empty() {
            let has_others = !self.program().functions[kernel.function].params.is_empty();
            let comma = if has_others { ", " } else { "" };
            self.replace(close..close, format!("{comma}{}", more.join(", ")));
        }
        self.bodies.push(range.clone());
        self.replace(range, kernel.body.replace('\n', newline));
        Ok(())
    }

    /// A launch is a call; sizes that the kernel asks for are arguments.
    fn launch(&mut self, kernel: &Raised, launch: &Launch) -> Result<(), Refusal> {
        let node = self.program().exprs[launch.expr].clone();
        let refuse = || Refusal::new(node.span, "a launch is made by a macro").help("write it out");
        let ExprKind::Launch { callee, config, .. } = node.kind else { return Ok(()) };
        let whole = self.range(node.span).ok_or_else(refuse)?;
        let callee = without_conversions(self.program(), callee);
        let name = self.range(self.program().exprs[callee].span).ok_or_else(refuse)?;
        let text = &self.bytes[whole.clone()];
        // From the name to the arguments: the last `>>>` before the first argument.
        let first = config.first().and_then(|&size| {
            self.range(self.program().exprs[without_conversions(self.program(), size)].span)
        });
        let last = config.last().and_then(|&size| {
            let span = self.program().exprs[without_conversions(self.program(), size)].span;
            self.range(self.unit.sources.expansions.outermost_call(span))
        });
        let from = first.as_ref().map_or(name.end, |first| first.start.max(name.end)).min(whole.end);
        let behind = last.map_or(from, |last| last.end).clamp(whole.start, whole.end);
        let close = find(&self.bytes[behind..whole.end], b">>>").ok_or_else(refuse)? + behind + 3;
        if find(text, b"<<<").is_none() {
            return Err(refuse());
        }
        self.replace(name.end..close, "");
        self.configs.extend(config);
        let mut more = Vec::new();
        for (query, axis, _) in &kernel.sizes {
            let size = match query {
                GridQuery::GridSize => launch.grid[number(*axis)],
                _ => launch.block[number(*axis)],
            };
            more.push(self.size_text(size, number(*axis)));
        }
        if kernel.shared_bytes.is_some() {
            more.push(match launch.shared {
                Some(bytes) => self.printed_text(bytes),
                None => "0".to_owned(),
            });
        }
        if !more.is_empty() {
            let comma = if launch.args.is_empty() { "" } else { ", " };
            self.replace(whole.end - 1..whole.end - 1, format!("{comma}{}", more.join(", ")));
        }
        Ok(())
    }

    fn size_text(&mut self, size: Size, axis: usize) -> String {
        let member = ["x", "y", "z"][axis];
        match size {
            Size::One => "1".to_owned(),
            Size::Expr { value, earlier: true, .. } if is_stable(self.program(), self.changed, value) => {
                self.printed_text(value)
            }
            Size::Expr { shown: Shown::Expr(shown), .. } => self.printed_text(shown),
            Size::Expr { shown: Shown::MemberOf(whole), .. } | Size::Member(whole) => {
                format!("{}.{member}", self.printed_text(whole))
            }
        }
    }

    fn printed_text(&mut self, expr: ExprId) -> String {
        let vars: Vec<VarId> =
            self.program().exprs_below(expr).filter_map(|e| self.program().variable_of(e)).collect();
        self.printed.extend(vars);
        let style = Style { dialect: Dialect::C, ..Style::default() };
        Printer::new(self.program(), self.unit.sources, style).expr_text(expr)
    }

    /// Calls of functions that C++ overloads, by the name that C has for the one that is meant.
    fn renamed_calls(&mut self) -> Result<(), Refusal> {
        let names = crate::renamed(self.unit);
        let mut edits = Vec::new();
        for (_, function) in self.program().functions.iter() {
            let Some(body) = function.body.filter(|_| !function.cuda.has(CudaSpecs::GLOBAL)) else {
                continue;
            };
            for expr in self.program().exprs_below(body) {
                let ExprKind::Call { callee, .. } = self.program().exprs[expr].kind else { continue };
                let Some(called) = self.program().called_function(callee) else { continue };
                let Some(name) = names.get(&called) else { continue };
                let callee = without_conversions(self.program(), callee);
                let span = self.program().exprs[callee].span;
                // A macro's argument stands where it was written.
                let span = self.unit.sources.expansions.written_at(span);
                let called = self.unit.sources.text(self.program().functions[called].name).into_owned();
                let range = self.range(span).map(|range| range.start..range.start + called.len());
                let is_name = |range: &Range<usize>| {
                    let goes_on =
                        self.bytes.get(range.end).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
                    self.bytes.get(range.clone()) == Some(called.as_bytes()) && !goes_on
                };
                match range.filter(is_name) {
                    Some(range) => edits.push((range, name.clone())),
                    None => {
                        let reason =
                            format!("a function that C calls `{name}` is called in a macro or header");
                        return Err(Refusal::new(span, reason));
                    }
                }
            }
        }
        edits.sort_by_key(|edit| edit.0.start);
        edits.dedup();
        edits.into_iter().for_each(|(range, name)| self.replace(range, name));
        Ok(())
    }

    /// Statements that call CUDA's runtime, as C's library would be called.
    fn calls_of_the_runtime(&mut self) -> Result<(), Refusal> {
        let stmts: Vec<StmtId> = self.program().stmts.ids().collect();
        let in_blocks: HashSet<StmtId> = self
            .program()
            .stmts
            .iter()
            .filter_map(|(_, stmt)| match &stmt.kind {
                StmtKind::Block(stmts) => Some(stmts.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        for stmt in stmts {
            let StmtKind::Expr(expr) = self.program().stmts[stmt].kind else { continue };
            let call = without_conversions(self.program(), expr);
            let ExprKind::Call { callee, args } = self.program().exprs[call].kind.clone() else { continue };
            let Some(called) = self.program().called_function(callee) else { continue };
            let name = self.unit.sources.text(self.program().functions[called].name).into_owned();
            let Some(range) = self.range(self.program().stmts[stmt].span) else { continue };
            if self.bodies.iter().any(|body| body.contains(&range.start)) || !name.starts_with("cuda") {
                continue;
            }
            if is_needless(&name) && is_pure_call(self, &args) {
                self.remove_lines(range);
                continue;
            }
            // A directive must not come between a branch and its statement.
            if in_blocks.contains(&stmt) {
                self.directives_beside(&name, &args, range.clone());
            }
            if let Some(text) = self.library_call(&name, &args) {
                let range = self.range(self.program().exprs[call].span).unwrap_or(range);
                self.replace(range, text);
            }
        }
        Ok(())
    }

    /// Data directives on lines of their own, before and behind a statement.
    fn directives_beside(&mut self, name: &str, args: &[ExprId], range: Range<usize>) {
        let print = |expr: ExprId| {
            let style = Style { dialect: Dialect::C, ..Style::default() };
            Printer::new(self.program(), self.unit.sources, style).expr_text(expr)
        };
        let data = Data { program: self.program(), changed: self.changed, print: &print };
        let Some(beside) = data.directives(name, args) else { return };
        let start = line_start(self.bytes, range.start);
        let rest = &self.bytes[range.end..];
        let end = rest.iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |at| range.end + at + 1);
        for directive in beside {
            let at = if directive.before { start } else { end };
            let text = format!("{}\n", directive.text).into_bytes();
            self.directives.push(Edit { start: at, end: at, text });
        }
    }

    /// What a call of the runtime is in C, where that can be said in one statement.
    fn library_call(&self, name: &str, args: &[ExprId]) -> Option<Vec<u8>> {
        let arg = |at: usize| self.written(*args.get(at)?);
        Some(match name {
            "cudaMalloc" | "cudaMallocHost" | "cudaMallocManaged" => {
                let mut place = *args.first()?;
                while let ExprKind::Cast { operand, .. } = self.program().exprs[place].kind {
                    place = operand;
                }
                let ExprKind::AddrOf(variable) = self.program().exprs[place].kind else { return None };
                [self.written(variable)?, b" = malloc(", arg(1)?, b")"].concat()
            }
            "cudaFree" | "cudaFreeHost" => [b"free(", arg(0)?, b")"].concat(),
            "cudaMemcpy" => [b"memcpy(", arg(0)?, b", ", arg(1)?, b", ", arg(2)?, b")"].concat(),
            "cudaMemset" => [b"memset(", arg(0)?, b", ", arg(1)?, b", ", arg(2)?, b")"].concat(),
            "cudaMemcpyToSymbol" | "cudaMemcpyFromSymbol" => {
                let offset = hir::const_eval::integer(self.program(), *args.get(3)?)?;
                let (symbol, other) = if name == "cudaMemcpyToSymbol" { (0, 1) } else { (1, 0) };
                if offset != 0 {
                    return None;
                }
                let mut at = *args.get(symbol)?;
                while let ExprKind::Cast { operand, .. } | ExprKind::AddrOf(operand) =
                    self.program().exprs[at].kind
                {
                    at = operand;
                }
                let ExprKind::Var(var) = self.program().exprs[at].kind else { return None };
                let is_array = self.program().types.is_array(self.program().vars[var].ty);
                let address: &[u8] = if is_array { b"" } else { b"&" };
                let symbol = [address, self.written(at)?].concat();
                match other {
                    1 => [b"memcpy(", &symbol[..], b", ", arg(1)?, b", ", arg(2)?, b")"].concat(),
                    _ => [b"memcpy(", arg(0)?, b", ", &symbol[..], b", ", arg(2)?, b")"].concat(),
                }
            }
            _ => return None,
        })
    }

    /// Takes a statement away, with its lines where nothing else is on them.
    fn remove_lines(&mut self, range: Range<usize>) {
        let start = line_start(self.bytes, range.start);
        let rest = &self.bytes[range.end..];
        let end = rest.iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |at| range.end + at + 1);
        let before = self.bytes[start..range.start].trim_ascii();
        let behind = self.bytes[range.end..end].trim_ascii();
        let whole_lines = before.is_empty() && behind.is_empty();
        // A branch needs a statement.
        let line_before = self.bytes[..start].trim_ascii_end();
        let is_branch = line_before.ends_with(b")") || line_before.ends_with(b"else");
        match (whole_lines, is_branch) {
            (true, false) => self.replace(start..end, ""),
            (_, true) => self.replace(range, ";"),
            (false, false) if before.is_empty() || before.ends_with(b";") || before.ends_with(b"{") => {
                self.replace(range, "");
            }
            (false, false) => self.replace(range, ";"),
        }
    }

    /// Declarations of sizes: gone where only launches used them, C where something else does.
    fn sizes(&mut self) -> Result<(), Refusal> {
        let mut dead: HashSet<VarId> = HashSet::new();
        let program = self.program();
        let mut in_configs = vec![0usize; program.vars.len()];
        for &config in &self.configs {
            for expr in program.exprs_below(config) {
                if let ExprKind::Var(var) = program.exprs[expr].kind {
                    in_configs[var.index()] += 1;
                }
            }
        }
        // Bodies of functions hold all that is evaluated; other nodes are left from rewriting.
        let mut mentioned = vec![0usize; program.vars.len()];
        let mut declarations: Vec<(StmtId, Vec<VarId>)> = Vec::new();
        for (_, function) in program.functions.iter() {
            let Some(body) = function.body else { continue };
            for expr in program.exprs_below(body) {
                if let ExprKind::Var(var) = program.exprs[expr].kind {
                    mentioned[var.index()] += 1;
                }
            }
            for stmt in program.stmts_below(body) {
                if let StmtKind::Decl(items) = &program.stmts[stmt].kind {
                    let vars = items.iter().map(|item| match item {
                        Item::Var { var, .. } => Some(*var),
                        _ => None,
                    });
                    if let Some(vars) = vars.collect::<Option<Vec<VarId>>>() {
                        declarations.push((stmt, vars));
                    }
                }
            }
        }
        loop {
            let mut found = None;
            for (stmt, vars) in &declarations {
                let goes = vars.iter().all(|var| {
                    mentioned[var.index()] == in_configs[var.index()]
                        && in_configs[var.index()] > 0
                        && !self.printed.contains(var)
                        && program.vars[*var].storage == VarStorage::Local
                        && program.vars[*var].init.as_ref().is_some_and(|init| self.is_quiet(init))
                });
                if goes
                    && !vars.iter().any(|var| dead.contains(var))
                    && self.range(program.stmts[*stmt].span).is_some()
                {
                    found = Some((*stmt, vars.clone()));
                    break;
                }
            }
            let Some((stmt, vars)) = found else { break };
            dead.extend(&vars);
            // What its initialisers mention is mentioned so much less.
            for expr in program.exprs_below(stmt) {
                if let ExprKind::Var(var) = program.exprs[expr].kind {
                    in_configs[var.index()] += 1;
                }
            }
        }
        let gone: Vec<Range<usize>> = declarations
            .iter()
            .filter(|(_, vars)| vars.iter().all(|var| dead.contains(var)))
            .filter_map(|(stmt, _)| self.range(program.stmts[*stmt].span))
            .collect();
        let mut kept = Vec::new();
        for (_, vars) in declarations.iter().filter(|(_, vars)| !vars.iter().any(|var| dead.contains(var))) {
            for &var in vars {
                if let Some(Init::Construct(args)) = &program.vars[var].init {
                    kept.push((var, args.clone()));
                }
            }
        }
        gone.into_iter().for_each(|range| self.remove_lines(range));
        for (var, args) in kept {
            self.constructed(var, &args)?;
        }
        Ok(())
    }

    fn is_quiet(&self, init: &Init) -> bool {
        let exprs = self.program().init_exprs(init);
        exprs.into_iter().all(|expr| is_pure(self.program(), self.unit.sources, expr))
    }

    /// `dim3 grid(4, 4);` is `dim3 grid = {4, 4, 1};`
    fn constructed(&mut self, var: VarId, args: &[ExprId]) -> Result<(), Refusal> {
        let span = self.program().vars[var].span;
        let refuse = || Refusal::new(span, "a `dim3` is declared by a macro");
        let name = self.range(span).ok_or_else(refuse)?;
        let open = name.end
            + self.bytes[name.end..].iter().position(|b| !b.is_ascii_whitespace()).ok_or_else(refuse)?;
        if self.bytes.get(open) != Some(&b'(') {
            return Err(Refusal::new(span, "this initialisation is C++'s"));
        }
        let mut depth = 0usize;
        let mut close = open;
        for (at, byte) in self.bytes.iter().enumerate().skip(open) {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                close = at;
                break;
            }
        }
        let ones = ", 1".repeat(3usize.saturating_sub(args.len()));
        self.replace(name.end..open + 1, " = {");
        self.replace(close..close + 1, format!("{ones}}}"));
        Ok(())
    }

    /// `__global__` and its like.
    fn words_of_cuda(&mut self) {
        let inline: Vec<Range<usize>> = self
            .program()
            .functions
            .iter()
            .filter(|(_, f)| f.is_inline && !f.is_static && f.body.is_some())
            .filter_map(|(_, f)| self.range(f.def_span?))
            .collect();
        let found = words(self.bytes);
        let mut at = 0;
        while at < found.len() {
            let (start, mut end) = found[at];
            at += 1;
            let word = &self.bytes[start..end];
            if self.bodies.iter().any(|body| body.contains(&start)) {
                continue;
            }
            let is_space = matches!(
                word,
                b"__global__"
                    | b"__device__"
                    | b"__host__"
                    | b"__constant__"
                    | b"__managed__"
                    | b"__forceinline__"
                    | b"__noinline__"
            );
            if word == b"nullptr" {
                self.replace(start..end, "NULL");
            } else if word == b"__launch_bounds__" {
                let close = self.bytes[end..].iter().position(|&b| b == b')').map_or(end, |i| end + i + 1);
                let blank = self.bytes[close..].iter().take_while(|b| b.is_ascii_whitespace()).count();
                self.replace(start..close + blank, "");
            } else if is_space && !self.is_macro_line(start) {
                let is_inline = word == b"__forceinline__";
                let needs_static = word != b"__constant__" && inline.iter().any(|def| def.contains(&start));
                let first = at < 2 || !inline.iter().any(|def| def.contains(&found[at - 2].0));
                end += self.bytes[end..].iter().take_while(|b| **b == b' ' || **b == b'\t').count();
                let mut text = String::new();
                if needs_static && first {
                    text.push_str("static ");
                }
                if is_inline {
                    text.push_str("inline ");
                }
                self.replace(start..end, text);
            }
        }
    }

    /// Is it in a preprocessor's line?
    fn is_macro_line(&self, at: usize) -> bool {
        let start = line_start(self.bytes, at);
        self.bytes[start..at].trim_ascii_start().starts_with(b"#")
    }

    /// CUDA's headers go, C++'s are C's.
    fn includes(&mut self) {
        // C++'s own too: what uses them is not C, and is found when the text is read again.
        const GONE: [&str; 14] = [
            "algorithm",
            "chrono",
            "fstream",
            "iomanip",
            "random",
            "string",
            "vector",
            "cuda.h",
            "cuda_runtime.h",
            "cuda_runtime_api.h",
            "device_launch_parameters.h",
            "vector_types.h",
            "vector_functions.h",
            "device_functions.h",
        ];
        const OF_C: [&str; 11] = [
            "cassert", "cctype", "cerrno", "cfloat", "climits", "cmath", "cstddef", "cstdint", "cstdio",
            "cstdlib", "cstring",
        ];
        let mut at = 0;
        while at < self.bytes.len() {
            let end =
                self.bytes[at..].iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |i| at + i + 1);
            let line = String::from_utf8_lossy(&self.bytes[at..end]).into_owned();
            if let Some(name) = included(&line) {
                if GONE.contains(&name) {
                    self.replace(at..end, "");
                } else if name == "iostream" {
                    self.replace(at..end, line.replace(name, "stdio.h"));
                } else if OF_C.contains(&name) {
                    self.replace(at..end, line.replace(name, &format!("{}.h", &name[1..])));
                }
            }
            at = end;
        }
    }

    /// In C, a struct's name is a type's only with `struct` before it.
    fn struct_names(&mut self) {
        let found = words(self.bytes);
        let mut more = Vec::new();
        for (_, record) in self.program().records.iter() {
            let Some(tag) = record.tag.filter(|_| !record.invented_tag && record.fields.is_some()) else {
                continue;
            };
            let Some(place) = self.range(record.span) else { continue };
            let name = self.unit.sources.symbols.bytes(tag);
            let is_typedef = self.program().typedefs.iter().any(|(_, t)| t.name == tag);
            let keyword = |at: usize| {
                let before = at.checked_sub(1).map(|before| &self.bytes[found[before].0..found[before].1]);
                before.is_some_and(|word| [&b"struct"[..], b"union", b"class", b"enum"].contains(&word))
            };
            let is_bare = found.iter().enumerate().any(|(at, &(start, end))| {
                let in_body = self.bodies.iter().any(|body| body.contains(&start));
                &self.bytes[start..end] == name && !keyword(at) && !in_body && !self.is_member(start)
            });
            if is_bare && !is_typedef {
                let word = match record.kind {
                    hir::RecordKind::Struct => "struct",
                    hir::RecordKind::Union => "union",
                };
                let name = String::from_utf8_lossy(name);
                let at = source::declaration_start(self.bytes, place.start);
                more.push((at, format!("typedef {word} {name} {name};\n")));
            }
        }
        more.into_iter().for_each(|(at, text)| self.replace(at..at, text));
    }

    fn is_member(&self, at: usize) -> bool {
        let before = self.bytes[..at].trim_ascii_end();
        before.ends_with(b".") || before.ends_with(b"->")
    }

    /// The edited file, whole.
    fn assembled(&self, edits: &[Edit]) -> Result<Vec<u8>, Refusal> {
        let text = apply_edits(self.bytes, edits).map_err(|error| {
            let start = source::FileRange { file: self.unit.file, start: 0, end: 0 };
            let place = self.unit.sources.map.span(start);
            Refusal::new(place, format!("the changes to this file collide: {error:?}"))
        })?;
        self.with_stand_ins(text)
    }

    /// The text with what it still needs of CUDA and of C's library.
    fn with_stand_ins(&self, text: Vec<u8>) -> Result<Vec<u8>, Refusal> {
        let mut used: BTreeSet<String> = stand_ins::identifiers(&text);
        for (file, source) in self.unit.sources.map.files() {
            if file != self.unit.file && source.kind == FileKind::User {
                used.extend(stand_ins::identifiers(&source.bytes));
            }
        }
        let sources = &*self.unit.sources;
        let known: HashSet<&[u8]> = self
            .program()
            .functions
            .iter()
            .filter(|(_, function)| !function.builtin)
            .map(|(_, function)| sources.symbols.bytes(function.name))
            .chain(self.program().vars.iter().filter_map(|(_, var)| {
                Some(sources.symbols.bytes(
                    var.name.filter(|_| var.owner.is_none() && var.storage != VarStorage::Predefined)?,
                ))
            }))
            .collect();
        let declared = |name: &str| known.contains(name.as_bytes());
        self.check_known(&used, &declared)?;
        let (mut headers, definitions) = stand_ins::needed(&used, &declared);
        let has_include = |name: &str| find(&text, format!("<{name}>").as_bytes()).is_some();
        if ["bool", "true", "false"].iter().any(|word| used.contains(*word)) && !has_include("stdbool.h") {
            headers.insert(0, "<stdbool.h>");
        }
        // What the text includes itself is there before anything needs it, unless definitions do.
        headers.retain(|header| !(definitions.is_empty() && find(&text, header.as_bytes()).is_some()));
        let includes: String = headers.iter().map(|header| format!("#include {header}\n")).collect();
        if includes.is_empty() && definitions.is_empty() {
            return Ok(text);
        }
        let at = first_code(&text);
        let gap = if definitions.is_empty() { "" } else { "\n" };
        let rest = if definitions.is_empty() { String::new() } else { format!("{definitions}\n") };
        let comment = if definitions.is_empty() {
            ""
        } else {
            "/* What the program calls of CUDA, without a GPU. */\n"
        };
        Ok([
            &text[..at],
            includes.as_bytes(),
            gap.as_bytes(),
            comment.as_bytes(),
            rest.as_bytes(),
            &text[at..],
        ]
        .concat())
    }

    /// Everything of CUDA's runtime that is left has a stand-in.
    fn check_known(&self, used: &BTreeSet<String>, declared: &dyn Fn(&str) -> bool) -> Result<(), Refusal> {
        let is_cuda = |name: &str| {
            name.strip_prefix("cuda").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
        };
        for (_, expr) in self.program().exprs.iter() {
            let name = match &expr.kind {
                ExprKind::Function(function) => self.program().functions[*function].name,
                ExprKind::Enumerator(enumerator) => self.program().enumerators[*enumerator].name,
                _ => continue,
            };
            let name = sources_text(self, name);
            if is_cuda(&name)
                && used.contains(&name)
                && !declared(&name)
                && !stand_ins::defines(&name)
                && !expr.span.is_builtin()
            {
                return Err(Refusal::new(expr.span, format!("`{name}` has no counterpart in C")));
            }
        }
        Ok(())
    }
}

fn sources_text(host: &Host<'_, '_, '_>, name: hir::Symbol) -> String {
    host.unit.sources.text(name).into_owned()
}

/// Calls that do nothing where there is no device.
fn is_needless(name: &str) -> bool {
    matches!(
        name,
        "cudaDeviceSynchronize"
            | "cudaThreadSynchronize"
            | "cudaGetLastError"
            | "cudaPeekAtLastError"
            | "cudaDeviceReset"
            | "cudaThreadExit"
            | "cudaSetDevice"
            | "cudaDeviceSetCacheConfig"
            | "cudaFuncSetCacheConfig"
    )
}

fn is_pure_call(host: &Host<'_, '_, '_>, args: &[ExprId]) -> bool {
    args.iter().all(|&arg| is_pure(host.program(), host.unit.sources, arg))
}

/// The header that a line includes.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let close = match rest.chars().next()? {
        '<' => '>',
        '"' => '"',
        _ => return None,
    };
    rest[1..].split(close).next()
}

/// Where the comments at the top of a file end.
fn first_code(text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let blanks = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let code = &rest[blanks..];
        if code.starts_with(b"//") {
            at += blanks + code.iter().position(|&b| b == b'\n').map_or(code.len(), |i| i + 1);
        } else if code.starts_with(b"/*") {
            let end = find(code, b"*/").map_or(code.len(), |i| i + 2);
            let line = code[end..].iter().position(|&b| b == b'\n').map_or(code.len() - end, |i| i + 1);
            at += blanks + end + line;
        } else {
            return at + line_start(rest, blanks);
        }
    }
    text.len()
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}
