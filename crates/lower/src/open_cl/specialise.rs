//! A copy of each function for the memories that its arguments are in.
//!
//! ```text
//! scale(&a[i], n);      static void scale(__global float *row, int n)
//! scale(&tile[0], n);   static void scale_local(__local float *row, int n)
//! ```
//! Kernels are copied too, but keep their id, parameters and variables. Copies are made callees
//! first, so that there is nothing to declare; a function that calls itself cannot be copied, and
//! OpenCL C has no recursion.

use std::collections::{HashMap, HashSet};

use hir::copy::{self, Rewrite};
use hir::{
    Builder, BuiltinType, CastKind, CudaSpecs, ExprId, ExprKind, Function, FunctionId, FunctionType, Item,
    Linkage, StmtId, StmtKind, Type, TypeKind, VarId,
};

use super::hidden::{Hidden, HiddenArgument, Reached};
use super::inference::Inference;
use super::spaces::{Level, Space, with_spaces};
use super::{Refusal, Request, Said, library};
use crate::Language;

/// What is known of the pointers of one argument.
type Given = Vec<Option<Space>>;

/// A copy that was made.
struct Made {
    original: FunctionId,
    given: Vec<Given>,
    function: FunctionId,
    params: Vec<VarId>,
    result: Vec<Level>,
    hidden: Vec<Reached>,
}

pub(super) struct Specialiser<'r, 'b, 'p> {
    b: &'b mut Builder<'p>,
    request: Request<'r>,
    linkage: Linkage,
    inference: Inference,
    made: Vec<Made>,
    /// The functions that are being copied, outermost first.
    active: Vec<FunctionId>,
    names: HashSet<String>,
    /// Conversions whose types have pointers.
    casts: Vec<(ExprId, Vec<Level>)>,
    said: Said,
}

impl<'r, 'b, 'p> Specialiser<'r, 'b, 'p> {
    pub(super) fn new(b: &'b mut Builder<'p>, request: Request<'r>) -> Specialiser<'r, 'b, 'p> {
        let linkage = Linkage::new(b.program);
        let kernels = request.kernels.iter();
        let names =
            kernels.map(|kernel| b.sources.text(b.program.functions[*kernel].name).into_owned()).collect();
        Specialiser {
            b,
            request,
            linkage,
            inference: Inference::default(),
            made: Vec::new(),
            active: Vec::new(),
            names,
            casts: Vec::new(),
            said: Said::default(),
        }
    }

    /// Rewrites a kernel and all that it calls.
    pub(super) fn kernel(&mut self, kernel: FunctionId) -> Result<(), Refusal> {
        let Some(body) = self.b.program.functions[kernel].body else { return Ok(()) };
        let name = self.b.sources.text(self.b.program.functions[kernel].name).into_owned();
        if is_builtin(&name) || is_keyword(&name) {
            self.b.program.functions[kernel].name = self.b.symbol(&format!("{name}_"));
        }
        let params = self.b.program.functions[kernel].params.clone();
        for &param in &params {
            plain_argument(self.b, param);
            let levels = self.inference.var(self.b.program, param);
            self.set(levels.first().copied(), Space::Global);
        }
        let (body, mut hidden) = self.copied(body, HashMap::new(), true);
        self.infer(body, &[], &mut hidden)?;
        let mut stmts = Vec::new();
        let mut all = params;
        let mut arguments = Vec::new();
        for reached in &hidden {
            match reached.hidden {
                Hidden::Shared(..) => stmts.push(self.b.declare(reached.var, None)),
                Hidden::Constant(var) => arguments.push((HiddenArgument::Constant(var), reached.var)),
                Hidden::Counter(var) => arguments.push((HiddenArgument::Counter(var), reached.var)),
                Hidden::Dynamic(..) => arguments.push((HiddenArgument::Dynamic, reached.var)),
            }
        }
        let shifted: Vec<VarId> =
            all.iter().copied().filter(|param| self.request.by_address.contains(param)).collect();
        for param in shifted {
            let (offset, shift) = self.shifted(param);
            arguments.push((HiddenArgument::Offset(param), offset));
            stmts.push(shift);
        }
        all.extend(arguments.iter().map(|(_, var)| *var));
        match self.b.program.stmts[body].kind.clone() {
            StmtKind::Block(inside) => stmts.extend(inside),
            _ => stmts.push(body),
        }
        let body = self.b.stmt(StmtKind::Block(stmts));
        let function = &mut self.b.program.functions[kernel];
        (function.params, function.body) = (all, Some(body));
        self.said.hidden.insert(kernel, arguments.into_iter().map(|(argument, _)| argument).collect());
        Ok(())
    }

    /// `a = (T *)((char *)a + a_offset);`
    fn shifted(&mut self, param: VarId) -> (VarId, StmtId) {
        let name = format!("{}_offset", self.b.name_of(param));
        let offset = self.b.local(&name, Type::ULONG);
        let ty = self.b.program.vars[param].ty.unqualified();
        let bytes = self.b.program.types.pointer_to(Type::CHAR);
        let levels = self.inference.var(self.b.program, param);
        let operand = self.b.var(param);
        let start = self.b.expr(ExprKind::Cast { kind: CastKind::Pointer, implicit: false, operand }, bytes);
        self.casts.push((start, levels.iter().take(1).copied().collect()));
        let distance = self.b.var(offset);
        let operand =
            self.b.expr(ExprKind::Binary { op: hir::BinaryOp::Add, lhs: start, rhs: distance }, bytes);
        let place = self.b.expr(ExprKind::Cast { kind: CastKind::Pointer, implicit: false, operand }, ty);
        self.casts.push((place, levels));
        let target = self.b.var(param);
        (offset, self.b.assign(target, place))
    }

    fn set(&mut self, level: Option<Level>, space: Space) {
        if let Some(level) = level {
            let known = self.inference.spaces.level(Some(space));
            let _ = self.inference.spaces.unify(level, known);
        }
    }

    /// The copy of a function for such arguments.
    fn function(&mut self, original: FunctionId, given: Vec<Given>, call: ExprId) -> Result<usize, Refusal> {
        let same = |made: &Made| made.original == original && made.given == given;
        if let Some(known) = self.made.iter().position(same) {
            return Ok(known);
        }
        let span = self.b.program.exprs[call].span;
        if self.active.contains(&original) {
            let name = self.b.sources.text(self.b.program.functions[original].name).into_owned();
            let message = format!("`{name}` calls itself, which OpenCL C does not allow");
            return Err(Refusal::new(span, message, "write it as a loop, or use `--target cuda` or `cpu`"));
        }
        let Function { params, body: Some(body), .. } = self.b.program.functions[original].clone() else {
            return Err(Refusal::new(
                span,
                String::from("this function has no body"),
                "define it in one of the files",
            ));
        };
        self.active.push(original);
        let mut vars = HashMap::new();
        let mut own = Vec::new();
        for (param, given) in params.into_iter().zip(&given) {
            let copy = self.b.program.vars[param].clone();
            let var = self.b.program.vars.alloc(copy);
            vars.insert(param, var);
            own.push(var);
            let levels = self.inference.var(self.b.program, var);
            for (level, space) in levels.into_iter().zip(given) {
                if let Some(space) = space {
                    self.set(Some(level), *space);
                }
            }
        }
        let (body, mut hidden) = self.copied(body, vars, false);
        let result = self.b.program.function_type(original).map_or(Type::VOID, |ty| ty.result);
        let result = self.inference.fresh(self.b.program, result);
        self.infer(body, &result, &mut hidden)?;
        self.active.pop();
        let name = self.name(original, &given);
        let mut all = own.clone();
        all.extend(hidden.iter().map(|reached| reached.var));
        let function = Function {
            name,
            params: all,
            body: Some(body),
            is_static: true,
            is_inline: false,
            old_style: false,
            attrs: Vec::new(),
            ..self.b.program.functions[original].clone()
        };
        let function = self.b.program.functions.alloc(function);
        let comment = self.request.comments.get(&original).cloned().unwrap_or_default();
        self.said.functions.push((comment, function));
        self.made.push(Made { original, given, function, params: own, result, hidden });
        Ok(self.made.len() - 1)
    }

    /// The body with nodes, and outside of kernels variables, of its own.
    fn copied(
        &mut self,
        body: StmtId,
        vars: HashMap<VarId, VarId>,
        is_kernel: bool,
    ) -> (StmtId, Vec<Reached>) {
        let constants = self.request.constants;
        let mut copying = Copying { b: self.b, vars, is_kernel, constants, hidden: Vec::new() };
        let body = copy::stmt(&mut copying, body);
        let hidden = copying.hidden;
        for reached in &hidden {
            self.place(reached);
        }
        (body, hidden)
    }

    /// Says where something hidden is.
    fn place(&mut self, reached: &Reached) {
        let space = match reached.hidden {
            Hidden::Constant(_) => Space::Constant,
            Hidden::Counter(_) => Space::Global,
            Hidden::Shared(..) | Hidden::Dynamic(..) => Space::Local,
        };
        if reached.is_pointer {
            let levels = self.inference.var(self.b.program, reached.var);
            self.set(levels.first().copied(), space);
        }
    }

    /// An object whose address is used and that has no name, as a member function's `made(i).sum()` has: compilers
    /// give such pointers no memory.
    fn unnamed_object(&self, expr: ExprId) -> Option<hir::Span> {
        let node = &self.b.program.exprs[expr];
        let is_unnamed =
            |expr: ExprId| matches!(self.b.program.exprs[expr].kind, ExprKind::CompoundLiteral { .. });
        let is_used = match node.kind {
            ExprKind::AddrOf(object) => is_unnamed(object),
            _ => is_unnamed(expr) && self.b.program.types.is_array(node.ty),
        };
        is_used.then_some(node.span)
    }

    /// Finds out where the pointers of a body lead, and lets its calls call copies.
    fn infer(&mut self, body: StmtId, result: &[Level], hidden: &mut Vec<Reached>) -> Result<(), Refusal> {
        self.inference.body(self.b.program, body, result);
        let exprs: Vec<ExprId> = self.b.program.exprs_below(body).collect();
        for &expr in &exprs {
            if let Some(span) = self.unnamed_object(expr) {
                let message =
                    String::from("the address of an object without a name is not known to OpenCL C");
                return Err(Refusal::new(span, message, "keep the object in a variable, and use that"));
            }
            if let ExprKind::Call { callee, args } = self.b.program.exprs[expr].kind.clone() {
                self.call(expr, callee, args, hidden)?;
            }
        }
        if let Some(clash) = self.inference.clash {
            let (a, b) = clash.spaces;
            let message = format!(
                "this pointer leads to {} and to {}; in OpenCL C it cannot do both",
                a.words(),
                b.words()
            );
            let help = "use a pointer for each, or write the code twice";
            return Err(Refusal { is_clash: true, ..Refusal::new(clash.span, message, help) });
        }
        for expr in exprs {
            let node = &self.b.program.exprs[expr];
            if matches!(node.kind, ExprKind::Cast { .. }) && self.b.program.types.is_pointer(node.ty) {
                let levels = self.inference.value(self.b.program, expr);
                self.casts.push((expr, levels));
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        call: ExprId,
        callee: ExprId,
        args: Vec<ExprId>,
        hidden: &mut Vec<Reached>,
    ) -> Result<(), Refusal> {
        let span = self.b.program.exprs[call].span;
        let Some(called) = self.b.program.called_function(callee) else {
            let message = String::from("a call through a pointer cannot be made in OpenCL C");
            return Err(Refusal::new(span, message, "call the function by its name"));
        };
        let called = self.linkage.definition(self.b.program, called);
        if self.b.program.functions[called].body.is_none() {
            let name = self.b.sources.text(self.b.program.functions[called].name).into_owned();
            return library::spell(self.b, call, &name);
        }
        let mut given = Vec::new();
        let mut levels = Vec::new();
        for &arg in &args {
            let of_arg = self.inference.value(self.b.program, arg);
            given.push(of_arg.iter().map(|level| self.inference.spaces.of(*level)).collect::<Given>());
            levels.push(of_arg);
        }
        let made = self.function(called, given, call)?;
        let Made { function, ref params, ref result, hidden: ref needed, .. } = self.made[made];
        let (params, result, needed) = (params.clone(), result.clone(), needed.clone());
        for ((param, of_arg), arg) in params.iter().zip(&levels).zip(&args) {
            let of_param = self.inference.var(self.b.program, *param);
            self.inference.unify(of_arg, &of_param, self.b.program.exprs[*arg].span);
        }
        let of_call = self.inference.value(self.b.program, call);
        self.inference.unify(&of_call, &result, span);
        let more: Vec<ExprId> = needed.iter().map(|reached| self.reach(reached, hidden)).collect();
        let callee = self.b.expr(ExprKind::Function(function), self.b.program.functions[function].ty);
        let args = args.into_iter().chain(more).collect();
        self.b.program.exprs[call].kind = ExprKind::Call { callee, args };
        Ok(())
    }

    /// What this function passes for something that a callee reaches.
    fn reach(&mut self, needed: &Reached, hidden: &mut Vec<Reached>) -> ExprId {
        if let Some(known) = hidden.iter().find(|known| known.hidden == needed.hidden).copied() {
            return known.argument(self.b);
        }
        let name = self.b.name_of(needed.var);
        let is_kernel = self.active.is_empty();
        let reached = match needed.hidden {
            Hidden::Shared(..) if is_kernel => {
                let var = self.b.local(&self.fresh_shared(&name, hidden), needed.of);
                self.b.program.vars[var].cuda = CudaSpecs::SHARED;
                Reached { var, is_pointer: false, ..*needed }
            }
            _ => Reached::pointer(self.b, needed.hidden, &name, needed.of),
        };
        self.place(&reached);
        hidden.push(reached);
        reached.argument(self.b)
    }

    /// A name that no other shared memory of the kernel has, nor anything else there.
    fn fresh_shared(&self, wanted: &str, hidden: &[Reached]) -> String {
        let is_taken = |name: &str| {
            let of_hidden = hidden.iter().any(|reached| self.b.name_of(reached.var) == name);
            of_hidden || self.b.sources.symbols.lookup(name.as_bytes()).is_some()
        };
        let base = format!("{wanted}_of_block");
        let mut numbered = (2..).map(|n| format!("{base}{n}"));
        match is_taken(&base) {
            false => base,
            true => numbered.find(|name| !is_taken(name)).unwrap_or(base),
        }
    }

    fn name(&mut self, original: FunctionId, given: &[Given]) -> hir::Symbol {
        let plain = self.b.sources.text(self.b.program.functions[original].name).into_owned();
        let plain = if is_builtin(&plain) || is_keyword(&plain) { format!("{plain}_") } else { plain };
        let space = given.iter().flatten().flatten().find(|space| **space != Space::Global);
        let by_space = format!("{plain}_{}", space.map_or("global", |space| space.suffix()));
        let numbered = (2..1000).map(|n| format!("{by_space}{n}"));
        let mut candidates = [plain.clone(), by_space.clone()].into_iter().chain(numbered);
        let name = candidates.find(|name| !self.names.contains(name)).unwrap_or(plain);
        self.names.insert(name.clone());
        self.b.symbol(&name)
    }

    /// Writes the memories into all types.
    pub(super) fn finish(mut self) -> Result<Said, Refusal> {
        let spaces = &self.inference.spaces;
        let known = |levels: &[Level]| -> Vec<Space> {
            levels.iter().map(|level| spaces.of(*level).unwrap_or(Space::Private)).collect()
        };
        let vars: Vec<(VarId, Vec<Space>)> =
            self.inference.variables().map(|(var, levels)| (var, known(levels))).collect();
        let casts: Vec<(ExprId, Vec<Space>)> =
            self.casts.iter().map(|(cast, levels)| (*cast, known(levels))).collect();
        let fields = self.inference.fields.iter().map(|(field, levels)| (*field, known(levels)));
        let fields: Vec<_> = fields.collect();
        let results: Vec<(FunctionId, Vec<Space>)> =
            self.made.iter().map(|made| (made.function, known(&made.result))).collect();
        let program = &mut *self.b.program;
        for (var, spaces) in vars {
            program.vars[var].ty = with_spaces(&mut program.types, program.vars[var].ty, &spaces);
            if spaces.iter().any(|space| *space != Space::Private) {
                program.vars[var].written = None;
            }
        }
        for (cast, spaces) in casts {
            program.exprs[cast].ty = with_spaces(&mut program.types, program.exprs[cast].ty, &spaces);
        }
        for ((record, field), spaces) in fields {
            if let Some(field) =
                program.records[record].fields.as_mut().and_then(|fields| fields.get_mut(field as usize))
            {
                field.ty = with_spaces(&mut program.types, field.ty, &spaces);
            }
        }
        for (function, spaces) in results {
            self.set_result(function, &spaces);
        }
        let functions: Vec<FunctionId> = self.made.iter().map(|made| made.function).collect();
        for function in functions.into_iter().chain(self.request.kernels.clone()) {
            self.settle_declarations(function);
        }
        Ok(self.said)
    }

    fn set_result(&mut self, function: FunctionId, spaces: &[Space]) {
        let program = &mut *self.b.program;
        let Some(mut signature) = program.function_type(function).cloned() else { return };
        signature.result = with_spaces(&mut program.types, signature.result, spaces);
        let params = program.functions[function].params.clone();
        let params = params.into_iter().map(|param| program.vars[param].ty.unqualified()).collect();
        let signature = FunctionType { params, prototype: true, ..signature };
        program.functions[function].ty = program.types.intern(TypeKind::Function(signature));
    }

    /// A declaration has the type of its variable.
    fn settle_declarations(&mut self, function: FunctionId) {
        let Some(body) = self.b.program.functions[function].body else { return };
        let stmts: Vec<StmtId> = self.b.program.stmts_below(body).collect();
        for stmt in stmts {
            let StmtKind::Decl(mut items) = self.b.program.stmts[stmt].kind.clone() else { continue };
            for item in &mut items {
                if let Item::Var { var, ty, .. } = item {
                    *ty = self.b.program.vars[*var].ty;
                }
            }
            self.b.program.stmts[stmt].kind = StmtKind::Decl(items);
        }
    }
}

/// Arguments of kernels have a size that host and device agree on; images are of the language's own type.
fn plain_argument(b: &mut Builder<'_>, param: VarId) {
    let ty = b.program.vars[param].ty;
    if let TypeKind::Typedef(typedef) = *b.program.types.kind(ty)
        && b.sources.text(b.program.typedefs[typedef].name) == Language::OpenCl.texture_object()
    {
        return;
    }
    if let Some(builtin) = b.program.types.as_builtin(ty) {
        let builtin = if builtin == BuiltinType::Bool { BuiltinType::UChar } else { builtin };
        b.program.vars[param].ty = Type::builtin(builtin).qualified(ty.quals);
    }
}

/// Words that no kernel can be called: the host asks for it by name, so that the printer's names do not serve.
fn is_keyword(name: &str) -> bool {
    name == "main" || hir::open_cl_words::is_keyword(name)
}

/// Functions of OpenCL C that a program may have too.
fn is_builtin(name: &str) -> bool {
    const NAMES: [&str; 40] = [
        "abs",
        "abs_diff",
        "add_sat",
        "all",
        "any",
        "barrier",
        "bitselect",
        "clamp",
        "clz",
        "cross",
        "degrees",
        "distance",
        "dot",
        "fast_length",
        "fract",
        "hadd",
        "length",
        "mad",
        "mad24",
        "mad_sat",
        "max",
        "min",
        "mix",
        "mul24",
        "mul_hi",
        "normalize",
        "prefetch",
        "radians",
        "rhadd",
        "rootn",
        "rotate",
        "rsqrt",
        "select",
        "shuffle",
        "sign",
        "sincos",
        "smoothstep",
        "step",
        "upsample",
        "popcount",
    ];
    NAMES.contains(&name) || hir::mathematics::is_function(name)
}

/// Copies a body; mentions of what is hidden go through pointers.
struct Copying<'a, 'b> {
    b: &'a mut Builder<'b>,
    vars: HashMap<VarId, VarId>,
    is_kernel: bool,
    constants: &'a HashMap<VarId, String>,
    hidden: Vec<Reached>,
}

impl Copying<'_, '_> {
    fn hidden(&self, var: VarId) -> Option<Hidden> {
        let declared = &self.b.program.vars[var];
        if self.constants.contains_key(&var) {
            return Some(Hidden::Constant(var));
        }
        if declared.cuda.has(CudaSpecs::SHARED) && self.b.program.size_of(declared.ty).is_none() {
            return Some(Hidden::Dynamic(declared.name, declared.ty));
        }
        if declared.cuda.has(CudaSpecs::SHARED) {
            return (!self.is_kernel).then_some(Hidden::Shared(declared.name, declared.ty));
        }
        declared.cuda.has(CudaSpecs::DEVICE).then_some(Hidden::Counter(var))
    }

    /// Does a statement declare what is passed instead, and nothing else?
    fn declares_hidden(&self, stmt: StmtId) -> bool {
        let StmtKind::Decl(items) = &self.b.program.stmts[stmt].kind else { return false };
        items.iter().all(|item| matches!(item, Item::Var { var, .. } if self.hidden(*var).is_some()))
    }

    fn reached(&mut self, var: VarId) -> Option<Reached> {
        let hidden = self.hidden(var)?;
        if let Some(known) = self.hidden.iter().find(|known| known.hidden == hidden) {
            return Some(*known);
        }
        let name = self.constants.get(&var).cloned().unwrap_or_else(|| self.b.name_of(var));
        let of = self.b.program.vars[var].ty;
        let reached = Reached::pointer(self.b, hidden, &name, of);
        self.hidden.push(reached);
        Some(reached)
    }
}

impl<'b> Rewrite<'b> for Copying<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn copies_all(&self) -> bool {
        true
    }

    fn declared(&mut self, var: VarId) -> VarId {
        if self.is_kernel {
            return var;
        }
        let copy = self.b.program.vars[var].clone();
        let own = self.b.program.vars.alloc(copy);
        self.vars.insert(var, own);
        own
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        if let StmtKind::Block(stmts) = self.b.program.stmts[stmt].kind.clone() {
            let shown: Vec<StmtId> =
                stmts.iter().copied().filter(|stmt| !self.declares_hidden(*stmt)).collect();
            if shown.len() == stmts.len() {
                return None;
            }
            let block = self.b.stmt(StmtKind::Block(shown));
            return Some(copy::stmt_below(self, block));
        }
        let StmtKind::Decl(items) = self.b.program.stmts[stmt].kind.clone() else { return None };
        let is_hidden = |item: &Item| matches!(item, Item::Var { var, .. } if self.hidden(*var).is_some());
        if !items.iter().any(is_hidden) {
            return None;
        }
        let left: Vec<Item> = items.iter().filter(|item| !is_hidden(item)).cloned().collect();
        let kind = if left.is_empty() { StmtKind::Block(Vec::new()) } else { StmtKind::Decl(left) };
        let left = self.b.stmt(kind);
        Some(copy::stmt_below(self, left))
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let original = self.b.program.exprs[expr].clone();
        match original.kind {
            ExprKind::Var(var) => {
                if let Some(reached) = self.reached(var) {
                    let before = std::mem::replace(&mut self.b.origin, original.span);
                    let mention = reached.mention(self.b);
                    self.b.origin = before;
                    return Some(mention);
                }
                let own = self.vars.get(&var).copied().unwrap_or(var);
                Some(self.b.program.exprs.alloc(hir::Expr { kind: ExprKind::Var(own), ..original }))
            }
            // `&c` of an array is its first element's address, of another type.
            ExprKind::AddrOf(of) => {
                let var = self.b.program.variable_of(of)?;
                let reached = self.reached(var)?;
                if !self.b.program.types.is_array(reached.of) {
                    return Some(reached.argument(self.b));
                }
                let operand = reached.mention(self.b);
                let kind = ExprKind::Cast { kind: CastKind::Pointer, implicit: false, operand };
                Some(self.b.program.exprs.alloc(hir::Expr { kind, ..original }))
            }
            // The size of an array is not that of the pointer.
            ExprKind::Measure { what, of, operand: Some(operand), value } => {
                let var = self.b.program.variable_of(operand)?;
                self.hidden(var)?;
                let kind = ExprKind::Measure { what, of, operand: None, value };
                Some(self.b.program.exprs.alloc(hir::Expr { kind, ..original }))
            }
            _ => None,
        }
    }
}
