//! `#pragma cudalite`, in two spellings.
//!
//! ```c
//! #pragma cudalite kernel(256, 3)             __global__ 256 3
//! #pragma cudalite garray(a, float, [H][W])   garray a 2 4 H W
//! #pragma cudalite boundchk                   BoundChk
//! #pragma cudalite loop(i, 0, N, 1)           loop i 0 N 1
//! ```
//! The second column is the paper's; `__annotation(L"…")` uses it too.

use diagnostics::codes;
use source::Span;

use crate::Punct;
use crate::ast::{CudaLiteAnnotation, DirectiveKind, ExprId, ExprKind, Ident};

use super::super::{Parsed, Parser};

const ANNOTATIONS: &[&str] = &["kernel", "garray", "boundchk", "loop", "BoundChk", "__global__"];

impl Parser<'_> {
    /// What follows `#pragma cudalite`.
    pub(super) fn cudalite(&mut self) -> Parsed<DirectiveKind> {
        let Some(word) = self.word() else {
            let help = "write `kernel(…)`, `garray(…)`, `boundchk` or `loop(…)`";
            return Err(self.malformed("an annotation after `cudalite`", help));
        };
        let text = self.sources.text(word.symbol).into_owned();
        if !ANNOTATIONS.contains(&text.as_str()) {
            return Err(self.unknown_word(&codes::NO_SUCH_DIRECTIVE, "CUDA-lite annotation", ANNOTATIONS));
        }
        self.bump();
        let annotation = if text == "garray" && self.at(Punct::LParen) {
            self.garray()?
        } else {
            let operands = self.annotation_operands()?;
            self.annotation(&text, word.span, operands)?
        };
        Ok(DirectiveKind::CudaLite(annotation))
    }

    /// `(a, b)`, or operands separated by blanks, up to the end of the line.
    fn annotation_operands(&mut self) -> Parsed<Vec<ExprId>> {
        if self.at(Punct::LParen) {
            let open = self.bump();
            let list = self.nested(Self::expr_list)?;
            self.close_clause(open)?;
            return Ok(list);
        }
        let mut operands = Vec::new();
        while !self.at_directive_end() {
            operands.push(self.nested(Self::prefixed)?);
        }
        Ok(operands)
    }

    /// `(a, float, [H][W])` or `(a, 4, [H][W])`
    fn garray(&mut self) -> Parsed<CudaLiteAnnotation> {
        let help = "write for instance `garray(a, float, [H][W])`";
        let open = self.bump();
        let Some(name) = self.eat_name() else { return Err(self.malformed("the pointer", help)) };
        if !self.eat(Punct::Comma) {
            return Err(self.malformed("`,` and the element type", help));
        }
        let start = self.span();
        let element_size = if self.begins_type_name(0) {
            let ty = self.nested(Self::type_name)?;
            let span = self.span_from(start);
            self.new_expr(ExprKind::SizeofType(ty), span)
        } else {
            self.nested(Self::assignment)?
        };
        if !self.eat(Punct::Comma) {
            return Err(self.malformed("`,` and the extents", help));
        }
        let dims = self.span();
        let mut extents = Vec::new();
        while self.eat(Punct::LBracket) {
            extents.push(self.nested(Self::assignment)?);
            if !self.eat(Punct::RBracket) {
                return Err(self.malformed("`]`", help));
            }
        }
        if extents.is_empty() {
            return Err(self.malformed("the extents in brackets", help));
        }
        let rank = self.number(extents.len(), self.span_from(dims));
        self.close_clause(open)?;
        Ok(CudaLiteAnnotation::Array { name, rank, element_size, extents })
    }

    /// A number that stands for something the user wrote.
    fn number(&mut self, value: usize, at: Span) -> ExprId {
        let symbol = self.sources.symbols.intern(value.to_string().as_bytes());
        self.new_expr(ExprKind::Number(symbol), at)
    }

    /// Puts an annotation together from its word and operands.
    pub(super) fn annotation(
        &mut self,
        word: &str,
        at: Span,
        operands: Vec<ExprId>,
    ) -> Parsed<CudaLiteAnnotation> {
        match (word, operands.as_slice()) {
            ("kernel" | "__global__", &[threads, blocks_per_sm]) => {
                Ok(CudaLiteAnnotation::Kernel { threads, blocks_per_sm })
            }
            ("kernel" | "__global__", _) => {
                Err(self.malformed_annotation(at, "threads per block and blocks per SM: `kernel(256, 3)`"))
            }
            ("garray", &[name, rank, element_size, ref extents @ ..]) if !extents.is_empty() => {
                let name = self.operand_name(name)?;
                Ok(CudaLiteAnnotation::Array { name, rank, element_size, extents: extents.to_vec() })
            }
            ("garray", _) => Err(self.malformed_annotation(
                at,
                "a name, the number of dimensions, the element size and the extents: `garray a 2 4 H W`",
            )),
            ("loop", &[iterator, start, end, increment]) => {
                let iterator = self.operand_name(iterator)?;
                Ok(CudaLiteAnnotation::Loop { iterator, start, end, increment })
            }
            ("loop", _) => {
                Err(self.malformed_annotation(at, "iterator, start, end and increment: `loop(i, 0, N, 1)`"))
            }
            (_, []) => Ok(CudaLiteAnnotation::BoundCheck),
            _ => Err(self.malformed_annotation(at, "nothing else on its line")),
        }
    }

    /// The operand that has to be a plain name.
    fn operand_name(&mut self, operand: ExprId) -> Parsed<Ident> {
        let span = self.expr_span(operand);
        match self.unit.exprs[operand].kind {
            ExprKind::Ident(symbol) => Ok(Ident { symbol, span }),
            _ => Err(self.malformed_annotation(span, "the name of a variable here")),
        }
    }
}
