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
    Warp(Combination),
    /// `block_sum(value)`: over the threads of the block.
    Block(Combination),
    /// `block_sum_of(values, count)`: over an array in device memory, by the block.
    BlockOf(Combination),
    /// `lanes_sum(value, count)`: over so many neighbouring threads of a warp.
    Lanes(Combination),
    /// `group_sum(value, count)`: over so many neighbouring threads of the block.
    Group(Combination),
    /// `column_sum(value, count, width)`: over so many threads of the block that lie `width` apart.
    Column(Combination),
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
            Helper::Warp(how) => format!("warp_{}", how.noun()),
            Helper::Block(how) => format!("block_{}", how.noun()),
            Helper::BlockOf(how) => format!("block_{}_of", how.noun()),
            Helper::Lanes(how) => format!("lanes_{}", how.noun()),
            Helper::Group(how) => format!("group_{}", how.noun()),
            Helper::Column(how) => format!("column_{}", how.noun()),
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

    /// The places that it takes along with values.
    fn places(self) -> Option<Places> {
        match self {
            Helper::Warp(how)
            | Helper::Block(how)
            | Helper::BlockOf(how)
            | Helper::Lanes(how)
            | Helper::Group(how)
            | Helper::Column(how) => how.at,
            _ => None,
        }
    }

    /// What stands above it.
    fn comment(self) -> String {
        match self {
            Helper::Warp(how) => {
                format!("The {} over the first `lanes` threads of a warp, in the first of them.", how.words())
            }
            Helper::Block(how) => {
                format!(
                    "The {} over the threads of the block, in all of them. All must call it.",
                    how.words()
                )
            }
            Helper::BlockOf(how) => {
                format!("The {} of values in memory, computed by the block together.", how.words())
            }
            Helper::Lanes(how) => format!(
                "The {} over `lanes` neighbouring threads, a power of two within a warp, in all of them.",
                how.words()
            ),
            Helper::Group(how) => format!(
                "The {} over `count` neighbouring threads, in all of them. The whole block must call it.",
                how.words()
            ),
            Helper::Column(how) => format!(
                "The {} over `count` threads that lie `width` apart, in all of them. The whole block must call it.",
                how.words()
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

/// How two values become one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combination {
    /// By this operation.
    pub op: ReductionOp,
    /// They come with their places.
    pub at: Option<Places>,
}

/// Where values are; the functions get both by address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Places {
    /// Of equal values, the one with the smaller place counts, or with the larger one.
    pub prefers: ReductionOp,
    /// Their type.
    pub of: BuiltinType,
}

impl From<ReductionOp> for Combination {
    fn from(op: ReductionOp) -> Combination {
        Combination { op, at: None }
    }
}

impl Combination {
    /// What it computes, as functions are named after it.
    fn noun(self) -> String {
        let noun = noun(self.op);
        match self.at {
            None => noun.to_string(),
            Some(Places { prefers: ReductionOp::Max, .. }) => format!("{noun}_at_last"),
            Some(_) => format!("{noun}_at"),
        }
    }

    fn words(self) -> String {
        let words = words(self.op);
        match self.at {
            None => words.to_string(),
            Some(Places { prefers: ReductionOp::Max, .. }) => format!("{words}, and its largest place,"),
            Some(_) => format!("{words}, and its smallest place,"),
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
        let of_teams = |how: Combination| {
            [Helper::Warp, Helper::Block, Helper::BlockOf, Helper::Lanes, Helper::Group, Helper::Column]
                .map(|helper| helper(how))
        };
        let extremes = [ReductionOp::Min, ReductionOp::Max];
        let located = extremes.into_iter().flat_map(|op| {
            extremes.map(|prefers| Combination { op, at: Some(Places { prefers, of: BuiltinType::Int }) })
        });
        let combinations = OPERATIONS.into_iter().map(Combination::from).chain(located);
        let atomic = |op| [Helper::Atomic(op), Helper::AtomicFetch(op)];
        let all = combinations.flat_map(of_teams).chain(OPERATIONS.into_iter().flat_map(atomic)).chain([
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
            if let Some(places) = helper.places() {
                name = format!("{name}_{}", places.of.text().replace(' ', "_"));
            }
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
