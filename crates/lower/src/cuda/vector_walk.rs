//! Loops that walk over memory to reduce it, sixteen bytes at a time.
//!
//! A loop that reads `a[i]` for one `i` after the other can read several elements by
//! one instruction: a device copy begins at an aligned address, and so does every
//! fourth `float` in it. Each thread then has neighbouring iterations:
//!
//! ```text
//! int i = (blockIdx.x * 256 + threadIdx.x) * 4;
//! for (; i < n - 1081347; i += 2162688) {
//!     float a_now[2][4];
//!     #pragma unroll
//!     for (int round = 0; round < 2; round++)
//!         memcpy(a_now[round], __builtin_assume_aligned(&a[i + round * 1081344], 16), 16);
//!     #pragma unroll
//!     for (int round = 0; round < 2; round++)
//!         #pragma unroll
//!         for (int k = 0; k < 4; k++)
//!             sum += a_now[round][k];
//! }
//! for (; i < n; i += 1081344)
//!     for (int k = 0; k < 4 && i + k < n; k++)
//!         sum += a[i + k];
//! ```
//! Which thread has which iteration is no matter to a loop that only reduces.
//!
//! OpenCL has vectors for copies of bytes. NVIDIA's compiler loads one of sixteen bytes by four
//! instructions, but one of four words by one: bytes are kept in words there, and read out of them
//! (`((const uchar *)data_now[round])[k]`; a histogram of bytes took 0.087 ms on an H200, and takes 0.070).

use hir::copy::{self, Rewrite};
use hir::{
    BinaryOp, Builder, BuiltinType, CastKind, Distribution, ExprId, ExprKind, Node, Qualifiers, StmtId,
    StmtKind, Type, VarId,
};
use kir::{Extent, ParamValue, Partition};

use super::Lowering;

/// What one instruction reads.
const BYTES: u64 = gpu::WIDEST;
/// Instructions under way at once.
const ROUNDS: i64 = 2;
/// The bytes of a word.
const WORD: i64 = 4;
/// More expressions than this are not repeated for every element.
const MOST_EXPRESSIONS: i64 = 2048;
/// Up to here no sum of an index and a stride leaves `int`.
const SMALL: i64 = 1 << 30;

/// What a loop reads from one end to the other.
pub(super) struct Vectors {
    /// The arrays, and the types of their elements.
    arrays: Vec<(VarId, Type)>,
    /// Elements that are read at once.
    width: i64,
}

impl Lowering<'_, '_> {
    /// The arrays that a short walk reads at its index alone, if there are any and the
    /// index is not used to find anything else.
    pub(super) fn vectors(&mut self, p: &Partition, stride: ExprId) -> Option<Vectors> {
        let is_cyclic = p.over_block.is_none_or(|share| share.distribution == Distribution::Cyclic);
        if p.step != 1 || self.b.constant(p.first) != Some(0) || p.over_thread.is_none() || !is_cyclic {
            return None;
        }
        let kir::Stmt::Plain(body) = super::walk::only(&p.body)? else { return None };
        let mut arrays: Vec<(VarId, Type)> = Vec::new();
        let mut expressions = 0;
        for expr in self.b.program.exprs_below(*body) {
            expressions += 1;
            if let Some(found) = self.read_along(expr, p.index) {
                arrays.extend((!arrays.contains(&found)).then_some(found));
            }
        }
        let is_other_use = |expr: ExprId| match self.b.program.exprs[expr].kind {
            ExprKind::AddrOf(of) => self.read_along(of, p.index).is_some(),
            ExprKind::Index { index, .. } => {
                self.read_along(expr, p.index).is_none() && self.mentions(index, p.index)
            }
            _ => false,
        };
        if self.b.program.exprs_below(*body).any(is_other_use) {
            return None;
        }
        let largest = arrays.iter().filter_map(|(_, element)| self.b.program.size_of(*element)).max()?;
        let width = i64::try_from(BYTES / largest).ok().filter(|width| *width > 1)?;
        // Every thread has something to read, or there are enough iterations for sure.
        let rounds = self.b.constant(stride).map(|stride| stride.saturating_mul(width * ROUNDS));
        let is_long = match (p.trips.constant(), rounds) {
            (Some(trips), Some(rounds)) => trips >= rounds,
            (Some(_), None) => false,
            (None, _) => true,
        };
        let is_short_text = expressions * width * ROUNDS <= MOST_EXPRESSIONS;
        (is_long && is_short_text).then_some(Vectors { arrays, width })
    }

    /// The array of `a[index]`, which is only read and begins at an aligned address,
    /// and the type of its elements.
    fn read_along(&self, expr: ExprId, index: VarId) -> Option<(VarId, Type)> {
        let program = &*self.b.program;
        let ExprKind::Index { base, index: subscript } = program.exprs[expr].kind else { return None };
        if program.converted_variable(subscript)? != index {
            return None;
        }
        let array = program.converted_variable(base)?;
        let param = self.kernel.params.iter().find(|param| param.var == array)?;
        let ParamValue::Array { array: copy, written: false, overlaps: false } = param.value else {
            return None;
        };
        let copy = &self.arrays[copy];
        let is_plain = copy.dims.len() == 1 && copy.dims[0].lo == Extent::Constant(0) && !copy.by_address;
        let builtin = program.types.as_builtin(copy.element)?;
        let fits = matches!(program.size_of(copy.element), Some(1 | 2 | 4 | 8))
            && self.helpers.language.has_vectors_of(builtin);
        (is_plain && fits && copy.constant.is_none() && !copy.is_texture())
            .then(|| (array, Type::builtin(builtin)))
    }

    /// Is a variable mentioned, other than as the subscript of what is read along it?
    fn mentions(&self, expr: ExprId, var: VarId) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if matches!(self.b.program.exprs[expr].kind, ExprKind::Var(found) if found == var) {
                return true;
            }
            if self.read_along(expr, var).is_none() {
                let children = self.b.program.children(Node::Expr(expr)).into_iter();
                pending.extend(children.filter_map(|child| match child {
                    Node::Expr(child) => Some(child),
                    Node::Stmt(_) => None,
                }));
            }
        }
        false
    }

    /// The loop: whole vectors first, then what is left.
    pub(super) fn vector_walk(
        &mut self,
        p: &Partition,
        (first, end, stride): (ExprId, ExprId, ExprId),
        vectors: &Vectors,
    ) -> Vec<StmtId> {
        let name = self.b.name_of(p.index);
        let own = self.b.program.vars[p.index].ty.unqualified();
        let is_small = p.trips.constant().is_some_and(|trips| trips < SMALL);
        // Beyond the end there must be room for a stride more.
        let (at, ty) = match is_small {
            true => (p.index, own),
            false => (self.names.local(self.b, &format!("{name}_first"), Type::LONG), Type::LONG),
        };
        let mut stmts = Vec::new();
        let width = self.b.int(vectors.width);
        let is_number = self.b.constant(stride).is_some();
        let stride = if is_small || is_number { stride } else { self.b.cast(stride, ty) };
        let first = if is_small { first } else { self.b.cast(first, ty) };
        let stride = self.b.mul(stride, width);
        let stride = self.named(&format!("{name}_stride"), stride, ty, &mut stmts);
        let first = self.b.mul(first, width);
        stmts.push(self.b.declare(at, Some(first)));
        let body = self.statement(&p.body);
        stmts.extend(self.whole_vectors(p, (at, end, stride), vectors, &body));
        stmts.push(self.last_elements(p, (at, end, stride), vectors, &body));
        stmts
    }

    fn whole_vectors(
        &mut self,
        p: &Partition,
        (at, end, stride): (VarId, ExprId, ExprId),
        vectors: &Vectors,
        body: &[StmtId],
    ) -> Vec<StmtId> {
        let one = self.b.int(1);
        let (rounds, width) = (self.b.int(ROUNDS), self.b.int(vectors.width));
        let mut inside = Vec::new();
        let mut now = Vec::new();
        for &(array, element) in &vectors.arrays {
            let (kept, count) = match self.words(element, vectors.width) {
                Some(words) => (Type::builtin(BuiltinType::UInt), words),
                None => (element, vectors.width),
            };
            let row = self.b.program.types.array_of(kept, count.unsigned_abs());
            let ty = self.b.program.types.array_of(row, ROUNDS.unsigned_abs());
            let name = format!("{}_now", self.b.name_of(array));
            let var = self.names.local(self.b, &name, ty);
            inside.push(self.b.declare(var, None));
            now.push((array, var));
        }
        let round = self.names.scoped(self.b, "round", Type::INT);
        let at_value = self.b.var(at);
        let round_value = self.b.var(round);
        let offset = self.b.mul(round_value, stride);
        let place = self.b.add(at_value, offset);
        let loads: Vec<StmtId> =
            now.iter().map(|&(array, var)| self.load(array, place, var, round_value)).collect();
        inside.extend(self.unrolled(round, rounds, loads));

        let lane = self.names.scoped(self.b, "k", Type::INT);
        let lane_value = self.b.var(lane);
        let element = self.b.add(place, lane_value);
        let mut vector =
            InVector { b: self.b, index: p.index, at: element, now, here: [round_value, lane_value] };
        let work = body.iter().map(|&stmt| copy::stmt(&mut vector, stmt)).collect();
        let lanes = self.unrolled(lane, width, work);
        inside.extend(self.unrolled(round, rounds, lanes));

        let whole = self.b.mul(stride, rounds);
        let before = self.b.sub(rounds, one);
        let reach = self.b.mul(stride, before);
        let last = self.b.sub(width, one);
        let reach = self.b.add(reach, last);
        let limit = self.b.sub(end, reach);
        vec![self.resumed(at, limit, whole, inside)]
    }

    /// In how many words so many elements are kept, if not as what they are.
    fn words(&self, element: Type, width: i64) -> Option<i64> {
        let is_byte = self.b.program.size_of(element) == Some(1);
        // Fewer bytes than these are one word anyway.
        let is_long = width >= 2 * WORD;
        (is_byte && is_long && !self.helpers.language.moves_bytes()).then_some(width / WORD)
    }

    /// `memcpy(a_now[round], __builtin_assume_aligned(&a[place], 16), 16);`
    fn load(&mut self, array: VarId, place: ExprId, now: VarId, round: ExprId) -> StmtId {
        let target = self.b.var(now);
        let target = self.b.index(target, &[round]);
        let row = self.b.program.exprs[target].ty;
        let source = self.b.var(array);
        let source = self.b.index(source, &[place]);
        let element = self.b.program.exprs[source].ty;
        let kept = self.b.program.types.element(row).unwrap_or(element);
        let lanes = self.bytes(row) / self.bytes(kept);
        self.load_lanes(source, target, kept, lanes)
    }

    /// Loads so many neighbours from an element on, which is aligned for it, to where a pointer says:
    /// `memcpy(target, __builtin_assume_aligned(&source, 16), 16);`, or what the language has for it.
    pub(super) fn load_lanes(&mut self, source: ExprId, target: ExprId, kept: Type, lanes: i64) -> StmtId {
        let element = self.b.program.exprs[source].ty;
        let pointer = self.b.program.types.pointer_to(element);
        let source = self.b.expr(ExprKind::AddrOf(source), pointer);
        let builtin = self.b.program.types.as_builtin(kept);
        let copy = match builtin.and_then(|builtin| self.helpers.language.vector_words(builtin, lanes)) {
            Some((load, store)) => {
                let vector = self.b.call(&load, vec![source], element.unqualified());
                let first = self.b.int(0);
                self.b.call(&store, vec![vector, first, target], Type::VOID)
            }
            None => {
                let whole = self.b.int(lanes * self.bytes(kept));
                let source = self.b.call("__builtin_assume_aligned", vec![source, whole], pointer);
                self.b.call("memcpy", vec![target, source, whole], Type::VOID)
            }
        };
        self.b.stmt(StmtKind::Expr(copy))
    }

    fn bytes(&self, ty: Type) -> i64 {
        self.b.program.size_of(ty).and_then(|size| i64::try_from(size).ok()).unwrap_or(1)
    }

    fn unrolled(&mut self, var: VarId, count: ExprId, body: Vec<StmtId>) -> Vec<StmtId> {
        let pragma = self.b.symbol("unroll");
        let pragma = self.b.stmt(StmtKind::Pragma(pragma));
        let (zero, one) = (self.b.int(0), self.b.int(1));
        vec![pragma, self.b.count(var, zero, count, one, true, body)]
    }

    /// `for (; i < n; i += stride) for (int k = 0; k < 4 && i + k < n; k++) …`
    fn last_elements(
        &mut self,
        p: &Partition,
        (at, end, stride): (VarId, ExprId, ExprId),
        vectors: &Vectors,
        body: &[StmtId],
    ) -> StmtId {
        let lane = self.names.scoped(self.b, "k", Type::INT);
        let (at_value, lane_value) = (self.b.var(at), self.b.var(lane));
        let element = self.b.add(at_value, lane_value);
        let here = [lane_value, lane_value];
        let mut single = InVector { b: self.b, index: p.index, at: element, now: Vec::new(), here };
        let work = body.iter().map(|&stmt| copy::stmt(&mut single, stmt)).collect();
        let (zero, one, width) = (self.b.int(0), self.b.int(1), self.b.int(vectors.width));
        let init = Some(self.b.declare(lane, Some(zero)));
        let within = self.b.binary(BinaryOp::Lt, lane_value, width);
        let inside = self.b.binary(BinaryOp::Lt, element, end);
        let cond = Some(self.b.binary(BinaryOp::And, within, inside));
        let step = Some(self.b.advance(lane, one));
        let work = self.b.block(work);
        let elements = self.b.stmt(StmtKind::For { init, cond, step, body: work });
        self.resumed(at, end, stride, vec![elements])
    }
}

impl InVector<'_, '_> {
    /// A row of what was read, as a row of elements: `(const uchar *)data_now[round]` where it is kept in words.
    fn as_elements(&mut self, row: ExprId, element: Type) -> ExprId {
        let types = &mut self.b.program.types;
        let kept = types.element(self.b.program.exprs[row].ty).map(|kept| types.strip(kept).id);
        if kept == Some(types.strip(element).id) {
            return row;
        }
        let pointer = types.pointer_to(element.qualified(Qualifiers::CONST));
        self.b.expr(ExprKind::Cast { kind: CastKind::Pointer, implicit: false, operand: row }, pointer)
    }
}

/// Puts what was read, and the index of an element, in their places.
struct InVector<'a, 'b> {
    b: &'a mut Builder<'b>,
    index: VarId,
    /// The index of the element.
    at: ExprId,
    /// Arrays, and what was read of them.
    now: Vec<(VarId, VarId)>,
    /// Where in that.
    here: [ExprId; 2],
}

impl<'b> Rewrite<'b> for InVector<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) if var == self.index => {
                let ty = self.b.program.vars[self.index].ty.unqualified();
                Some(self.b.cast(self.at, ty))
            }
            ExprKind::Index { base, index } => {
                let array = self.b.program.converted_variable(base)?;
                let &(_, now) = self.now.iter().find(|(known, _)| *known == array)?;
                (self.b.program.converted_variable(index)? == self.index).then_some(())?;
                let now = self.b.var(now);
                let element = self.b.program.exprs[expr].ty.unqualified();
                let [round, lane] = self.here;
                let row = self.b.index(now, &[round]);
                let row = self.as_elements(row, element);
                Some(self.b.index(row, &[lane]))
            }
            _ => None,
        }
    }
}
