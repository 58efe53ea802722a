//! The data directives: `global`, `constant`, `texture`, `shared`.

use diagnostics::{Diagnostic, codes};

use crate::Punct;
use crate::ast::{
    AllocInit, DirectiveKind, Padding, SectionSpec, SharedCopyin, TextureAddress, TextureFilter, TileClauses,
    TileOrder,
};

use super::super::{Parsed, Parser, Reported};

/// Clauses of `shared alloc` and of `stage`, which is short for it.
const TILE_CLAUSES: [&str; 3] = ["pad", "ahead", "order"];

impl Parser<'_> {
    /// `alloc VAR [pinned] [copyin [VAR] | clear]`, `copyin VAR`, `copyout VAR [to VAR]`, `free SYM+`
    pub(super) fn global(&mut self) -> Parsed<DirectiveKind> {
        let actions = ["alloc", "copyin", "copyout", "free"];
        Ok(match self.action("global", &actions)? {
            0 => {
                let var = self.section("the variable to allocate")?;
                let pinned = self.at_word("pinned");
                if pinned {
                    self.bump();
                }
                let clauses: &[&str] =
                    if pinned { &["copyin", "clear"] } else { &["copyin", "clear", "pinned"] };
                DirectiveKind::GlobalAlloc { var, pinned, init: self.alloc_init(clauses)? }
            }
            1 => DirectiveKind::GlobalCopyin(self.section("the variable to copy")?),
            2 => {
                let var = self.section("the variable to copy")?;
                DirectiveKind::GlobalCopyout { var, to: self.copy_target()? }
            }
            _ => DirectiveKind::GlobalFree(self.variables("the variable to free")?),
        })
    }

    /// `copyin [VAR]`, `clear` or nothing; `clauses` are offered for anything else.
    fn alloc_init(&mut self, clauses: &[&str]) -> Parsed<AllocInit> {
        if self.at_word("clear") {
            self.bump();
            return Ok(AllocInit::Clear);
        }
        if self.at_word("copyin") {
            self.bump();
            return Ok(AllocInit::Copyin(self.optional_section()?));
        }
        if self.word().is_some() {
            let what = "clause of `global alloc`";
            return Err(self.unknown_word(&codes::NO_SUCH_CLAUSE, what, clauses));
        }
        Ok(AllocInit::None)
    }

    fn optional_section(&mut self) -> Parsed<Option<SectionSpec>> {
        if self.name().is_none() {
            return Ok(None);
        }
        self.section("a variable").map(Some)
    }

    /// `to VAR`
    fn copy_target(&mut self) -> Parsed<Option<SectionSpec>> {
        if self.at_word("to") {
            self.bump();
            return self.section("the variable to copy to").map(Some);
        }
        if self.word().is_some() {
            return Err(self.unknown_word(&codes::NO_SUCH_CLAUSE, "clause of `copyout`", &["to"]));
        }
        Ok(None)
    }

    /// `copyin VAR+`, `remove SYM+`
    pub(super) fn constant(&mut self) -> Parsed<DirectiveKind> {
        Ok(match self.action("constant", &["copyin", "remove"])? {
            0 => DirectiveKind::ConstantCopyin(self.sections("the variable to copy")?),
            _ => DirectiveKind::ConstantRemove(self.variables("the variable to remove")?),
        })
    }

    /// `copyin VAR [addr(…)] [filter(…)]`, `remove SYM+`
    pub(super) fn texture(&mut self) -> Parsed<DirectiveKind> {
        if self.action("texture", &["copyin", "remove"])? == 1 {
            return Ok(DirectiveKind::TextureRemove(self.variables("the variable to remove")?));
        }
        let var = self.section("the variable to copy")?;
        let mut address = None;
        let mut filter = None;
        while let Some(word) = self.word() {
            if self.at_word("addr") {
                if address.is_some() {
                    return Err(self.duplicate_clause(word));
                }
                self.bump();
                let modes = [TextureAddress::Clamp, TextureAddress::Border, TextureAddress::Wrap];
                address = Some(modes[self.choice("addr", &["clamp", "border", "wrap"])?]);
            } else if self.at_word("filter") {
                if filter.is_some() {
                    return Err(self.duplicate_clause(word));
                }
                self.bump();
                let modes = [TextureFilter::Point, TextureFilter::Linear];
                filter = Some(modes[self.choice("filter", &["point", "linear"])?]);
            } else {
                let what = "clause of `texture copyin`";
                return Err(self.unknown_word(&codes::NO_SUCH_CLAUSE, what, &["addr", "filter"]));
            }
        }
        Ok(DirectiveKind::TextureCopyin { var, address, filter })
    }

    /// `alloc VAR [copyin[(nobndcheck)] [VAR]] [pad(…)] [ahead(…)] [order(…)]`,
    /// `copyout[(nobndcheck)] VAR`, `remove SYM+`
    pub(super) fn shared(&mut self) -> Parsed<DirectiveKind> {
        Ok(match self.action("shared", &["alloc", "copyout", "remove"])? {
            0 => self.shared_alloc()?,
            1 => {
                let nobndcheck = self.nobndcheck()?;
                let var = self.section("the variable to copy")?;
                if self.at_word("to") {
                    return Err(self.copied_elsewhere());
                }
                DirectiveKind::SharedCopyout { var, nobndcheck }
            }
            _ => DirectiveKind::SharedRemove(self.variables("the variable to remove")?),
        })
    }

    /// `shared copyout … to`, which some dialects have.
    fn copied_elsewhere(&mut self) -> Reported {
        let message = "`to` is not a clause of `shared copyout`";
        let error = Diagnostic::new(&codes::NO_SUCH_CLAUSE, self.token().span, message)
            .label("the sequential program would not write to that array")
            .help("assign to the other array in the kernel");
        self.report(error)
    }

    fn shared_alloc(&mut self) -> Parsed<DirectiveKind> {
        let var = self.section("the variable to allocate")?;
        let mut copyin = None;
        let mut tile = TileClauses::default();
        while let Some(word) = self.word() {
            if self.at_word("copyin") {
                if copyin.is_some() {
                    return Err(self.duplicate_clause(word));
                }
                self.bump();
                let nobndcheck = self.nobndcheck()?;
                let is_clause = TILE_CLAUSES.iter().any(|clause| self.at_word(clause));
                let is_clause = is_clause && self.nth_is(1, Punct::LParen);
                let var = if is_clause { None } else { self.optional_section()? };
                copyin = Some(SharedCopyin { nobndcheck, var });
            } else {
                self.tile_clause(&mut tile, "shared alloc", &["copyin", "pad", "ahead", "order"])?;
            }
        }
        Ok(DirectiveKind::SharedAlloc { var, copyin, tile })
    }

    /// The clauses of `stage` after its arrays.
    pub(super) fn stage_clauses(&mut self) -> Parsed<TileClauses> {
        let mut tile = TileClauses::default();
        while self.word().is_some() {
            self.tile_clause(&mut tile, "stage", &TILE_CLAUSES)?;
        }
        Ok(tile)
    }

    /// `pad(…)`, `ahead(…)` or `order(…)`
    fn tile_clause(&mut self, tile: &mut TileClauses, directive: &str, known: &[&str]) -> Parsed<()> {
        let word = self.token();
        let at = TILE_CLAUSES.iter().position(|clause| self.at_word(clause));
        let is_given = match at {
            Some(0) => tile.pad.is_some(),
            Some(1) => tile.ahead.is_some(),
            Some(_) => tile.order.is_some(),
            None => {
                let what = format!("clause of `{directive}`");
                return Err(self.unknown_word(&codes::NO_SUCH_CLAUSE, &what, known));
            }
        };
        if is_given {
            return Err(self.duplicate_clause(word));
        }
        self.bump();
        match at {
            Some(0) => tile.pad = Some(self.padding()?),
            Some(1) => tile.ahead = Some(self.clause_value("ahead", "ahead(1)")?),
            _ => {
                let orders = [TileOrder::Rows, TileOrder::Columns];
                tile.order = Some(orders[self.choice("order", &["rows", "columns"])?]);
            }
        }
        Ok(())
    }

    /// `(nobndcheck)`, if it is there.
    fn nobndcheck(&mut self) -> Parsed<bool> {
        if !self.at(Punct::LParen) {
            return Ok(false);
        }
        self.choice("copyin", &["nobndcheck"])?;
        Ok(true)
    }

    /// `(n)`, `(auto)` or `(none)`
    fn padding(&mut self) -> Parsed<Padding> {
        let open = self.clause_open("pad", "pad(1)")?;
        let closes = self.nth_is(1, Punct::RParen);
        let padding = if self.at_word("auto") && closes {
            self.bump();
            Padding::Auto
        } else if self.at_word("none") && closes {
            self.bump();
            Padding::None
        } else {
            Padding::Elements(self.nested(Self::assignment)?)
        };
        self.close_clause(open)?;
        Ok(padding)
    }

    /// The word after `global` and the like: its position in `actions`.
    fn action(&mut self, directive: &str, actions: &[&str]) -> Parsed<usize> {
        if let Some(index) = actions.iter().position(|action| self.at_word(action)) {
            self.bump();
            return Ok(index);
        }
        if self.word().is_some() {
            let what = format!("`{directive}` directive");
            return Err(self.unknown_word(&codes::NO_SUCH_DIRECTIVE, &what, actions));
        }
        let quoted: Vec<String> = actions.iter().map(|a| format!("`{directive} {a}`")).collect();
        let help = format!("write one of {}", quoted.join(", "));
        Err(self.malformed(&format!("what to do after `{directive}`"), &help))
    }

    /// `(word)` with a word out of `choices`: its position.
    fn choice(&mut self, clause: &str, choices: &[&str]) -> Parsed<usize> {
        let open =
            self.clause_open(clause, &format!("{clause}({})", choices.first().copied().unwrap_or_default()))?;
        let Some(index) = choices.iter().position(|choice| self.at_word(choice)) else {
            if self.word().is_some() {
                let what = format!("value of `{clause}`");
                return Err(self.unknown_word(&codes::NO_SUCH_CLAUSE, &what, choices));
            }
            let help = format!("write one of `{}`", choices.join("`, `"));
            return Err(self.malformed(&format!("a value for `{clause}`"), &help));
        };
        self.bump();
        self.close_clause(open)?;
        Ok(index)
    }
}
