//! `ast` directives -> `hir` directives, bound to the statements they govern.
//!
//! `resolve` calls
//! - `statement(resolver, stmts: &[ast::StmtId], at: usize) -> (StmtId, usize)` when `stmts[at]`
//!   is a directive statement of a block: the resolved statement, and the index after the
//!   last statement it took (`kernel … kernel_end` takes all between, resolved with
//!   `resolver.statement_list(&stmts[a..b]) -> Vec<StmtId>`, which opens no scope). A directive that is
//!   the whole body of a loop or branch comes as a list of one;
//! - `item(resolver, directive: ast::DirectiveId) -> DirectiveId` at file level.
//!
//! Expressions are resolved with `resolver.expr` / `resolver.rvalue`, a governed statement with
//! `resolver.statement(ast::StmtId) -> StmtId`.
