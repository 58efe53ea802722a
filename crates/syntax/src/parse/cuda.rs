//! What CUDA files have beyond C: `<<<…>>>`, `dim3 g(16, 16)`, `float(x)`,
//! `extern "C"`, C++'s named casts, types that every CUDA file knows; and a
//! clear refusal of the C++ that Warploom does not read. What it does read of
//! C++ is in [`cpp`](super::cpp).

use diagnostics::{Diagnostic, codes};
use source::{Interner, Span, Symbol};

use crate::ast::{CUDA_VECTORS, CudaSpecs, DeclKind, Declarator, ExprId, ExprKind, Item, Storage, TypeName};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, TokenKind};

use super::names::NameKind;
use super::specifiers::Place;
use super::{Parsed, Parser, Reported};

/// Words that are names in C and mean something in CUDA files.
pub(super) struct CudaWords {
    pub(super) bool_: Symbol,
    align: [Symbol; 3],
    named_casts: [Symbol; 3],
    refused: [(Symbol, Refused); 10],
}

/// Parts of C++ that are recognised in order to be refused.
#[derive(Clone, Copy)]
enum Refused {
    Template,
    Namespace,
    Allocation,
    Operator,
    Auto,
    Exception,
}

/// Types that `nvcc` declares before the first line, besides vectors.
const TYPES: &[&str] = &[
    "dim3",
    "size_t",
    "ptrdiff_t",
    "clock_t",
    "cudaError",
    "cudaError_t",
    "cudaStream_t",
    "cudaEvent_t",
    "cudaMemcpyKind",
    "cudaDeviceProp",
    "cudaExtent",
    "cudaPos",
    "cudaPitchedPtr",
    "cudaArray_t",
    "cudaArray_const_t",
    "cudaArray",
    "cudaChannelFormatDesc",
    "cudaChannelFormatKind",
    "cudaMemcpy3DParms",
    "cudaResourceDesc",
    "cudaResourceType",
    "cudaResourceViewDesc",
    "cudaTextureDesc",
    "cudaTextureAddressMode",
    "cudaTextureFilterMode",
    "cudaTextureReadMode",
    "cudaTextureObject_t",
    "cudaFuncAttributes",
];

impl CudaWords {
    pub(super) fn new(symbols: &mut Interner) -> CudaWords {
        let mut word = |text: &str| symbols.intern(text.as_bytes());
        CudaWords {
            bool_: word("bool"),
            align: [word("__align__"), word("__builtin_align__"), word("alignas")],
            named_casts: [word("static_cast"), word("reinterpret_cast"), word("const_cast")],
            refused: [
                (word("template"), Refused::Template),
                (word("typename"), Refused::Template),
                (word("namespace"), Refused::Namespace),
                (word("using"), Refused::Namespace),
                (word("new"), Refused::Allocation),
                (word("delete"), Refused::Allocation),
                (word("operator"), Refused::Operator),
                (word("decltype"), Refused::Auto),
                (word("try"), Refused::Exception),
                (word("throw"), Refused::Exception),
            ],
        }
    }
}

impl Parser<'_> {
    /// Declares the types that CUDA files have without including anything.
    pub(super) fn declare_cuda_types(&mut self) {
        let vectors = CUDA_VECTORS.iter().flat_map(|base| (1..=4).map(move |n| format!("{base}{n}")));
        for name in TYPES.iter().map(|t| (*t).to_owned()).chain(vectors) {
            let symbol = self.sources.symbols.intern(name.as_bytes());
            self.names.declare(symbol, NameKind::Type);
        }
    }

    /// `kernel<<<grid, block, bytes, stream>>>(args)` after the kernel's name.
    pub(super) fn launch(&mut self, callee: ExprId) -> Parsed<ExprKind> {
        let open = self.bump();
        let config = self.expr_list()?;
        if !(2..=4).contains(&config.len()) {
            let span = self.span_from(open.span);
            self.complain(launch_configuration(span, config.len()));
        }
        self.close(open, "`>>>` after the launch configuration");
        if !self.at(Punct::LParen) {
            return Err(self.expected("`(` and the kernel's arguments after `>>>`"));
        }
        let args = self.arguments()?;
        Ok(ExprKind::Launch { callee, config, args })
    }

    /// At a name or keyword in a CUDA file: does it begin an operand that C
    /// does not have?
    pub(super) fn begins_cuda_operand(&self) -> bool {
        let token = self.token();
        let next = self.nth(1).kind;
        if self.cuda_words.named_casts.contains(&token.symbol) && next == TokenKind::Punct(Punct::Lt) {
            return true;
        }
        let is_construct = matches!(next, TokenKind::Punct(Punct::LParen | Punct::LBrace));
        (is_construct && self.begins_specifiers(0))
            || self.begins_template_type(0).is_some()
            || self.begins_cpp_statement()
    }

    pub(super) fn cuda_operand(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        if self.begins_cpp_statement() {
            return Err(self.refuse_cpp());
        }
        if self.cuda_words.named_casts.contains(&token.symbol) {
            return self.named_cast();
        }
        let specs = self.decl_specs(Place::TypeName)?;
        let at = self.prev_span().end();
        let declarator =
            Declarator { name: None, parts: Vec::new(), asm_label: None, attrs: Vec::new(), span: at };
        let span = self.span_from(token.span);
        let ty = self.unit.type_names.alloc(TypeName { specs, declarator, span });
        if self.at(Punct::LBrace) {
            return self.compound_literal(ty, token.span);
        }
        let args = self.arguments()?;
        let span = self.span_from(token.span);
        Ok(self.new_expr(ExprKind::Construct { ty, args }, span))
    }

    /// `static_cast<T>(e)` is `(T)(e)`.
    fn named_cast(&mut self) -> Parsed<ExprId> {
        let start = self.bump().span;
        let less = self.bump();
        let ty = self.type_name()?;
        self.close(less, "`>` after the type");
        let open = self.expect(Punct::LParen, "`>`")?;
        let operand = self.expr();
        let operand = self.expr_or_skip(operand, &[Punct::RParen]);
        self.close(open, "`)`");
        let span = self.span_from(start);
        Ok(self.new_expr(ExprKind::Cast { ty, operand }, span))
    }

    /// A type `n` tokens ahead, after a `(`: is it `float(x)`, a value, and
    /// not the beginning of a type like `float (*)(int)`?
    pub(super) fn is_cuda_construct(&self, n: usize) -> bool {
        if self.dialect != Dialect::Cuda || self.keyword_of(self.nth(n)) == Some(Keyword::Typeof) {
            return false;
        }
        if self.nth_is(n + 1, Punct::LBrace) {
            return self.keyword_of(self.nth(n)).is_none();
        }
        if !self.nth_is(n + 1, Punct::LParen) {
            return false;
        }
        match self.nth(n + 2).kind {
            TokenKind::Punct(Punct::Star) => {
                let after = self.nth(n + 3);
                // `void (*handler)(int)` and `float (*row)[8]` are parameters.
                let declares = self.nth_is(n + 4, Punct::RParen)
                    && (self.nth_is(n + 5, Punct::LParen) || self.nth_is(n + 5, Punct::LBracket));
                !matches!(after.kind, TokenKind::Punct(Punct::RParen | Punct::Star))
                    && self.keyword_of(after).is_none()
                    && !declares
            }
            _ => !self.begins_specifiers(n + 2) || self.nth_is(n + 3, Punct::LParen),
        }
    }

    /// At the `(` behind a declared name: constructor arguments, or parameters?
    pub(super) fn begins_construct_arguments(&self) -> bool {
        if self.nth_is(1, Punct::RParen) || self.nth_is(1, Punct::Ellipsis) {
            return false;
        }
        if self.begins_specifiers(1) {
            return self.is_cuda_construct(1);
        }
        // `f(foo x)` with an unknown type is a parameter list all the same.
        !(self.name_of(self.nth(1)).is_some() && self.name_of(self.nth(2)).is_some())
    }

    /// `__align__(16)`, CUDA's spelling of `__attribute__((aligned(16)))`.
    pub(super) fn begins_cuda_attribute(&self, n: usize) -> bool {
        self.cuda_words.align.contains(&self.nth(n).symbol) && self.nth_is(n + 1, Punct::LParen)
    }

    pub(super) fn begins_cuda_item(&self) -> bool {
        self.at_linkage() || self.begins_cpp_item() || self.refused_word().is_some()
    }

    fn at_linkage(&self) -> bool {
        self.at_keyword(Keyword::Extern) && self.nth(1).kind == TokenKind::String
    }

    /// `extern "C" { … }`, `extern "C" declaration`, or C++ to refuse.
    pub(super) fn cuda_item(&mut self, items: &mut Vec<Item>) -> Parsed<()> {
        if self.begins_cpp_item() {
            return self.cpp_item(items);
        }
        if !self.at_linkage() {
            self.refuse_cpp();
            self.skip_cpp_item();
            return Ok(());
        }
        let start = self.bump().span;
        self.bump();
        if self.at(Punct::LBrace) {
            let inner = self.nested(Self::linkage_block)?;
            let span = self.span_from(start);
            items.push(Item::Linkage(inner, span));
            return Ok(());
        }
        let item = self.external_declaration()?;
        items.push(self.with_c_linkage(item, start));
        Ok(())
    }

    /// Skips to the end of a C++ item, however its lines begin.
    fn skip_cpp_item(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Eof | TokenKind::Punct(Punct::RBrace) => return,
                TokenKind::Punct(Punct::LBrace) => {
                    self.skip_braces();
                    self.eat(Punct::Semi);
                    return;
                }
                TokenKind::Punct(Punct::Semi) => {
                    self.bump();
                    return;
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    fn linkage_block(&mut self) -> Parsed<Vec<Item>> {
        let open = self.bump();
        let mut items = Vec::new();
        while !self.at(Punct::RBrace) && !self.at_eof() {
            self.item_or_skip(&mut items);
        }
        self.close(open, "`}` at the end of `extern \"C\"`");
        Ok(items)
    }

    /// Marks a single declaration `extern "C"`; its span takes that in.
    fn with_c_linkage(&mut self, item: Item, start: Span) -> Item {
        match item {
            Item::Function(mut function) => {
                function.specs.cuda = function.specs.cuda.with(CudaSpecs::EXTERN_C);
                function.span = self.join(start, function.span);
                Item::Function(function)
            }
            Item::Decl(id) => {
                let span = self.join(start, self.unit.decls[id].span);
                let decl = &mut self.unit.decls[id];
                decl.span = span;
                if let DeclKind::Declarators { specs, .. } = &mut decl.kind {
                    specs.cuda = specs.cuda.with(CudaSpecs::EXTERN_C);
                    if specs.storage == Storage::None {
                        specs.storage = Storage::Extern;
                    }
                }
                Item::Decl(id)
            }
            other => other,
        }
    }

    fn refused_word(&self) -> Option<Refused> {
        let symbol = self.name()?.symbol;
        if self.names.kind(symbol) != NameKind::Unknown {
            return None;
        }
        self.cuda_words.refused.iter().find(|(word, _)| *word == symbol).map(|(_, refused)| *refused)
    }

    /// `template`, `new`, `std::…`: C++ in the middle of a function.
    pub(super) fn begins_cpp_statement(&self) -> bool {
        if self.begins_cpp_operand()
            || self.begins_template_type(0).is_some()
            || self.begins_of_type(0).is_some()
            || self.begins_typename(0)
        {
            return false;
        }
        let is_scope = self.name().is_some() && self.nth_is(1, Punct::Colon) && self.nth_is(2, Punct::Colon);
        let is_word = self.refused_word().is_some()
            && (self.nth_is(2, Punct::RBracket)
                || !matches!(
                    self.nth(1).kind,
                    TokenKind::Punct(
                        Punct::Eq | Punct::Semi | Punct::Comma | Punct::RParen | Punct::LBracket
                    )
                ));
        is_scope || is_word
    }

    /// Says which part of C++ is not supported and what to write instead.
    pub(super) fn refuse_cpp(&mut self) -> Reported {
        let at = self.span();
        let (what, instead) = match self.refused_word() {
            Some(Refused::Template) => ("templates in this place", "an instance is made where it is used"),
            Some(Refused::Namespace) => ("namespaces", "use plain names"),
            Some(Refused::Allocation) => ("`new` and `delete`", "use `malloc` and `free`"),
            Some(Refused::Operator) => ("operators that convert", "use a function"),
            Some(Refused::Auto) => ("deduced types", "write the type"),
            Some(Refused::Exception) => ("exceptions", "return a status, and check it"),
            None => ("names with `::`", "use the C function or type"),
        };
        self.report(cpp_unsupported(at, what, instead))
    }

    /// A part of what is read of C++ that is not.
    pub(super) fn refuse_template(&mut self, what: &str, instead: &str) -> Reported {
        let at = self.span();
        self.report(cpp_unsupported(at, what, instead))
    }

    /// A `&` where a declarator was expected.
    pub(super) fn report_reference(&mut self) -> Reported {
        if self.dialect != Dialect::Cuda {
            return self.expected("a name to declare");
        }
        let at = self.span();
        self.report(cpp_unsupported(at, "references", "use a pointer"))
    }
}

fn cpp_unsupported(at: Span, what: &str, instead: &str) -> Diagnostic {
    let message = format!("C++ {what} are not supported in CUDA C input; {instead}");
    Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, at, message)
}

fn launch_configuration(at: Span, n: usize) -> Diagnostic {
    let values = if n == 1 { "value" } else { "values" };
    Diagnostic::new(
        &codes::UNEXPECTED_TOKEN,
        at,
        format!("a launch takes two to four values between `<<<` and `>>>`, not {n} {values}"),
    )
    .help("write `<<<blocks, threads>>>`, then the shared bytes and the stream if needed")
}
