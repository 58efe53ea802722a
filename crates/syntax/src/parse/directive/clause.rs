//! The clauses of `loop_partition`, `reduction` above all.

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{DirectiveKind, Distribution, ExprId, ReductionClause, ReductionOp};
use crate::{Punct, Token, TokenKind};

use super::super::{Parsed, Parser};

const CLAUSES: &[&str] =
    &["over_tblock", "over_thread", "jam", "vector", "reduction", "private", "independent"];

impl Parser<'_> {
    /// `[over_tblock[(BLOCK|CYCLIC|d)]] [over_thread[(d)]] [jam(n[:w])] [vector(…)] [reduction(…)] [private(…)]
    /// [independent]`
    pub(super) fn loop_partition(&mut self, name: Token) -> Parsed<DirectiveKind> {
        let mut over_tblock = None;
        let mut names_distribution = false;
        let mut block_entry = None;
        let mut over_thread = false;
        let mut thread_entry = None;
        let (mut jam, mut run) = (None, None);
        let mut vector = Vec::new();
        let mut reductions = Vec::new();
        let mut private = Vec::new();
        let mut independent = false;
        while let Some(word) = self.word() {
            let text = self.sources.text(word.symbol).into_owned();
            let seen = match text.as_str() {
                "over_tblock" => over_tblock.is_some(),
                "over_thread" => over_thread,
                "jam" => jam.is_some(),
                "independent" => independent,
                "vector" | "reduction" | "private" => false,
                _ => {
                    let what = "clause of `loop_partition`";
                    return Err(self.unknown_word(&codes::NO_SUCH_CLAUSE, what, CLAUSES));
                }
            };
            if seen {
                return Err(self.duplicate_clause(word));
            }
            self.bump();
            match text.as_str() {
                "over_tblock" => {
                    names_distribution = self.at(Punct::LParen);
                    if self.at_block_entry() {
                        block_entry = Some(self.clause_value("over_tblock", "over_tblock(2)")?);
                    }
                    over_tblock = Some(match block_entry {
                        // There is no way to say both; blocks have chunks.
                        Some(_) => Distribution::Block,
                        None => self.distribution()?,
                    });
                }
                "over_thread" => {
                    over_thread = true;
                    if self.at(Punct::LParen) {
                        thread_entry = Some(self.clause_value("over_thread", "over_thread(2)")?);
                    }
                }
                "jam" => (jam, run) = self.jam()?,
                "vector" => vector.extend(self.clause_list("vector", "vector(a)")?),
                "independent" => independent = true,
                "private" => private.extend(self.clause_list("private", "private(t)")?),
                _ => reductions.push(self.reduction(word)?),
            }
        }
        if over_tblock.is_none() && !over_thread && self.at(Punct::LParen) {
            return Err(self.malformed("a clause", "write for instance `loop_partition over_thread`"));
        }
        if over_tblock.is_none() && !over_thread {
            self.complain(partition_over_nothing(name.span));
        }
        Ok(DirectiveKind::LoopPartition {
            over_tblock,
            names_distribution,
            block_entry,
            over_thread,
            thread_entry,
            jam,
            run,
            vector,
            reductions,
            private,
            independent,
        })
    }

    /// Does `(d)` follow? A word is a distribution, perhaps misspelt.
    fn at_block_entry(&self) -> bool {
        let begins_value = self.nth(1).kind != TokenKind::Ident && !self.nth_is(1, Punct::RParen);
        self.at(Punct::LParen) && begins_value
    }

    /// Nothing, `(BLOCK)` or `(CYCLIC)`.
    fn distribution(&mut self) -> Parsed<Distribution> {
        if !self.at(Punct::LParen) {
            return Ok(Distribution::Block);
        }
        let open = self.bump();
        let distribution = if self.at_word("BLOCK") {
            Distribution::Block
        } else if self.at_word("CYCLIC") {
            Distribution::Cyclic
        } else if self.word().is_some() {
            let what = "distribution";
            return Err(self.unknown_word(&codes::NO_SUCH_CLAUSE, what, &["BLOCK", "CYCLIC"]));
        } else {
            return Err(self.malformed(
                "`BLOCK`, `CYCLIC` or an entry of `tblock`",
                "leave out the parentheses for `BLOCK`",
            ));
        };
        self.bump();
        self.close_clause(open)?;
        Ok(distribution)
    }

    /// `(n)` or `(n:w)`
    fn jam(&mut self) -> Parsed<(Option<ExprId>, Option<ExprId>)> {
        let open = self.clause_open("jam", "jam(4)")?;
        let factor = self.nested(Self::assignment)?;
        let run = if self.eat(Punct::Colon) { Some(self.nested(Self::assignment)?) } else { None };
        self.close_clause(open)?;
        Ok((Some(factor), run))
    }

    /// `([fast,] op : VAR [at VAR], VAR)`
    fn reduction(&mut self, word: Token) -> Parsed<ReductionClause> {
        let open = self.clause_open("reduction", "reduction(+: sum)")?;
        let fast = self.at_word("fast") && self.nth_is(1, Punct::Comma);
        if fast {
            self.pos += 2;
        }
        let op = self.reduction_operator()?;
        if !self.eat(Punct::Colon) {
            return Err(self.malformed("`:` after the operator", "write for instance `reduction(+: sum)`"));
        }
        let (mut vars, mut places) = (Vec::new(), Vec::new());
        loop {
            vars.push(self.section("a variable to reduce into")?);
            if self.at_word("at") {
                if !matches!(op, ReductionOp::Min | ReductionOp::Max) {
                    let help =
                        "`at` says where the smallest or largest value is: it goes with `min` and `max`";
                    return Err(self.malformed("`,` or `)`", help));
                }
                self.bump();
                places.push(vars.len());
                vars.push(self.section("the variable that says where the value is")?);
            }
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.close_clause(open)?;
        let span = self.span_from(word.span);
        Ok(ReductionClause { op, fast, vars, places, span })
    }

    fn reduction_operator(&mut self) -> Parsed<ReductionOp> {
        let op = match self.kind() {
            TokenKind::Punct(Punct::Plus) => Some(ReductionOp::Add),
            TokenKind::Punct(Punct::Star) => Some(ReductionOp::Mul),
            TokenKind::Punct(Punct::Amp) => Some(ReductionOp::BitAnd),
            TokenKind::Punct(Punct::Pipe) => Some(ReductionOp::BitOr),
            TokenKind::Punct(Punct::Caret) => Some(ReductionOp::BitXor),
            TokenKind::Punct(Punct::AmpAmp) => Some(ReductionOp::And),
            TokenKind::Punct(Punct::PipePipe) => Some(ReductionOp::Or),
            TokenKind::Ident if self.at_word("min") => Some(ReductionOp::Min),
            TokenKind::Ident if self.at_word("max") => Some(ReductionOp::Max),
            _ => None,
        };
        if let Some(op) = op {
            self.bump();
            return Ok(op);
        }
        let help = if self.at(Punct::Minus) {
            "`x -= e` adds `-e`: write `reduction(+: x)`"
        } else {
            "the operators are `+`, `*`, `min`, `max`, `&`, `|`, `^`, `&&` and `||`"
        };
        Err(self.malformed("a reduction operator", help))
    }
}

fn partition_over_nothing(at: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::INCOMPLETE_DIRECTIVE,
        at,
        "`loop_partition` says neither `over_tblock` nor `over_thread`",
    )
    .help("add `over_tblock`, `over_thread` or both: who shares the iterations?")
}
