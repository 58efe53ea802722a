//! Can the host file be C++, and which casts does it need for that?
//!
//! nvcc compiles a `.cu` as C++. Most C is C++ but for conversions that C
//! makes silently: `float *p = malloc(n)` needs a cast, `sqrt(x)` of a float
//! would pick another function. Those are inserted. What needs more than a
//! cast is an [`Obstacle`]: then the host stays C, and kernels get a file of
//! their own. So are functions that another file defines in C: in C++
//! they would have another name for the linker.

mod names;
mod repeated;

use std::collections::BTreeSet;

use emit::reserved::{self, CXX_KEYWORDS};
use hir::{CastKind, ExprId, ExprKind, Init, Item, Program, Span, StmtKind, Type, TypeKind, UnaryOp};
use source::{FileId, FileKind, Sources};
use syntax::TokenKind;

/// Why a file cannot be C++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Where.
    pub span: Span,
    /// What: completes "the host stays C, because of …".
    pub what: String,
}

/// What must be inserted to make the file C++.
#[derive(Default, Debug)]
pub(crate) struct Conversion {
    /// Text to insert before a place.
    pub before: Vec<(Span, String)>,
    /// Text to insert after a place.
    pub after: Vec<(Span, String)>,
    /// Words to replace.
    pub replace: Vec<(Span, &'static str)>,
}

/// Words of C that C++ does not have.
const C_ONLY: &[&str] = &[
    "_Generic",
    "_Complex",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "_Bool",
    "__auto_type",
    "complex",
    "register",
];

/// Names that have another meaning, or none, where nvcc or hipcc compile a file as C++.
const OTHER_THERE: &[&str] = &[
    "__cplusplus",
    "__STDC_VERSION__",
    "__GNUG__",
    "__CUDACC__",
    "__NVCC__",
    "__CUDA_ARCH__",
    "__HIPCC__",
    "__HIP__",
];

/// The insertions that make a file C++, or what stands against it.
pub(crate) fn convert(
    program: &Program,
    sources: &mut Sources,
    file: FileId,
) -> Result<Conversion, Vec<Obstacle>> {
    let words = foreign_words(program, sources, file);
    let headers = own_headers(program, sources, file);
    let in_headers: Vec<(Span, String)> =
        headers.iter().flat_map(|header| foreign_words(program, sources, *header)).collect();
    let others = other_meanings(program, sources, file);
    let repeated = repeated::obstacles(program, sources, file);
    let (found, obstacles) = (Conversion::default(), Vec::new());
    let mut converter = Converter { program, sources, file, headers, found, obstacles };
    for (span, word) in in_headers
        .into_iter()
        .filter(|(_, word)| !["bool", "true", "false", "static_assert"].contains(&&**word))
    {
        converter.obstacle(span, format!("`{word}` in an included file"));
    }
    for (span, word) in words {
        match word.as_str() {
            "restrict" => converter.found.replace.push((span, "__restrict__")),
            "_Static_assert" => converter.found.replace.push((span, "static_assert")),
            "bool" | "true" | "false" | "static_assert" => {}
            _ => converter.obstacle(span, format!("`{word}`")),
        }
    }
    for (span, name) in others {
        converter.obstacles.push(Obstacle { span, what: format!("what depends on `{name}`") });
    }
    converter.obstacles.extend(names::obstacles(program, sources, file));
    converter.obstacles.extend(repeated);
    converter.declarations();
    converter.functions();
    if converter.obstacles.is_empty() { Ok(converter.found) } else { Err(converter.obstacles) }
}

/// The user's headers that a file includes, as far as functions come from them: their text stays what it is.
fn own_headers(program: &Program, sources: &Sources, file: FileId) -> BTreeSet<FileId> {
    let items = program.units.iter().filter(|unit| unit.file == Some(file)).flat_map(|unit| &unit.items);
    let files = items.filter_map(|item| match item {
        Item::Function(function) => sources.map.file_at(program.functions[*function].def_span?.lo),
        _ => None,
    });
    let is_header = |header: &FileId| *header != file && sources.map.file(*header).kind == FileKind::User;
    files.filter(is_header).collect()
}

/// Identifiers of the file that are foreign keywords, or what generated text calls the place of a thread. Directives are carried out and gone: `private(x)` is none.
fn foreign_words(program: &Program, sources: &mut Sources, file: FileId) -> Vec<(Span, String)> {
    let tokens = syntax::lex(file, syntax::lexer::Rules::default(), sources);
    let mut found = Vec::new();
    let is_directive = |span: Span| {
        let lines = program.directives.iter().map(|(_, directive)| directive.line);
        lines.into_iter().any(|line| line.lo <= span.lo && span.hi <= line.hi)
    };
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Ident) {
        let text = sources.text(token.symbol);
        // A macro of this name would change `threadIdx.x`.
        let is_axis = ["x", "y", "z"].contains(&&*text);
        if is_axis && at > 0 && sources.text(tokens[at - 1].symbol) == "define" {
            found.push((token.span, text.into_owned()));
            continue;
        }
        let foreign = [CXX_KEYWORDS, C_ONLY, &reserved::VARIABLES];
        if text == "restrict" || foreign.iter().any(|words| words.contains(&&*text)) {
            if is_directive(token.span) {
                continue;
            }
            found.push((token.span, text.into_owned()));
        }
    }
    found
}

/// Names in a program's files, or the headers they include, that mean something else in C++: what `#if` leaves out here
/// would be there. `extern "C"` for C++ alone is meant so.
fn other_meanings(program: &Program, sources: &mut Sources, file: FileId) -> Vec<(Span, String)> {
    let inputs: BTreeSet<FileId> = program.units.iter().filter_map(|unit| unit.file).collect();
    let files = sources.map.files().filter(|(_, known)| known.kind == FileKind::User);
    let headers: Vec<FileId> = files.map(|(id, _)| id).filter(|id| !inputs.contains(id)).collect();
    let mut found = Vec::new();
    for file in [file].into_iter().chain(headers) {
        let tokens = syntax::lex(file, syntax::lexer::Rules::default(), sources);
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Ident) {
            let text = sources.text(token.symbol);
            if !OTHER_THERE.contains(&&*text) {
                continue;
            }
            let mut after = tokens[at + 1..].iter().map(|token| sources.text(token.symbol));
            let next = after.find(|text| text != ")");
            if !next.is_some_and(|next| next == "extern" || next == "}") {
                found.push((token.span, text.into_owned()));
            }
        }
    }
    found
}

struct Converter<'a> {
    program: &'a Program,
    sources: &'a Sources,
    file: FileId,
    headers: BTreeSet<FileId>,
    found: Conversion,
    obstacles: Vec<Obstacle>,
}

impl Converter<'_> {
    fn is_here(&self, span: Span) -> bool {
        let at = self.sources.expansions.outermost_call(span);
        self.sources.map.file_at(at.lo) == Some(self.file)
    }

    fn is_in_header(&self, span: Span) -> bool {
        let at = self.sources.expansions.outermost_call(span);
        self.sources.map.file_at(at.lo).is_some_and(|file| self.headers.contains(&file))
    }

    fn obstacle(&mut self, span: Span, what: String) {
        if self.is_here(span) || self.is_in_header(span) {
            self.obstacles.push(Obstacle { span, what });
        }
    }

    fn declarations(&mut self) {
        for (_, var) in self.program.vars.iter().filter(|(_, v)| !v.span.is_builtin()) {
            let types = &self.program.types;
            let is_computed = |ty: Type| types.has_computed_length(ty);
            if is_computed(var.ty) || var.written.is_some_and(is_computed) {
                self.obstacle(var.span, "a variable-length array".into());
            }
            if let Some(init) = &var.init
                && self.is_here(var.span)
            {
                self.initializer(init, var.ty, 0);
            }
        }
        for (_, function) in self.program.functions.iter().filter(|(_, f)| f.old_style) {
            self.obstacle(function.span, "an old-style function definition".into());
        }
        for span in &self.program.untyped {
            self.obstacle(*span, "a declaration without a type".into());
        }
    }

    /// `first_of`: so many lists begin with it.
    fn initializer(&mut self, init: &Init, ty: Type, first_of: usize) {
        match init {
            // `int a = {{3}};`: one pair too many.
            Init::Expr(value) if self.braces_before(*value) > first_of + 1 => {
                self.obstacle(self.program.exprs[*value].span, "a value between several braces".into());
            }
            Init::Expr(value) if self.program.filling_string(*value, ty).is_some() => {
                self.obstacle(self.program.exprs[*value].span, "a string that fills its array".into());
            }
            Init::Expr(_) | Init::Construct(_) => {}
            Init::List { entries, span, ty } => {
                let in_order =
                    entries.iter().enumerate().all(|(i, e)| e.index == i as u64 && e.last == e.index);
                // Entries are sorted; where they stand tells how they were written.
                let as_written = entries.iter().filter_map(|entry| self.place(&entry.value)).is_sorted();
                if !in_order || !as_written {
                    self.obstacle(*span, "a designated initialiser".into());
                }
                for (at, entry) in entries.iter().enumerate() {
                    let part = self.program.part_type(*ty, entry.index).unwrap_or(*ty);
                    if let Init::Expr(value) = entry.value
                        && self.narrows(value)
                    {
                        let at = self.program.exprs[value].span;
                        self.obstacle(at, "a narrowing conversion between braces".into());
                    }
                    self.initializer(&entry.value, part, if at == 0 { first_of + 1 } else { 0 });
                }
            }
        }
    }

    /// The braces that open just before a value.
    fn braces_before(&self, value: ExprId) -> usize {
        let at = self.sources.expansions.outermost_call(self.program.exprs[value].span);
        let Some(range) = self.sources.map.range(at) else { return 0 };
        let before = &self.sources.map.file(range.file).bytes[..range.start as usize];
        let code = before.iter().rev().filter(|byte| !byte.is_ascii_whitespace());
        code.skip_while(|byte| **byte == b'(').take_while(|byte| **byte == b'{').count()
    }

    /// Where a value stands, unless a macro made it.
    fn place(&self, init: &Init) -> Option<u32> {
        let span = match init {
            Init::Expr(value) => self.program.exprs[*value].span,
            Init::List { span, .. } => *span,
            Init::Construct(_) => return None,
        };
        (!span.is_from_macro()).then_some(span.lo)
    }

    /// A conversion that C++ refuses between braces: of a value that is not a
    /// constant, to a type that may not hold it.
    fn narrows(&self, value: ExprId) -> bool {
        let ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand } =
            self.program.exprs[value].kind
        else {
            return false;
        };
        if hir::const_eval::integer(self.program, operand).is_some()
            || hir::const_eval::float(self.program, operand).is_some()
        {
            return false;
        }
        let (from, to) = (self.program.exprs[operand].ty, self.program.exprs[value].ty);
        let types = &self.program.types;
        let widens = self.program.size_of(from) < self.program.size_of(to)
            && types.is_integer(from) == types.is_integer(to);
        !widens
    }

    fn functions(&mut self) {
        let program = self.program;
        for (_, function) in program.functions.iter() {
            if let (Some(body), Some(span)) = (function.body, function.def_span)
                && (self.is_here(span) || self.is_in_header(span))
            {
                self.jumps(body);
                for expr in program.exprs_below(body) {
                    self.expression(expr);
                }
            }
        }
        for (_, global) in program.vars.iter().filter(|(_, v)| v.owner.is_none()) {
            for root in global.init.iter().flat_map(|init| program.init_exprs(init)) {
                for expr in program.exprs_below(root) {
                    self.expression(expr);
                }
            }
        }
    }

    /// Defined in another file of the user's, under its C name.
    fn is_elsewhere(&self, function: hir::FunctionId) -> bool {
        let function = &self.program.functions[function];
        let file = self.sources.map.file_at(function.span.lo);
        let is_users = file.is_some_and(|file| self.sources.map.file(file).kind == FileKind::User);
        function.body.is_none() && !function.builtin && is_users
    }

    /// C++ does not let a jump pass an initialisation. Whether one does is not
    /// worth finding out: a function with both keeps its host in C.
    fn jumps(&mut self, body: hir::StmtId) {
        let program = self.program;
        let mut jump = None;
        let mut initialised = false;
        for stmt in program.stmts_below(body) {
            let span = program.stmts[stmt].span;
            match &program.stmts[stmt].kind {
                StmtKind::Goto(_) | StmtKind::Switch { .. } => jump = Some(span),
                StmtKind::GotoComputed(_) => self.obstacle(span, "a computed goto".into()),
                StmtKind::Decl(items) => {
                    initialised |= items.iter().any(|i| matches!(i, hir::Item::Var { with_init: true, .. }));
                }
                _ => {}
            }
        }
        if let Some(jump) = jump.filter(|_| initialised) {
            self.obstacle(jump, "a jump that may pass an initialisation".into());
        }
    }

    fn expression(&mut self, expr: ExprId) {
        let node = &self.program.exprs[expr];
        match &node.kind {
            ExprKind::Cast { kind: CastKind::Pointer, implicit: true, operand } => {
                self.pointer_cast(node.ty, *operand)
            }
            ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand } => {
                let from_integer = self.program.types.is_integer(self.program.exprs[*operand].ty);
                let is_enum = matches!(self.program.types.stripped(node.ty), TypeKind::Enum(_));
                let same = self.program.types.strip(self.program.exprs[*operand].ty).id
                    == self.program.types.strip(node.ty).id;
                if is_enum && from_integer && !same {
                    self.obstacle(node.span, "an integer stored in an enum".into());
                }
            }
            ExprKind::Cast { kind: CastKind::PointerToInt, .. }
                if self.program.size_of(node.ty) < Some(8) =>
            {
                self.obstacle(node.span, "an address in fewer bits".into());
            }
            ExprKind::Call { callee, args } if !args.is_empty() && !self.has_prototype(*callee) => {
                self.obstacle(node.span, "a call without a prototype".into());
            }
            ExprKind::AssignOp { .. } | ExprKind::IncDec { .. }
                if self.program.has_no_operator_in_cpp(expr) =>
            {
                self.obstacle(node.span, "an update of an enum or a truth value".into());
            }
            ExprKind::Binary { lhs, rhs, .. } if self.is_other_for_signed(expr, *lhs, *rhs) => {
                self.obstacle(node.span, "an enum that counts as unsigned".into());
            }
            // Its declaration is this call.
            ExprKind::Function(function) if self.program.functions[*function].span == node.span => {
                let name = self.sources.text(self.program.functions[*function].name).into_owned();
                self.obstacle(node.span, format!("`{name}`, which nothing declares before,"));
            }
            ExprKind::Function(function) if self.is_elsewhere(*function) => {
                let name = self.sources.text(self.program.functions[*function].name).into_owned();
                self.obstacle(node.span, format!("`{name}`, which another file defines in C,"));
            }
            ExprKind::Call { callee, args } if self.is_library(*callee) => {
                for &arg in args {
                    self.library_argument(arg);
                }
            }
            // What is an `int` in C is a `char` or `bool` in C++.
            ExprKind::Measure { operand: Some(operand), .. } if self.is_smaller(*operand) => {
                self.obstacle(node.span, "the size of a character or a comparison".into());
            }
            ExprKind::CompoundLiteral { .. } => self.obstacle(node.span, "a compound literal".into()),
            ExprKind::LabelAddress(_) => self.obstacle(node.span, "a label's address".into()),
            _ => {}
        }
    }

    /// Does the call say what the function takes? The compiler's own functions know it themselves.
    fn has_prototype(&self, callee: ExprId) -> bool {
        let called = self.program.called_function(callee);
        called.is_some_and(|function| self.program.functions[function].builtin)
            || !self.program.lacks_prototype(callee)
    }

    /// An enum without negative values is `unsigned` in C and `int` in C++: does the operator see a difference? Values that are
    /// compared with each other or with a constant that is not negative do not let it.
    fn is_other_for_signed(&self, expr: ExprId, lhs: ExprId, rhs: ExprId) -> bool {
        use hir::BinaryOp as Op;
        let program = self.program;
        let ExprKind::Binary { op, .. } = program.exprs[expr].kind else { return false };
        let is_unsigned = program.types.as_builtin(program.exprs[lhs].ty) == Some(hir::BuiltinType::UInt);
        let is_enum = |expr: ExprId| {
            matches!(program.exprs[expr].kind, ExprKind::Cast { implicit: true, operand, .. }
                if matches!(program.types.stripped(program.exprs[operand].ty), TypeKind::Enum(_)))
        };
        let is_sure = |side: ExprId| {
            is_enum(side)
                || hir::const_eval::integer(program, side).is_some_and(|value| value <= i128::from(i32::MAX))
        };
        let asks = matches!(op, Op::Lt | Op::Gt | Op::Le | Op::Ge | Op::Div | Op::Rem | Op::Shr);
        asks && is_unsigned
            && !(is_sure(lhs) && is_sure(rhs))
            && [lhs, rhs].into_iter().any(|side| program.exprs_below(side).any(is_enum))
    }

    fn is_smaller(&self, operand: ExprId) -> bool {
        let program = self.program;
        match &program.exprs[program.as_written(operand)].kind {
            ExprKind::Int { text: Some(text), .. } => self.sources.text(*text).contains('\''),
            ExprKind::Binary { op, .. } => op.is_truth(),
            ExprKind::Unary { op: UnaryOp::Not, .. } => true,
            _ => false,
        }
    }

    /// `void *` to `T *`, and a string literal to `char *`.
    fn pointer_cast(&mut self, to: Type, operand: ExprId) {
        let types = &self.program.types;
        let from = self.program.exprs[operand].ty;
        let (Some(from), Some(target)) = (types.pointee(from), types.pointee(to)) else { return };
        let loses_const = from.is_const() && !target.is_const();
        if types.is_void(target) && !loses_const || is_null(self.program, operand) {
            return;
        }
        if types.strip(from).id == types.strip(target).id && !loses_const {
            return;
        }
        self.insert_cast(to, operand);
    }

    /// The conversion of a library function's argument decides, in C++, which
    /// function is called.
    fn library_argument(&mut self, arg: ExprId) {
        let node = &self.program.exprs[arg];
        let ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand } = node.kind else {
            return;
        };
        let types = &self.program.types;
        let from = self.program.exprs[operand].ty;
        let float_to_double = types.is_real_floating(from) && types.is_real_floating(node.ty);
        let float_to_int = types.is_real_floating(from) && types.is_integer(node.ty);
        // A variadic function's float becomes double in both languages.
        if float_to_int || float_to_double {
            self.insert_cast(node.ty, operand);
        }
    }

    fn is_library(&self, callee: ExprId) -> bool {
        match self.program.exprs[callee].kind {
            ExprKind::Function(f) => {
                let function = &self.program.functions[f];
                let variadic = self.program.function_type(f).is_none_or(|ty| ty.variadic);
                function.body.is_none() && !variadic
            }
            ExprKind::Cast { kind: CastKind::FunctionDecay, operand, .. } => self.is_library(operand),
            _ => false,
        }
    }

    fn insert_cast(&mut self, to: Type, operand: ExprId) {
        let span = self.program.exprs[operand].span;
        if self.is_in_header(span) {
            self.obstacle(span, "a conversion in an included file".into());
        }
        if !self.is_here(span) {
            return;
        }
        if span.is_from_macro() {
            self.obstacle(span, "a conversion inside a macro".into());
            return;
        }
        let style = emit::Style { dialect: emit::Dialect::Cuda, ..emit::Style::default() };
        let ty = emit::Printer::new(self.program, self.sources, style).type_text(to.unqualified());
        let tight = !matches!(
            self.program.exprs[operand].kind,
            ExprKind::Binary { .. }
                | ExprKind::Conditional { .. }
                | ExprKind::Assign { .. }
                | ExprKind::AssignOp { .. }
        );
        if tight {
            self.found.before.push((span, format!("({ty})")));
        } else {
            self.found.before.push((span, format!("({ty})(")));
            self.found.after.push((span, ")".into()));
        }
    }
}

/// `0`, `(void *)0`: a null pointer is one in C++ too.
fn is_null(program: &Program, expr: ExprId) -> bool {
    match program.exprs[expr].kind {
        ExprKind::Int { value: 0, .. } => true,
        ExprKind::Cast { operand, .. } => is_null(program, operand),
        _ => false,
    }
}
