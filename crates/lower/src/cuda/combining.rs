//! Functions of the device that generated kernels call, most of them to combine the values
//! of threads.
//!
//! Each stands in the file once for a type, whatever the number of kernels that call
//! it, and they have the names of their operation for every type: CUDA's C++ picks the
//! one that is meant. What they consist of is in [`super::combining_bodies`]; all of them
//! combine in a fixed order.

use hir::{
    Builder, BuiltinType, CudaSpecs, ExprId, ExprKind, Function, FunctionId, FunctionType, ReductionOp, Span,
    StmtId, StmtKind, Type, TypeKind,
};
use source::Sources;

use super::combining_bodies::{self, Body};
use crate::Language;

/// A function of the generated file that kernels call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Helper {
    /// `warp_sum(value, lane, lanes)`: over the first lanes of a warp.
    Warp(ReductionOp),
    /// `block_sum(value)`: over the threads of the block.
    Block(ReductionOp),
    /// `block_sum_of(values, count)`: over an array in device memory, by the block.
    BlockOf(ReductionOp),
    /// `lanes_sum(value, count)`: over so many neighbouring threads of a warp.
    Lanes(ReductionOp),
    /// `group_sum(value, count)`: over so many neighbouring threads of the block.
    Group(ReductionOp),
    /// `column_sum(value, count, width)`: over so many threads of the block that lie `width` apart.
    Column(ReductionOp),
    /// `is_last_block(counter)`
    LastBlock,
    /// `publish(place, value)`: a store that other blocks see.
    Publish,
    /// `published(place)`: what another block has stored so.
    Published,
    /// `atomic_max(target, value)`, where the device has no operation for it.
    Atomic(ReductionOp),
    /// The same, with what was there before.
    AtomicFetch(ReductionOp),
    /// `atomic_next(target, last)`: CUDA's `atomicInc`, or `atomicDec`.
    AtomicWrap {
        /// Upwards, or downwards?
        is_up: bool,
    },
    /// `quotient(n, by, inverse)`: `n / by`, where `1.0f / by` is known.
    Quotient,
    /// `small_quotient(n, inverse)`: the same where `n` is small.
    SmallQuotient,
    /// `inverse_root(x)`: `1.0f / sqrtf(x)`, where `x` is not near zero.
    InverseRoot,
    /// `first_set(x)`: what CUDA calls `__ffs`.
    FirstSet,
    /// `swapped_bytes(x)`: of a word.
    SwappedBytes,
}

impl Helper {
    /// Its name, before any prefix.
    fn name(self) -> String {
        match self {
            Helper::Warp(op) => format!("warp_{}", noun(op)),
            Helper::Block(op) => format!("block_{}", noun(op)),
            Helper::BlockOf(op) => format!("block_{}_of", noun(op)),
            Helper::Lanes(op) => format!("lanes_{}", noun(op)),
            Helper::Group(op) => format!("group_{}", noun(op)),
            Helper::Column(op) => format!("column_{}", noun(op)),
            Helper::LastBlock => String::from("is_last_block"),
            Helper::Publish => String::from("publish"),
            Helper::Published => String::from("published"),
            Helper::Atomic(op) => format!("atomic_{}", noun(op)),
            Helper::AtomicFetch(op) => format!("atomic_fetch_{}", noun(op)),
            Helper::AtomicWrap { is_up } => {
                String::from(if is_up { "atomic_next" } else { "atomic_previous" })
            }
            Helper::Quotient => String::from("quotient"),
            Helper::SmallQuotient => String::from("small_quotient"),
            Helper::InverseRoot => String::from("inverse_root"),
            Helper::FirstSet => String::from("first_set"),
            Helper::SwappedBytes => String::from("swapped_bytes"),
        }
    }

    /// What stands above it.
    fn comment(self) -> String {
        match self {
            Helper::Warp(op) => {
                format!("The {} over the first `lanes` threads of a warp, in the first of them.", words(op))
            }
            Helper::Block(op) => {
                format!("The {} over the threads of the block, in all of them. All must call it.", words(op))
            }
            Helper::BlockOf(op) => {
                format!("The {} of values in memory, computed by the block together.", words(op))
            }
            Helper::Lanes(op) => format!(
                "The {} over `lanes` neighbouring threads, a power of two within a warp, in all of them.",
                words(op)
            ),
            Helper::Group(op) => format!(
                "The {} over `count` neighbouring threads, in all of them. The whole block must call it.",
                words(op)
            ),
            Helper::Column(op) => format!(
                "The {} over `count` threads that lie `width` apart, in all of them. The whole block must call it.",
                words(op)
            ),
            Helper::LastBlock => {
                String::from("True in the block that calls this last; it sees what the others wrote before.")
            }
            Helper::Publish => {
                String::from("Stores a value for other blocks, by atomic operations: those all see alike.")
            }
            Helper::Published => String::from("A value that another block has published."),
            Helper::Atomic(op) => format!(
                "Combines a value with one in memory, whoever else does so: the {} of both.",
                words(op)
            ),
            Helper::AtomicFetch(op) => format!(
                "Combines a value with one in memory, whoever else does so: the {} of both. Returns what was there.",
                words(op)
            ),
            Helper::AtomicWrap { is_up } => format!(
                "Makes a number of memory the {} from 0 to `last`, whoever else does so. Returns what was there.",
                if is_up { "next" } else { "previous" }
            ),
            Helper::Quotient => {
                String::from("n / by, given 1.0f / by: through floating point where that is exact.")
            }
            Helper::SmallQuotient => format!(
                "n / by, given 1.0f / by, for n from 0 to {}: there floating point is exact.",
                combining_bodies::EXACT_BELOW - 1
            ),
            Helper::InverseRoot => String::from(
                "1.0f / sqrtf(x) to the last bit, from one approximation, for x that is not near zero.",
            ),
            Helper::FirstSet => {
                String::from("The place of the lowest bit that is set, counted from 1; 0 if none is.")
            }
            Helper::SwappedBytes => String::from("The bytes of a word in the other order."),
        }
    }
}

/// What an operation computes, as functions are named after it.
fn noun(op: ReductionOp) -> &'static str {
    match op {
        ReductionOp::Add => "sum",
        ReductionOp::Mul => "product",
        ReductionOp::Min => "min",
        ReductionOp::Max => "max",
        ReductionOp::BitAnd => "and",
        ReductionOp::BitOr => "or",
        ReductionOp::BitXor => "xor",
        ReductionOp::And => "all",
        ReductionOp::Or => "any",
    }
}

fn words(op: ReductionOp) -> &'static str {
    match op {
        ReductionOp::Add => "sum",
        ReductionOp::Mul => "product",
        ReductionOp::Min => "smallest",
        ReductionOp::Max => "largest",
        ReductionOp::BitAnd => "bitwise and",
        ReductionOp::BitOr => "bitwise or",
        ReductionOp::BitXor => "exclusive or",
        ReductionOp::And => "conjunction",
        ReductionOp::Or => "disjunction",
    }
}

const OPERATIONS: [ReductionOp; 9] = [
    ReductionOp::Add,
    ReductionOp::Mul,
    ReductionOp::Min,
    ReductionOp::Max,
    ReductionOp::BitAnd,
    ReductionOp::BitOr,
    ReductionOp::BitXor,
    ReductionOp::And,
    ReductionOp::Or,
];

/// The helpers of a file.
#[derive(Debug)]
pub struct Helpers {
    /// The language they are in.
    pub(super) language: Language,
    /// What keeps their names apart from the user's.
    prefix: &'static str,
    made: Vec<Made>,
}

#[derive(Debug)]
struct Made {
    helper: Helper,
    of: BuiltinType,
    function: FunctionId,
}

impl Helpers {
    /// None yet. Their names begin with `hicuda_` if the user has one of them.
    pub fn new(language: Language, sources: &Sources) -> Helpers {
        let of = |op| {
            [
                Helper::Warp,
                Helper::Block,
                Helper::BlockOf,
                Helper::Lanes,
                Helper::Group,
                Helper::Column,
                Helper::Atomic,
                Helper::AtomicFetch,
            ]
            .map(|helper| helper(op))
        };
        let all = OPERATIONS.into_iter().flat_map(of).chain([
            Helper::LastBlock,
            Helper::Publish,
            Helper::Published,
            Helper::AtomicWrap { is_up: true },
            Helper::AtomicWrap { is_up: false },
            Helper::Quotient,
            Helper::SmallQuotient,
            Helper::InverseRoot,
            Helper::FirstSet,
            Helper::SwappedBytes,
        ]);
        let mut names = all.map(Helper::name);
        let is_taken = names.any(|name| sources.symbols.lookup(name.as_bytes()).is_some());
        Helpers { language, prefix: if is_taken { "hicuda_" } else { "" }, made: Vec::new() }
    }

    /// The comment above each function, and the function; callees first.
    pub fn functions(&self) -> impl Iterator<Item = (String, FunctionId)> {
        self.made.iter().map(|made| (made.helper.comment(), made.function))
    }

    /// A call of a helper for values of a type.
    pub(crate) fn call(
        &mut self,
        b: &mut Builder<'_>,
        helper: Helper,
        of: Type,
        args: Vec<ExprId>,
    ) -> ExprId {
        let function = self.function(b, helper, of);
        let ty = b.program.functions[function].ty;
        let callee = b.expr(ExprKind::Function(function), ty);
        let result = match b.program.types.kind(ty) {
            TypeKind::Function(signature) => signature.result,
            _ => Type::VOID,
        };
        b.expr(ExprKind::Call { callee, args }, result)
    }

    /// Does another block read values of a type by atomic operations? OpenCL 1.2 promises order
    /// between work groups to nobody, and atomic operations only of words.
    pub(super) fn publishes(&self, b: &Builder<'_>, of: Type) -> bool {
        self.language == Language::OpenCl && matches!(b.program.size_of(of), Some(4 | 8))
    }

    /// `place = value;` where another block reads that, or this one what another wrote.
    pub(super) fn publish(&mut self, b: &mut Builder<'_>, place: ExprId, value: ExprId) -> StmtId {
        let held = b.program.exprs[place].ty;
        if !self.publishes(b, held) {
            return b.assign(place, value);
        }
        let pointer = b.program.types.pointer_to(held);
        let address = b.expr(ExprKind::AddrOf(place), pointer);
        let call = self.call(b, Helper::Publish, held.unqualified(), vec![address, value]);
        b.stmt(StmtKind::Expr(call))
    }

    fn function(&mut self, b: &mut Builder<'_>, helper: Helper, of: Type) -> FunctionId {
        // An enumeration is an `int` here.
        let of = b.program.types.as_builtin(of).unwrap_or(BuiltinType::Int);
        if let Some(made) = self.made.iter().find(|made| (made.helper, made.of) == (helper, of)) {
            return made.function;
        }
        let body = combining_bodies::body(self, b, helper, Type::builtin(of));
        let function = self.define(b, helper, of, body);
        self.made.push(Made { helper, of, function });
        function
    }

    fn define(&self, b: &mut Builder<'_>, helper: Helper, of: BuiltinType, body: Body) -> FunctionId {
        let mut name = format!("{}{}", self.prefix, helper.name());
        if !self.language.is_cpp() {
            // One name is one function: `block_sum_float`.
            name = format!("{name}_{}", of.text().replace(' ', "_"));
        }
        let name = b.symbol(&name);
        let params = body.params.iter().map(|&param| b.program.vars[param].ty.unqualified()).collect();
        let signature = FunctionType { result: body.result, params, variadic: false, prototype: true };
        let ty = b.program.types.intern(TypeKind::Function(signature));
        let block = b.stmt(StmtKind::Block(body.stmts));
        b.program.functions.alloc(Function {
            name,
            ty,
            params: body.params,
            body: Some(block),
            is_static: true,
            is_inline: false,
            is_extern: false,
            is_noreturn: false,
            old_style: false,
            cuda: CudaSpecs::DEVICE,
            builtin: false,
            attrs: Vec::new(),
            asm_label: None,
            span: Span::BUILTIN,
            def_span: None,
        })
    }
}
