//! What device code calls, in C.
//!
//! ```text
//! sqrt(x) of a float      sqrtf(x)
//! __ldg(&a[i])            a[i]
//! atomicAdd(&sum, x);     sum += x;
//! ```
//! Functions that C does not have keep their name and get a stand-in (`stand_ins`). What depends
//! on threads running side by side is refused.

use std::collections::HashMap;

use hir::copy::{self, Rewrite};
use hir::{
    BinaryOp, Builder, ExprId, ExprKind, FunctionId, IncDec, Program, StmtId, StmtKind, Type, VarStorage,
};
use source::Sources;

use crate::grid::is_pure;
use crate::kernel::Refusal;
use crate::stand_ins;

/// Functions by another name in C.
const RENAMED: [(&str, &str); 14] = [
    ("__cosf", "cosf"),
    ("__expf", "expf"),
    ("__fmaf_rn", "fmaf"),
    ("__fsqrt_rn", "sqrtf"),
    ("__log10f", "log10f"),
    ("__log2f", "log2f"),
    ("__logf", "logf"),
    ("__powf", "powf"),
    ("__sinf", "sinf"),
    ("__tanf", "tanf"),
    ("__dsqrt_rn", "sqrt"),
    ("__fma_rn", "fma"),
    ("__ffs", "__builtin_ffs"),
    ("__popc", "__builtin_popcount"),
];

/// What a function of CUDA is called in C; `None` if it has the same name.
pub(crate) fn c_name(program: &Program, sources: &Sources, function: FunctionId) -> Option<String> {
    let declared = &program.functions[function];
    if !declared.builtin {
        return None;
    }
    let name = sources.text(declared.name);
    if let Some((_, renamed)) = RENAMED.iter().find(|(cuda, _)| *cuda == name) {
        return Some((*renamed).to_owned());
    }
    let result = program.function_type(function)?.result.unqualified();
    let kind = program.types.strip(result);
    match &*name {
        "abs" if kind == Type::FLOAT => Some("fabsf".to_owned()),
        "abs" if kind == Type::DOUBLE => Some("fabs".to_owned()),
        "abs" if kind != Type::INT => Some("llabs".to_owned()),
        "min" | "max" if kind == Type::FLOAT => Some(format!("f{name}f")),
        "min" | "max" if kind == Type::DOUBLE => Some(format!("f{name}")),
        "min" | "max" if kind == Type::UINT => Some(format!("u{name}")),
        "min" | "max" if kind == Type::INT => None,
        "min" | "max" => {
            let signed = hir::const_eval::integer_format(program, kind).is_some_and(|f| f.signed);
            Some(format!("{}{name}", if signed { "ll" } else { "ull" }))
        }
        "rsqrt" | "rcbrt" | "exp10" if kind == Type::FLOAT => Some(format!("{name}f")),
        _ if kind == Type::FLOAT && hir::mathematics::is_function(&name) => Some(format!("{name}f")),
        _ => None,
    }
}

/// The names that functions of CUDA have in C.
pub(crate) fn names(program: &Program, sources: &Sources) -> HashMap<FunctionId, String> {
    program.functions.ids().filter_map(|id| Some((id, c_name(program, sources, id)?))).collect()
}

/// Why a call in device code cannot be raised.
pub(crate) fn refused_call(program: &Program, sources: &Sources, function: FunctionId) -> Option<String> {
    let declared = &program.functions[function];
    if !declared.builtin || declared.body.is_some() {
        return None;
    }
    let name = sources.text(declared.name);
    let c = c_name(program, sources, function).unwrap_or_else(|| name.clone().into_owned());
    let is_c = hir::mathematics::is_function(&c)
        || hir::mathematics::is_function(c.strip_suffix('f').unwrap_or(&c))
        || c.starts_with("__builtin_")
        || ["abs", "fabsf", "llabs", "labs", "printf", "malloc", "free", "memcpy", "memset", "assert"]
            .contains(&&*c);
    let is_known = is_c || stand_ins::has(&c) || is_handled(&name);
    if is_known {
        return None;
    }
    let is_exchange = ["__shfl", "__ballot", "__any", "__all", "__match", "__reduce", "__activemask"]
        .iter()
        .any(|start| name.starts_with(start));
    Some(match is_exchange {
        true => format!("`{name}` exchanges values between the threads of a warp"),
        false => format!("`{name}` has no counterpart in C"),
    })
}

fn is_handled(name: &str) -> bool {
    matches!(
        name,
        "__syncthreads"
            | "__syncwarp"
            | "__threadfence"
            | "__threadfence_block"
            | "__threadfence_system"
            | "__ldg"
    ) || name.starts_with("__annotation")
}

/// Device code in C: calls that are operators there.
pub(crate) fn in_c(b: &mut Builder<'_>, body: StmtId) -> Result<StmtId, Refusal> {
    let mut words = Words { b, refusal: None };
    let copied = copy::stmt(&mut words, body);
    match words.refusal {
        Some(refusal) => Err(refusal),
        None => Ok(copied),
    }
}

struct Words<'s, 'b> {
    b: &'s mut Builder<'b>,
    refusal: Option<Refusal>,
}

impl<'b> Rewrite<'b> for Words<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let program = &*self.b.program;
        if let ExprKind::Var(var) = program.exprs[expr].kind
            && program.vars[var].storage == VarStorage::Predefined
            && program.vars[var].name.is_some_and(|name| self.b.sources.symbols.bytes(name) == b"warpSize")
        {
            return Some(self.b.int(32));
        }
        let (name, args) = self.builtin_call(expr)?;
        match (name.as_str(), args.as_slice()) {
            ("__ldg", [address]) => {
                let address = copy::expr(self, *address);
                Some(self.pointed_at(address))
            }
            ("atomicAdd", [address, value]) if self.b.constant(*value) == Some(1) => {
                let address = copy::expr(self, *address);
                let place = self.pointed_at(address);
                let ty = self.b.program.exprs[place].ty;
                Some(self.b.expr(ExprKind::IncDec { op: IncDec::Inc, prefix: false, operand: place }, ty))
            }
            _ => None,
        }
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let StmtKind::Expr(expr) = self.b.program.stmts[stmt].kind else { return None };
        let at = match self.b.program.exprs[expr].kind {
            ExprKind::Cast { operand, kind: hir::CastKind::ToVoid, .. } => operand,
            _ => expr,
        };
        let (name, args) = self.builtin_call(at)?;
        if name.starts_with("__threadfence") {
            return Some(self.b.stmt(StmtKind::Empty));
        }
        let op = match name.as_str() {
            "atomicAdd" | "atomicAdd_block" | "atomicAdd_system" => BinaryOp::Add,
            "atomicSub" => BinaryOp::Sub,
            "atomicAnd" => BinaryOp::BitAnd,
            "atomicOr" => BinaryOp::BitOr,
            "atomicXor" => BinaryOp::BitXor,
            "atomicMin" | "atomicMax" => return self.extreme(&name, &args),
            _ => return None,
        };
        let [address, value] = args.as_slice() else { return None };
        let address = copy::expr(self, *address);
        let place = self.pointed_at(address);
        let ty = self.b.program.exprs[place].ty.unqualified();
        if op == BinaryOp::Add && self.b.constant(*value) == Some(1) {
            let one = self.b.expr(ExprKind::IncDec { op: IncDec::Inc, prefix: false, operand: place }, ty);
            let update = self.b.stmt(StmtKind::Expr(one));
            return Some(crate::directives::atomic(self.b, update));
        }
        let rhs = copy::expr(self, *value);
        let update = self.b.expr(ExprKind::AssignOp { op, lhs: place, rhs, compute: ty }, ty);
        let update = self.b.stmt(StmtKind::Expr(update));
        Some(crate::directives::atomic(self.b, update))
    }
}

impl Words<'_, '_> {
    /// The name and arguments of a call of what CUDA knows.
    fn builtin_call(&self, expr: ExprId) -> Option<(String, Vec<ExprId>)> {
        let program = &*self.b.program;
        let ExprKind::Call { callee, args } = &program.exprs[expr].kind else { return None };
        let called = program.called_function(*callee)?;
        let declared = &program.functions[called];
        declared.builtin.then(|| (self.b.sources.text(declared.name).into_owned(), args.clone()))
    }

    /// `if (value < *address) *address = value;`
    fn extreme(&mut self, name: &str, args: &[ExprId]) -> Option<StmtId> {
        let [address, value] = args else { return None };
        if !is_pure(self.b.program, self.b.sources, *address)
            || !is_pure(self.b.program, self.b.sources, *value)
        {
            return None;
        }
        let address = copy::expr(self, *address);
        let value = copy::expr(self, *value);
        let place = self.pointed_at(address);
        let op = if name == "atomicMin" { BinaryOp::Lt } else { BinaryOp::Gt };
        let cond = self.b.binary(op, value, place);
        let set = self.b.assign(place, value);
        Some(self.b.if_then(cond, vec![set]))
    }

    /// What an address points to: `a[i]` for `&a[i]`.
    fn pointed_at(&mut self, address: ExprId) -> ExprId {
        let mut at = address;
        while let ExprKind::Cast { implicit: true, operand, .. } = self.b.program.exprs[at].kind {
            if self.b.program.types.is_array(self.b.program.exprs[operand].ty) {
                break;
            }
            at = operand;
        }
        if let ExprKind::AddrOf(place) = self.b.program.exprs[at].kind {
            return place;
        }
        if let ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } = self.b.program.exprs[at].kind
            && self.b.program.types.is_pointer(self.b.program.exprs[lhs].ty)
        {
            return self.b.index(lhs, &[rhs]);
        }
        let ty = self.b.program.exprs[at].ty;
        let pointee = self.b.program.types.pointee(ty).or_else(|| self.b.program.types.element(ty));
        self.b.expr(ExprKind::Deref(at), pointee.unwrap_or(Type::INT))
    }
}
