//! Expressions, with as few parentheses as C allows.
//!
//! A chain that leans to the left (`a + b + c`, `p->next->next`, `f(1)(2)`)
//! is walked down to its first operand and printed on the way back, so its
//! length does not cost stack. Conversions nobody wrote are left out, unless
//! the printed text would then mean something else; [`crate::implied`] decides.

use hir::{BinaryOp, CastKind, Expr, ExprId, ExprKind, GridQuery, IncDec, Init, Measure, Type, UnaryOp};

use crate::Printer;
use crate::precedence::{Precedence, reads_ambiguously};

/// What surrounds an operand, as far as parentheses are concerned.
#[derive(Clone, Copy)]
struct Place {
    /// What may stand here without parentheses.
    min: Precedence,
    /// The operator it is an operand of.
    operator: Option<BinaryOp>,
}

impl Place {
    fn at(min: Precedence) -> Place {
        Place { min, operator: None }
    }
}

impl Printer<'_> {
    /// An expression, in a place that takes any and converts it to its type.
    pub fn expr(&mut self, expr: ExprId) {
        self.expr_at(expr, Place::at(Precedence::Comma));
    }

    /// An expression where a comma would separate.
    pub(crate) fn argument(&mut self, expr: ExprId) {
        self.expr_at(expr, Place::at(Precedence::Assignment));
    }

    /// An expression at least as tight as `min`.
    pub fn operand(&mut self, expr: ExprId, min: Precedence) {
        self.expr_at(expr, Place::at(min));
    }

    /// An expression whose text must have its type by itself.
    pub fn value(&mut self, expr: ExprId) {
        if self.conversion_is_lost(expr) {
            self.converted(expr);
        } else {
            self.argument(expr);
        }
    }

    /// A condition. An assignment gets a second pair of parentheses, the
    /// customary sign that it is not a mistyped comparison.
    pub(crate) fn condition(&mut self, expr: ExprId) {
        let assigns = matches!(
            self.program.exprs[self.bare(expr)].kind,
            ExprKind::Assign { .. } | ExprKind::AssignOp { .. }
        );
        self.expr_at(expr, Place::at(if assigns { Precedence::Primary } else { Precedence::Comma }));
    }

    /// An expression in a place that converts to `ty`; another type than that
    /// is asked for by a cast.
    pub(crate) fn converted_to(&mut self, expr: ExprId, ty: Type) {
        let same =
            self.program.types.strip(self.program.exprs[expr].ty).id == self.program.types.strip(ty).id;
        if same || !self.program.types.is_arithmetic(ty) { self.argument(expr) } else { self.value(expr) }
    }

    /// An expression with its outermost implicit conversion written out.
    fn converted(&mut self, expr: ExprId) {
        let (ty, bare) = (self.program.exprs[expr].ty.unqualified(), self.bare(expr));
        if let ExprKind::Int { value, .. } = self.program.exprs[bare].kind
            && self.program.types.strip(ty).id == Type::DOUBLE.id
            && self.macro_use(bare).is_none()
        {
            return self.out.write(&format!("{value}.0"));
        }
        let ty = self.type_text(ty);
        self.out.write(&format!("({ty})"));
        self.operand(bare, Precedence::Unary);
    }

    fn expr_at(&mut self, expr: ExprId, place: Place) {
        let mut place = place;
        let mut current = expr;
        let mut spine: Vec<(ExprId, bool)> = Vec::new();
        loop {
            current = self.visible(current);
            let parens = self.needs_parens(current, place);
            if parens {
                self.out.write("(");
            }
            let Some((first, next_place)) = self.first_operand(current) else {
                self.prefix_or_primary(current);
                self.out.write(if parens { ")" } else { "" });
                break;
            };
            spine.push((current, parens));
            (current, place) = (first, next_place);
        }
        while let Some((node, parens)) = spine.pop() {
            self.after_first_operand(node);
            self.out.write(if parens { ")" } else { "" });
        }
    }

    /// The expression that is printed for this one: itself, or what is below
    /// conversions that need not be written.
    fn visible(&self, expr: ExprId) -> ExprId {
        if self.shows_casts() { expr } else { self.below_omitted_casts(expr) }
    }

    fn needs_parens(&self, expr: ExprId, place: Place) -> bool {
        let precedence = self.precedence(expr);
        precedence < place.min
            || place.operator.is_some_and(|op| {
                self.macro_use(expr).is_none()
                    && !self.style.replaced.contains_key(&expr)
                    && reads_ambiguously(op, &self.program.exprs[expr].kind)
            })
    }

    /// How tightly the text of an expression holds together.
    fn precedence(&self, expr: ExprId) -> Precedence {
        if self.style.replaced.contains_key(&expr) {
            return Precedence::Postfix;
        }
        if self.macro_use(expr).is_some_and(|name| name.parenthesised) {
            return Precedence::Primary;
        }
        match &self.program.exprs[expr].kind {
            ExprKind::Int { .. } | ExprKind::Float { .. } => self.literal_precedence(expr),
            _ if self.is_spelled_out(expr) => self.spelled_out_precedence(expr),
            kind => Precedence::of_kind(kind),
        }
    }

    /// The operand a chain goes on with, when the text begins with an operand.
    fn first_operand(&self, expr: ExprId) -> Option<(ExprId, Place)> {
        if self.macro_use(expr).is_some() || self.style.replaced.contains_key(&expr) {
            return None;
        }
        match &self.program.exprs[expr].kind {
            _ if self.is_spelled_out(expr) => None,
            ExprKind::Binary { op, lhs, .. } if !self.lhs_needs_cast(expr) => {
                Some((*lhs, Place { min: Precedence::of(*op), operator: Some(*op) }))
            }
            ExprKind::Index { base, .. } => Some((*base, Place::at(Precedence::Postfix))),
            ExprKind::Member { base, .. } => Some((*base, Place::at(Precedence::Postfix))),
            ExprKind::Call { callee, .. } | ExprKind::Launch { callee, .. } => {
                Some((*callee, Place::at(Precedence::Postfix)))
            }
            ExprKind::IncDec { prefix: false, operand, .. } => {
                Some((*operand, Place::at(Precedence::Postfix)))
            }
            _ => None,
        }
    }

    /// The rest of an expression whose first operand is printed.
    fn after_first_operand(&mut self, expr: ExprId) {
        let program = self.program;
        match &program.exprs[expr].kind {
            ExprKind::Binary { op, rhs, .. } => self.operator_and_right(expr, *op, *rhs),
            ExprKind::Index { index, .. } => {
                self.out.write("[");
                self.subscript(*index);
                self.out.write("]");
            }
            ExprKind::Member { base, record, field, arrow } => {
                self.member(*base, *record, *field, *arrow);
            }
            ExprKind::Call { callee, args } => self.arguments(*callee, args),
            ExprKind::Launch { callee, config, args } => {
                self.out.write("<<<");
                self.list(config);
                self.out.write(">>>");
                self.arguments(*callee, args);
            }
            ExprKind::IncDec { op, .. } => self.out.write(inc_dec(*op)),
            _ => {}
        }
    }

    pub(crate) fn operator_and_right(&mut self, expr: ExprId, op: BinaryOp, rhs: ExprId) {
        if op == BinaryOp::Comma {
            self.out.write(", ");
        } else {
            self.out.write(" ");
            self.out.write(op.text());
            self.out.write(" ");
        }
        if self.rhs_needs_cast(expr) {
            self.converted(rhs);
        } else {
            self.right_operand(op, rhs);
        }
    }

    pub(crate) fn right_operand(&mut self, op: BinaryOp, rhs: ExprId) {
        self.expr_at(rhs, Place { min: Precedence::of(op).tighter(), operator: Some(op) });
    }

    /// `.field` or `->field`; a member without a name is passed through.
    fn member(&mut self, base: ExprId, record: hir::RecordId, field: u32, arrow: bool) {
        let program = self.program;
        let fields = program.records[record].fields.as_deref().unwrap_or_default();
        let Some(name) = fields.get(field as usize).and_then(|f| f.name) else { return };
        // `x->anonymous.field` is `x->field`: the arrow is the innermost named
        // or outermost base's.
        let mut arrow = arrow;
        let mut base = self.bare(base);
        while let ExprKind::Member { base: inner, record, field, arrow: inner_arrow } =
            program.exprs[base].kind
        {
            let fields = program.records[record].fields.as_deref().unwrap_or_default();
            if fields.get(field as usize).is_some_and(|f| f.name.is_some()) {
                break;
            }
            arrow = inner_arrow;
            base = self.bare(inner);
        }
        self.out.write(if arrow { "->" } else { "." });
        let name = self.name(name);
        self.out.write(&name);
    }

    /// A subscript or anything else that is widened without changing value.
    fn subscript(&mut self, index: ExprId) {
        if self.conversion_changes_value(index) { self.converted(index) } else { self.expr(index) }
    }

    fn arguments(&mut self, callee: ExprId, args: &[ExprId]) {
        self.out.write("(");
        for (number, &arg) in args.iter().enumerate() {
            self.out.write(if number > 0 { ", " } else { "" });
            if self.argument_needs_cast(callee, number, arg) {
                self.converted(arg)
            } else {
                self.argument(arg)
            }
        }
        self.out.write(")");
    }

    /// Expressions separated by commas.
    pub(crate) fn list(&mut self, exprs: &[ExprId]) {
        for (number, &expr) in exprs.iter().enumerate() {
            self.out.write(if number > 0 { ", " } else { "" });
            self.argument(expr);
        }
    }

    /// An expression that does not begin with an operand of its own.
    fn prefix_or_primary(&mut self, expr: ExprId) {
        if let Some(text) = self.style.replaced.get(&expr).cloned() {
            return self.out.write(&text);
        }
        if let Some(name) = self.macro_use(expr) {
            return self.out.write(&name.text);
        }
        let program = self.program;
        let node = &program.exprs[expr];
        match &node.kind {
            _ if self.is_spelled_out(expr) => self.spelled_out(expr),
            ExprKind::Int { value, text } => self.int_literal(*value, *text, node.ty),
            ExprKind::Float { value, text } => self.float_literal(*value, *text, node.ty),
            ExprKind::String(literal) => self.string_literal(literal),
            ExprKind::Var(var) => self.out.write(&self.var_name(*var)),
            ExprKind::Function(function) => self.out.write(&self.function_name(*function)),
            ExprKind::Enumerator(id) => self.out.write(&self.enumerator_name(*id)),
            ExprKind::Unary { op, operand } => self.unary(expr, *op, *operand),
            ExprKind::AddrOf(operand) => self.prefix("&", *operand),
            ExprKind::Deref(operand) => self.prefix("*", *operand),
            ExprKind::IncDec { op, operand, .. } => self.prefix(inc_dec(*op), *operand),
            ExprKind::Binary { op, lhs, rhs } => {
                self.converted(*lhs);
                self.operator_and_right(expr, *op, *rhs);
            }
            ExprKind::Assign { lhs, rhs } => {
                self.operand(*lhs, Precedence::Unary);
                self.out.write(" = ");
                self.converted_to(*rhs, program.exprs[*lhs].ty);
            }
            ExprKind::AssignOp { op, lhs, rhs, .. } => self.assign_op(expr, *op, *lhs, *rhs),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.conditional(expr, *cond, *then, *otherwise)
            }
            ExprKind::Cast { implicit, operand, kind } => self.cast(node, *implicit, *kind, *operand),
            ExprKind::Measure { operand: Some(operand), value: Some(value), .. }
                if self.is_cuda() && self.has_another_type_in_cpp(*operand) =>
            {
                self.int_literal(i128::from(*value), None, node.ty);
            }
            ExprKind::Measure { what, of, operand, .. } => self.measure(*what, *of, *operand),
            ExprKind::Offsetof { of, path, .. } => {
                let of = self.type_text(*of);
                let path = self.path(*path);
                self.out.write(&format!("__builtin_offsetof({of}, {path})"));
            }
            // The zero of a record, as C++ has it.
            ExprKind::CompoundLiteral { init, .. }
                if self.is_cuda() && matches!(&**init, Init::List { entries, .. } if entries.is_empty()) =>
            {
                let ty = self.type_text(node.ty.unqualified());
                let name = ty.strip_prefix("struct ").or_else(|| ty.strip_prefix("union ")).unwrap_or(&ty);
                self.out.write(&format!("{name}()"));
            }
            ExprKind::CompoundLiteral { init, .. } => {
                let ty = self.type_text(node.ty);
                self.out.write(&format!("({ty})"));
                self.braced(init);
            }
            ExprKind::StmtExpr(block) => {
                self.out.write(if self.is_cuda() { "(" } else { "__extension__ (" });
                self.inline_block(*block);
                self.out.write(")");
            }
            ExprKind::VaArg(list) => {
                self.out.write("__builtin_va_arg(");
                self.argument(*list);
                let ty = self.type_text(node.ty);
                self.out.write(&format!(", {ty})"));
            }
            ExprKind::LabelAddress(label) => {
                let label = self.label_name(*label);
                self.out.write(&format!("__extension__ &&{label}"));
            }
            ExprKind::ConvertVector(operand) => {
                self.out.write("__builtin_convertvector(");
                self.argument(*operand);
                let ty = self.type_text(node.ty);
                self.out.write(&format!(", {ty})"));
            }
            ExprKind::Construct(args) => {
                let ty = self.type_text(node.ty.unqualified());
                self.out.write(&format!("{ty}("));
                self.list(args);
                self.out.write(")");
            }
            ExprKind::Grid(query, axis) if self.is_open_cl() => {
                self.out.write(&crate::open_cl::work_item(*query, *axis));
            }
            ExprKind::Grid(query, axis) => self.out.write(&grid_query(*query, *axis)),
            // Nothing is printed of a program with errors, except its dump.
            ExprKind::Error => self.out.write("/* error */ 0"),
            ExprKind::Call { .. }
            | ExprKind::Launch { .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { .. } => {}
        }
    }

    fn unary(&mut self, expr: ExprId, op: UnaryOp, operand: ExprId) {
        let spelling = match op {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
            UnaryOp::Real => "__real__ ",
            UnaryOp::Imag => "__imag__ ",
        };
        if self.promotion_is_lost(expr, operand) {
            self.out.write(spelling);
            self.converted(operand);
        } else {
            self.prefix(spelling, operand);
        }
    }

    /// A prefix operator; `- -x` keeps its signs apart.
    fn prefix(&mut self, spelling: &str, operand: ExprId) {
        self.out.write(spelling);
        let text = self.captured(|p| p.operand(operand, Precedence::Unary));
        let sign = |text: &str| text.bytes().next().filter(|b| matches!(b, b'+' | b'-' | b'&'));
        if sign(&text).is_some() && sign(spelling) == sign(&text) {
            self.out.write(" ");
        }
        self.out.write(&text);
    }

    fn assign_op(&mut self, expr: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        self.operand(lhs, Precedence::Unary);
        self.out.write(&format!(" {}= ", op.text()));
        if self.rhs_needs_cast(expr) { self.converted(rhs) } else { self.argument(rhs) }
    }

    fn conditional(&mut self, expr: ExprId, cond: ExprId, then: Option<ExprId>, otherwise: ExprId) {
        let Some(then) = then else {
            self.out.write("__extension__ (");
            self.operand(cond, Precedence::Or);
            self.out.write(" ?: ");
            self.operand(otherwise, Precedence::Conditional);
            return self.out.write(")");
        };
        let (then_needs, otherwise_needs) = self.branches_need_casts(expr);
        self.operand(cond, Precedence::Or);
        self.out.write(" ? ");
        if then_needs {
            self.converted(then)
        } else {
            self.argument(then)
        }
        self.out.write(" : ");
        if otherwise_needs {
            self.converted(otherwise)
        } else {
            self.operand(otherwise, Precedence::Conditional)
        }
    }

    fn cast(&mut self, node: &Expr, implicit: bool, kind: CastKind, operand: ExprId) {
        // Qualifiers of a value mean nothing, and compilers say so.
        let ty = self.type_text(node.ty.unqualified());
        match kind {
            _ if implicit && self.shows_casts() => self.out.write(&format!("(implicit {ty})")),
            _ => self.out.write(&format!("({ty})")),
        }
        match !self.shows_casts() && self.changes_on_the_way(operand, node.ty) {
            true => self.converted(operand),
            false => self.operand(operand, Precedence::Unary),
        }
    }

    /// Characters are `char` and comparisons `bool` in C++, not `int`.
    fn has_another_type_in_cpp(&self, operand: ExprId) -> bool {
        match &self.program.exprs[operand].kind {
            ExprKind::Int { text: Some(text), .. } => self.text(*text).ends_with('\''),
            ExprKind::Unary { op: UnaryOp::Not, .. } => true,
            ExprKind::Binary { op, .. } => matches!(
                Precedence::of(*op),
                Precedence::Equality | Precedence::Relational | Precedence::And | Precedence::Or
            ),
            _ => false,
        }
    }

    fn measure(&mut self, what: Measure, of: Type, operand: Option<ExprId>) {
        self.out.write(match what {
            Measure::Size => "sizeof(",
            Measure::Align if self.is_cuda() => "__alignof__(",
            Measure::Align if operand.is_some() => "__alignof__(",
            Measure::Align => "_Alignof(",
        });
        match operand {
            Some(operand) => self.expr(operand),
            None => {
                let of = self.type_text(of);
                self.out.write(&of);
            }
        }
        self.out.write(")");
    }
}

fn inc_dec(op: IncDec) -> &'static str {
    match op {
        IncDec::Inc => "++",
        IncDec::Dec => "--",
    }
}

/// `threadIdx.x`
fn grid_query(query: GridQuery, axis: hir::Axis) -> String {
    let name = match query {
        GridQuery::ThreadIndex => "threadIdx",
        GridQuery::BlockIndex => "blockIdx",
        GridQuery::BlockSize => "blockDim",
        GridQuery::GridSize => "gridDim",
    };
    let axis = match axis {
        hir::Axis::X => "x",
        hir::Axis::Y => "y",
        hir::Axis::Z => "z",
    };
    format!("{name}.{axis}")
}

#[cfg(test)]
#[path = "expr_tests.rs"]
mod expr_tests;
