//! The tree as text, for `--dump ast` and the parser's tests.
//!
//! ```text
//! function scale: function (p: pointer to float, n: int) returning void
//!   block
//!     decl i: int
//!     hicuda loop_partition over_thread
//!       for
//!         init (i = 0)
//!         cond (i < n)
//!         step i++
//!         (p[i] = (2 * p[i]))
//! ```
//! Types are written out in words, expressions with all their parentheses, so
//! that the structure shows. Chains of operators, `else if`s and labels are
//! printed without recursion; everything else nests no deeper than the parser
//! allows.

mod directive;
mod expr;
mod stmt;
mod types;

use source::{FileKind, Sources, Symbol};

use super::{Decl, DeclInit, DeclKind, DeclSpecs, FunctionDef, Item, Storage, Unit};

/// The unit, but for what system headers declare: nobody asks for the tree of
/// `<stdio.h>`, which would hide the rest.
pub fn dump(unit: &Unit, sources: &Sources) -> String {
    let mut dumper = Dumper { unit, sources, out: String::new(), indent: 0 };
    for item in unit.items.iter().filter(|item| !is_in_system_header(unit, item, sources)) {
        dumper.item(item);
    }
    dumper.out
}

fn is_in_system_header(unit: &Unit, item: &Item, sources: &Sources) -> bool {
    let at = sources.expansions.outermost_call(unit.span_of(item)).lo;
    sources.map.file_at(at).is_some_and(|file| sources.map.file(file).kind == FileKind::System)
}

struct Dumper<'a> {
    unit: &'a Unit,
    sources: &'a Sources,
    out: String,
    indent: usize,
}

impl<'a> Dumper<'a> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn inside(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    fn text(&self, symbol: Symbol) -> std::borrow::Cow<'a, str> {
        self.sources.text(symbol)
    }

    fn item(&mut self, item: &'a Item) {
        match item {
            Item::Decl(id) => self.decl(&self.unit.decls[*id]),
            Item::Function(function) => self.function(function),
            Item::AliasTemplate(template) => {
                let name = self.text(template.name.symbol);
                let text = format!("template using {name} = {}", self.type_name_text(template.ty));
                self.line(&text);
            }
            Item::ClassTemplate(template) => {
                let tag = template.record.tag.map_or("{…}".into(), |tag| self.text(tag.symbol));
                self.line(&format!("template struct {tag}"));
            }
            Item::Template(template) => {
                let names = template.params.iter().map(|param| self.text(param.name.symbol));
                let text = format!("template <{}>", names.collect::<Vec<_>>().join(", "));
                self.line(&text);
                self.inside(|d| d.function(&template.function));
            }
            Item::Asm(asm) => {
                let text = format!("asm {}", self.text(asm.text));
                self.line(&text);
            }
            Item::Pragma(text, _) => {
                let text = format!("pragma {}", self.text(*text));
                self.line(&text);
            }
            Item::Directive(id) => {
                let text = self.directive_text(&self.unit.directives[*id]);
                self.line(&text);
            }
            Item::Linkage(items, _) => {
                self.line("extern \"C\"");
                self.inside(|d| items.iter().for_each(|item| d.item(item)));
            }
        }
    }

    fn function(&mut self, function: &'a FunctionDef) {
        let words = self.specifier_words(&function.specs);
        let declared = self.declared_text(&function.specs, &function.declarator);
        self.line(&format!("function {words}{declared}"));
        self.inside(|d| {
            for id in &function.old_style_params {
                d.decl(&d.unit.decls[*id]);
            }
            d.stmt(function.body);
        });
    }

    fn decl(&mut self, decl: &'a Decl) {
        match &decl.kind {
            DeclKind::Declarators { specs, declarators } => {
                let words = self.specifier_words(specs);
                if declarators.is_empty() {
                    let text = format!("decl {words}{}", self.base_text(&specs.ty, specs.quals));
                    self.line(&text);
                }
                self.tag_body(&specs.ty);
                for declarator in declarators {
                    let declared = self.declared_text(specs, &declarator.declarator);
                    let init = match &declarator.init {
                        None => String::new(),
                        Some(DeclInit::Equals(init)) => format!(" = {}", self.initializer_text(init)),
                        Some(DeclInit::Construct(args)) => format!(" = construct({})", self.list_text(args)),
                    };
                    self.line(&format!("decl {words}{declared}{init}"));
                }
            }
            DeclKind::StaticAssert { cond, message } => {
                let message = message.map_or(String::new(), |m| format!(", {}", self.expr_text(m)));
                let text = format!("static_assert {}{message}", self.expr_text(*cond));
                self.line(&text);
            }
            DeclKind::LocalLabels(labels) => {
                let names: Vec<_> = labels.iter().map(|l| self.text(l.symbol)).collect();
                let text = format!("labels {}", names.join(" "));
                self.line(&text);
            }
            DeclKind::Error => self.line("error"),
        }
    }

    /// Everything in front that is not the type.
    fn specifier_words(&self, specs: &DeclSpecs) -> String {
        let storage = match specs.storage {
            Storage::None => None,
            Storage::Typedef => Some("typedef"),
            Storage::Extern => Some("extern"),
            Storage::Static => Some("static"),
            Storage::Auto => Some("auto"),
            Storage::Register => Some("register"),
        };
        let mut words: Vec<&str> = storage.into_iter().collect();
        let flags =
            [(specs.thread_local, "_Thread_local"), (specs.inline, "inline"), (specs.noreturn, "_Noreturn")];
        words.extend(flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word));
        words.extend(types::cuda_words(specs.cuda));
        if !specs.align.is_empty() {
            words.push("_Alignas");
        }
        let mut text: String = words.iter().map(|word| format!("{word} ")).collect();
        for attribute in &specs.attrs {
            text.push_str(&format!("[{}] ", self.text(attribute.name)));
        }
        text
    }
}
