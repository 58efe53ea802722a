//! Expressions on one line, every operator in parentheses.

use super::Dumper;
use crate::ast::{
    Designator, ExprId, ExprKind, IncDec, Initializer, InitializerEntry, StmtId, TemplateArg, TypeNameId,
    UnaryOp,
};

/// What is still to be printed; the last comes first.
enum Piece {
    Expr(ExprId),
    Text(String),
}

impl<'a> Dumper<'a> {
    /// The expression as text. Chains are worked off with a stack of pieces.
    pub(super) fn expr_text(&self, expr: ExprId) -> String {
        let mut out = String::new();
        let mut pieces = vec![Piece::Expr(expr)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Expr(expr) => {
                    let start = pieces.len();
                    self.pieces(expr, &mut pieces);
                    pieces[start..].reverse();
                }
            }
        }
        out
    }

    pub(super) fn list_text(&self, list: &[ExprId]) -> String {
        let texts: Vec<String> = list.iter().map(|e| self.expr_text(*e)).collect();
        texts.join(", ")
    }

    /// Pushes the pieces of one expression, first piece first.
    fn pieces(&self, expr: ExprId, out: &mut Vec<Piece>) {
        let text = |out: &mut Vec<Piece>, text: &str| out.push(Piece::Text(text.into()));
        match &self.unit.exprs[expr].kind {
            ExprKind::Ident(symbol) | ExprKind::Number(symbol) | ExprKind::Char(symbol) => {
                text(out, &self.text(*symbol));
            }
            ExprKind::String(parts) => {
                let parts: Vec<_> = parts.iter().map(|p| self.text(*p)).collect();
                text(out, &parts.join(" "));
            }
            ExprKind::Paren(inner) => out.push(Piece::Expr(*inner)),
            ExprKind::Unary { op, operand } => wrapped(out, unary_text(*op), *operand, ""),
            ExprKind::Postfix { op, operand } => {
                let op = if *op == IncDec::Inc { "++" } else { "--" };
                wrapped(out, "", *operand, op);
            }
            ExprKind::Binary { op, lhs, rhs } => infix(out, *lhs, op.text(), *rhs),
            ExprKind::Assign { op, lhs, rhs } => {
                infix(out, *lhs, &format!("{}=", op.map_or("", |op| op.text())), *rhs);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                text(out, "(");
                out.push(Piece::Expr(*cond));
                text(out, " ? ");
                out.extend(then.map(Piece::Expr));
                text(out, " : ");
                out.push(Piece::Expr(*otherwise));
                text(out, ")");
            }
            ExprKind::Cast { ty, operand } => {
                wrapped(out, &format!("({})", self.type_name_text(*ty)), *operand, "");
            }
            ExprKind::Call { callee, args } => {
                wrapped(out, "", *callee, &format!("({})", self.list_text(args)));
            }
            ExprKind::Launch { callee, config, args } => {
                let rest = format!("<<<{}>>>({})", self.list_text(config), self.list_text(args));
                wrapped(out, "", *callee, &rest);
            }
            ExprKind::Index { base, index } => {
                wrapped(out, "", *base, &format!("[{}]", self.expr_text(*index)));
            }
            ExprKind::Member { base, field, arrow } => {
                let dot = if *arrow { "->" } else { "." };
                wrapped(out, "", *base, &format!("{dot}{}", self.text(field.symbol)));
            }
            ExprKind::SizeofExpr(operand) => wrapped(out, "sizeof(", *operand, ")"),
            ExprKind::AlignofExpr(operand) => wrapped(out, "_Alignof(", *operand, ")"),
            _ => text(out, &self.special_text(expr)),
        }
    }

    /// Forms that contain types or statements; they nest, but do not chain.
    fn special_text(&self, expr: ExprId) -> String {
        let ty = |id: &TypeNameId| self.type_name_text(*id);
        match &self.unit.exprs[expr].kind {
            ExprKind::CompoundLiteral { ty: t, init } => {
                format!("({}){}", ty(t), self.initializer_text(init))
            }
            ExprKind::SizeofType(t) => format!("sizeof({})", ty(t)),
            ExprKind::AlignofType(t) => format!("_Alignof({})", ty(t)),
            ExprKind::Generic { control, assocs } => {
                let mut text = format!("_Generic({}", self.expr_text(*control));
                for (t, value) in assocs {
                    let t = t.as_ref().map_or("default".into(), ty);
                    text.push_str(&format!(", {t}: {}", self.expr_text(*value)));
                }
                text + ")"
            }
            ExprKind::StmtExpr(block) => self.block_text(*block),
            ExprKind::VaArg { list, ty: t } => {
                format!("__builtin_va_arg({}, {})", self.expr_text(*list), ty(t))
            }
            ExprKind::Offsetof { ty: t, path } => {
                format!("__builtin_offsetof({}, {})", ty(t), self.designators_text(path))
            }
            ExprKind::TypesCompatible(a, b) => {
                format!("__builtin_types_compatible_p({}, {})", ty(a), ty(b))
            }
            ExprKind::ChooseExpr(cond, a, b) => {
                format!("__builtin_choose_expr({})", self.list_text(&[*cond, *a, *b]))
            }
            ExprKind::Tgmath(list) => format!("__builtin_tgmath({})", self.list_text(list)),
            ExprKind::ConvertVector(value, t) => {
                format!("__builtin_convertvector({}, {})", self.expr_text(*value), ty(t))
            }
            ExprKind::LabelAddress(label) => format!("&&{}", self.text(label.symbol)),
            ExprKind::Construct { ty: t, args } => format!("{}({})", ty(t), self.list_text(args)),
            ExprKind::TemplateId { name, args } => {
                format!("{}{}", self.text(*name), self.template_args_text(args))
            }
            ExprKind::OfType { ty: t, name, args } => {
                format!("{}::{}{}", ty(t), self.text(name.symbol), self.template_args_text(args))
            }
            ExprKind::MemberTemplate { base, field, arrow, args } => {
                let (op, args) = (if *arrow { "->" } else { "." }, self.template_args_text(args));
                format!("{}{op}{}{args}", self.expr_text(*base), self.text(field.symbol))
            }
            _ => "(error)".into(),
        }
    }

    /// `<float, 4>`; nothing where there are none.
    fn template_args_text(&self, args: &[TemplateArg]) -> String {
        let arg = |arg: &TemplateArg| match arg {
            TemplateArg::Type(ty) => self.type_name_text(*ty),
            TemplateArg::Template(name) => self.text(name.symbol).into_owned(),
            TemplateArg::Value(value) => self.expr_text(*value),
        };
        let args: Vec<String> = args.iter().map(arg).collect();
        if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) }
    }

    /// A statement expression: its statements on one line.
    fn block_text(&self, block: StmtId) -> String {
        let mut inner = Dumper { unit: self.unit, sources: self.sources, out: String::new(), indent: 0 };
        inner.stmt(block);
        let lines: Vec<&str> = inner.out.lines().map(str::trim).collect();
        format!("({{ {} }})", lines.join("; "))
    }

    pub(super) fn initializer_text(&self, init: &Initializer) -> String {
        match init {
            Initializer::Expr(expr) => self.expr_text(*expr),
            Initializer::List(list) => {
                let entries: Vec<String> = list.entries.iter().map(|e| self.entry_text(e)).collect();
                format!("{{{}}}", entries.join(", "))
            }
        }
    }

    fn entry_text(&self, entry: &InitializerEntry) -> String {
        let value = self.initializer_text(&entry.value);
        if entry.designators.is_empty() {
            return value;
        }
        format!("{} = {value}", self.designators_text(&entry.designators))
    }

    fn designators_text(&self, path: &[Designator]) -> String {
        let steps = path.iter().map(|step| match step {
            Designator::Field(name) => format!(".{}", self.text(name.symbol)),
            Designator::Index(index) => format!("[{}]", self.expr_text(*index)),
            Designator::Range(low, high) => {
                format!("[{} ... {}]", self.expr_text(*low), self.expr_text(*high))
            }
        });
        steps.collect()
    }
}

fn infix(out: &mut Vec<Piece>, lhs: ExprId, op: &str, rhs: ExprId) {
    out.push(Piece::Text("(".into()));
    out.push(Piece::Expr(lhs));
    out.push(Piece::Text(format!(" {op} ")));
    out.push(Piece::Expr(rhs));
    out.push(Piece::Text(")".into()));
}

fn wrapped(out: &mut Vec<Piece>, before: &str, operand: ExprId, after: &str) {
    out.push(Piece::Text(before.into()));
    out.push(Piece::Expr(operand));
    out.push(Piece::Text(after.into()));
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Neg => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "*",
        UnaryOp::AddrOf => "&",
        UnaryOp::PreInc => "++",
        UnaryOp::PreDec => "--",
        UnaryOp::Real => "__real__ ",
        UnaryOp::Imag => "__imag__ ",
        UnaryOp::Extension => "__extension__ ",
    }
}
