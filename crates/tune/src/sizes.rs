//! The sizes of a run: what the integer variables that a kernel reads from outside hold when it begins.
//!
//! ```text
//! for (i = 0; i < n; i++)        kernel `scale`: n = 4096, in the mean of all launches
//! ```
//! The text alone often says that `n` is an argument of the program, and a model that guesses it ranks the
//! variants of another program. So the sequential program, which is run anyway to know what is right, is
//! compiled with a line before each kernel that tells its sizes. The line stands where a statement may
//! stand, and calls a function that only keeps numbers: the program means what it meant.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hir::{Program, StmtId, StmtKind, VarId};
use source::Sources;

/// Values of variables, by name, for each kernel by name.
pub type Sizes = BTreeMap<String, BTreeMap<String, f64>>;

/// The function that the lines call.
pub const TELLER: &str = "warploom_tell_size";

/// The sizes of a kernel: whole numbers from outside, each by its name, which no other variable of the kernel has.
fn of_kernel(program: &Program, sources: &Sources, body: StmtId) -> BTreeMap<String, VarId> {
    let own: BTreeSet<VarId> = program.declared_below(body).collect();
    let mut named: BTreeMap<String, BTreeSet<VarId>> = BTreeMap::new();
    for var in program.variables_below(body) {
        if let Some(name) = program.vars[var].name {
            named.entry(sources.text(name).into_owned()).or_default().insert(var);
        }
    }
    let is_size = |var: VarId| !own.contains(&var) && program.types.is_integer(program.vars[var].ty);
    let sizes = named.into_iter().filter_map(|(name, vars)| match vars.first() {
        Some(&var) if vars.len() == 1 && is_size(var) => Some((name, var)),
        _ => None,
    });
    sizes.collect()
}

/// The names of the variables of a kernel whose values are asked for.
pub(crate) fn asked(program: &Program, sources: &Sources, body: StmtId) -> Vec<String> {
    of_kernel(program, sources, body).into_keys().collect()
}

/// The statements that stand in a block, before which another one may stand.
pub(crate) fn in_blocks(program: &Program, body: StmtId) -> BTreeSet<StmtId> {
    let blocks = program.stmts_below(body).filter_map(|stmt| match &program.stmts[stmt].kind {
        StmtKind::Block(stmts) => Some(stmts),
        _ => None,
    });
    blocks.flatten().copied().collect()
}

/// The line before a kernel.
pub(crate) fn line(kernel: &str, names: &[String]) -> String {
    let tell = |name: &String| format!(" {TELLER}(\"{kernel}\", \"{name}\", (double)({name}));");
    let told: String = names.iter().map(tell).collect();
    format!("{{ extern void {TELLER}(const char *, const char *, double);{told} }}\n")
}

/// What the function wrote: `KERNEL NAME MEAN`, a line for each variable.
pub fn read(text: &str) -> Sizes {
    let mut sizes = Sizes::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        if let (Some(kernel), Some(name), Some(Ok(mean))) =
            (words.next(), words.next(), words.next().map(str::parse::<f64>))
        {
            sizes.entry(kernel.to_string()).or_default().insert(name.to_string(), mean);
        }
    }
    sizes
}

/// The variables of a kernel whose values are known.
pub(crate) fn known(
    program: &Program,
    sources: &Sources,
    body: StmtId,
    values: Option<&BTreeMap<String, f64>>,
) -> HashMap<VarId, f64> {
    let Some(values) = values else { return HashMap::new() };
    let sizes = of_kernel(program, sources, body).into_iter();
    sizes.filter_map(|(name, var)| Some((var, *values.get(&name)?))).collect()
}

#[cfg(test)]
mod sizes_tests {
    use super::*;

    #[test]
    fn what_is_told_is_read() {
        let line = line("scale", &[String::from("n"), String::from("w")]);
        assert!(line.starts_with("{ extern void warploom_tell_size(const char *, const char *, double);"));
        assert!(line.ends_with(" warploom_tell_size(\"scale\", \"w\", (double)(w)); }\n"));
        let sizes = read("scale n 4096\nscale w 1.5\nbroken\nscale x y\n");
        assert_eq!(sizes["scale"], BTreeMap::from([("n".into(), 4096.0), ("w".into(), 1.5)]));
    }
}
