//! Where proof ends, a pragma's word decides; where it does not, nothing can be said against it.
//!
//! ```c
//! #pragma omp parallel for            which elements `where[i]` are, nobody knows but the author, who
//! for (i = 0; i < n; i++)             says here that no two are the same: `independent` is written, and the
//!     y[where[i]] = x[i];             line above the kernel names the pragma
//! ```
//! Invariant: a loop whose iterations are known to depend on each other is never shared out. The trial without
//! `independent` must have doubts only, since `independent` silences proofs as well.

use std::collections::BTreeSet;

use analyze::Place;
use analyze::array_shape::ArrayShape;
use diagnostics::{Diagnostic, codes};
use hir::{ReductionOp, VarId};

use crate::hints::Hint;
use crate::mapping::{Mapping, PARTITION, THREADS_OF_THREE};
use crate::nests::Loop;
use crate::parallel::{Finding, Findings, ObstacleKind};
use crate::trial::{Clauses, Combined};
use crate::written_first::is_written_first;

/// What a pragma has to do with a verdict.
#[derive(Clone, Debug)]
pub enum Word {
    /// It decided.
    Followed {
        /// `omp parallel for`
        said_by: String,
        /// What is written for it, with a leading space: ` independent`.
        clauses: String,
        /// What each iteration has for itself.
        private: Vec<VarId>,
    },
    /// It is proven to be wrong.
    Contradicted(String),
    /// It could have decided, but for this reason.
    Unused(String, String),
}

impl Word {
    /// In a sentence.
    pub fn told(&self) -> String {
        match self {
            Word::Followed { said_by, .. } => format!("`{said_by}` says that its iterations are independent"),
            Word::Contradicted(said_by) => {
                format!(
                    "`{said_by}` says that its iterations are independent, and the proof that they are not"
                )
            }
            Word::Unused(said_by, reason) => format!("`{said_by}` is not followed: {reason}"),
        }
    }
}

/// More names in a `private` clause are written as they were.
const MOST_TRIED: usize = 8;

impl Findings<'_> {
    /// A finding about a loop, after its hint was asked.
    pub(crate) fn with_hint(&mut self, at: &Loop, proven: Finding) -> Finding {
        let (Err(obstacle), Some(hint)) = (&proven.verdict, self.hints.get(&at.stmt).cloned()) else {
            return proven;
        };
        if let Some(reason) = hint.unusable {
            return Finding { word: Some(Word::Unused(hint.said_by, reason)), ..proven };
        }
        // Nothing could be tried on it.
        if proven.facts.is_none() {
            return proven;
        }
        let is_serial = obstacle.kind == ObstacleKind::Serial;
        match self.followed(at, &hint) {
            Ok(followed) => followed,
            Err(Some(reason)) => Finding { word: Some(Word::Unused(hint.said_by, reason)), ..proven },
            Err(None) if is_serial => Finding { word: Some(Word::Contradicted(hint.said_by)), ..proven },
            Err(None) => proven,
        }
    }

    /// The loop with what a hint adds; or why that is not done, if that can be said.
    fn followed(&mut self, at: &Loop, hint: &Hint) -> Result<Finding, Option<String>> {
        let (combined, by_word) = self.combined_by(at, hint)?;
        let index = self.index(at.stmt).ok_or(None)?;
        // Which elements of a thread's own array are touched, no other thread can tell.
        let (arrays, scalars): (Vec<VarId>, Vec<VarId>) =
            hint.private.iter().copied().filter(|var| *var != index).partition(|var| self.is_array(*var));
        let program = &*self.trials.program;
        let is_own = |var: &VarId| is_written_first(program, at.stmt, index, *var);
        if let Some(var) = arrays.iter().find(|var| !is_own(var)) {
            return Err(Some(format!("an iteration may read `{}` before it writes it", self.name(*var))));
        }
        let scalars: Vec<VarId> = scalars.into_iter().filter(is_own).collect();
        let not_understood =
            by_word.map(|var| format!("how it combines `{}` is not understood", self.name(var)));
        let not_private = self.not_private(at, &combined, &arrays);
        if not_private.is_some() {
            return Err(not_private);
        }
        let private = self.private_by(at, &combined, arrays, scalars).ok_or(not_understood.clone())?;
        let doubts = self.trials.with_clauses(
            at.function,
            at.stmt,
            &Clauses { combined: &combined, private: &private, ..Clauses::default() },
        );
        let independent = !doubts.found.is_empty();
        let vouched = Clauses { combined: &combined, private: &private, independent, ..Clauses::default() };
        let found = self.trials.with_clauses(at.function, at.stmt, &vouched);
        if !found.found.is_empty() {
            return Err(not_understood);
        }
        let mut clauses = String::new();
        if !private.is_empty() {
            let names: Vec<String> = private.iter().map(|var| self.name(*var)).collect();
            clauses = format!(" private({})", names.join(", "));
        }
        if independent {
            clauses.push_str(" independent");
        }
        let word = Some(Word::Followed { said_by: hint.said_by.clone(), clauses, private });
        Ok(Finding { verdict: Ok(combined), facts: found.facts, word })
    }

    /// What iterations combine, by proof and by word, and a scalar that is among them by word alone.
    fn combined_by(
        &mut self,
        at: &Loop,
        hint: &Hint,
    ) -> Result<(Vec<Combined>, Option<VarId>), Option<String>> {
        let first = self.trials.of_loop(at.function, at.stmt, &[]);
        let mut combined = Combined::missing(&first);
        let is_new = |var: VarId, known: &[Combined]| known.iter().all(|combined| combined.var != var);
        let mut by_word = None;
        for (op, var) in &hint.reductions {
            if is_new(*var, &combined) {
                combined.push(Combined::scalar(*op, *var));
                by_word = Some(*var);
            }
        }
        let span = self.trials.program.stmts[at.stmt].span;
        if let Some(obstacle) = self.in_order(&combined, span) {
            return Err(Some(obstacle.message));
        }
        let second = self.trials.of_loop(at.function, at.stmt, &combined);
        combined.extend(self.arrays(&second));
        for (op, var) in &hint.own_arrays {
            if is_new(*var, &combined) {
                combined.push(self.combined_array(*op, *var)?);
            }
        }
        Ok((combined, by_word))
    }

    /// `reduction(+: y[*])`
    fn combined_array(&self, op: ReductionOp, var: VarId) -> Result<Combined, Option<String>> {
        let (program, name) = (&*self.trials.program, self.name(var));
        let shape = ArrayShape::declared(program, &Place::var(var))
            .filter(|shape| self.is_array(var) && shape.rank() > 0);
        let Some(shape) = shape else {
            return Err(Some(format!(
                "each thread has a `{name}` of its own, of which no length is declared"
            )));
        };
        let reorders = matches!(op, ReductionOp::Add | ReductionOp::Mul);
        if self.keep_order && reorders && !program.types.is_integer(shape.element) {
            return Err(Some(format!(
                "`{name}` has floating-point sums, and `--keep-order` keeps their order"
            )));
        }
        Ok(Combined { rank: shape.rank(), ..Combined::scalar(op, var) })
    }

    /// Why an iteration cannot have an array for itself, if one of them is such.
    fn not_private(&mut self, at: &Loop, combined: &[Combined], arrays: &[VarId]) -> Option<String> {
        if arrays.is_empty() {
            return None;
        }
        let clauses = Clauses { combined, private: arrays, ..Clauses::default() };
        let found = self.trials.with_clauses(at.function, at.stmt, &clauses).found;
        let refused = found.into_iter().find(|finding| finding.code == &codes::CANNOT_BE_PRIVATE);
        refused.map(|finding| finding.message)
    }

    fn is_array(&self, var: VarId) -> bool {
        let program = &*self.trials.program;
        program.types.is_array(program.vars[var].ty)
    }

    /// The private variables that are needed: arrays, and as few scalars as do. `None` if something is found, without
    /// anybody's word, that is not about them and no doubt.
    fn private_by(
        &mut self,
        at: &Loop,
        combined: &[Combined],
        arrays: Vec<VarId>,
        scalars: Vec<VarId>,
    ) -> Option<Vec<VarId>> {
        if self.is_enough(at, combined, &arrays) {
            return Some(arrays);
        }
        let mut private: Vec<VarId> = arrays.into_iter().chain(scalars.iter().copied()).collect();
        if !self.is_enough(at, combined, &private) {
            return None;
        }
        if scalars.len() <= MOST_TRIED {
            for var in scalars {
                let others: Vec<VarId> = private.iter().copied().filter(|other| *other != var).collect();
                if self.is_enough(at, combined, &others) {
                    private = others;
                }
            }
        }
        Some(private)
    }

    /// Is there, without `independent`, nothing but doubts, and doubts about what is read before it is written?
    fn is_enough(&mut self, at: &Loop, combined: &[Combined], private: &[VarId]) -> bool {
        let names: Vec<String> = private.iter().map(|var| format!("`{}`", self.name(*var))).collect();
        let clauses = Clauses { combined, private, ..Clauses::default() };
        let found = self.trials.with_clauses(at.function, at.stmt, &clauses).found;
        let is_about_private = |finding: &Diagnostic| {
            [&codes::PRIVATE_READ_FIRST, &codes::SCALAR_CARRIED].contains(&finding.code)
                && names.iter().any(|name| finding.message.contains(name.as_str()))
        };
        found.iter().all(|finding| is_doubt(finding) || is_about_private(finding))
    }

    /// The ways to write a nest some of whose loops are independent by a pragma's word: loops directly in each other, and
    /// nothing that is found by transforming them. None if the word decides nothing here.
    pub(crate) fn vouched(&mut self, at: &Loop) -> Vec<Mapping> {
        let mut levels: Vec<Level> = Vec::new();
        for level in self.chain(at) {
            let Some(index) = self.index(level.stmt) else { break };
            let finding = self.of(&level);
            let Ok(combined) = finding.verdict.clone() else { break };
            let word = finding.word.clone();
            if !levels.is_empty() && !combined.is_empty() {
                break;
            }
            let combines = !combined.is_empty();
            levels.push(Level { at: level, index, combined, word });
            if combines {
                break;
            }
        }
        let mut found = Vec::new();
        for depth in (1..=levels.len().min(3)).rev() {
            let used = &levels[..depth];
            let innermost = used[depth - 1].index;
            let is_near = used.iter().all(|level| {
                level.index == innermost || self.neighbours(at, innermost) >= self.neighbours(at, level.index)
            });
            if is_near && used.iter().any(|level| matches!(level.word, Some(Word::Followed { .. }))) {
                found.push(self.shared_by_word(used));
            }
        }
        found
    }

    fn shared_by_word(&self, levels: &[Level]) -> Mapping {
        let mut mapping = self.alone(&levels[0].at, levels[levels.len() - 1].index, "");
        let followed = |level: &Level| match &level.word {
            Some(Word::Followed { said_by, clauses, .. }) => Some((said_by.clone(), clauses.clone())),
            _ => None,
        };
        mapping.above = levels
            .iter()
            .map(|level| {
                let clauses = followed(level).map_or_else(String::new, |(_, clauses)| clauses);
                (level.at.stmt, vec![format!("{PARTITION}{}{clauses}", self.reduction(&level.combined))])
            })
            .collect();
        mapping.shared = levels.iter().map(|level| vec![level.at.stmt]).collect();
        if levels.len() == 3 {
            mapping.clauses = THREADS_OF_THREE.into();
        }
        let vouched: Vec<&Level> = levels.iter().filter(|level| followed(level).is_some()).collect();
        let said_by =
            vouched.first().and_then(|level| followed(level)).map_or_else(String::new, |(said, _)| said);
        let names = |levels: &[&Level]| {
            let names: Vec<String> =
                levels.iter().map(|level| format!("`{}`", self.name(level.index))).collect();
            match names.split_last() {
                Some((last, [])) => last.clone(),
                Some((last, others)) => format!("{} and {last}", others.join(", ")),
                None => String::new(),
            }
        };
        let all: Vec<&Level> = levels.iter().collect();
        let combined = &levels[0].combined;
        mapping.why = if !combined.is_empty() {
            let what = self.combined(combined);
            format!("`{said_by}` says that the iterations of {} only combine {what}", names(&all))
        } else if vouched.len() == levels.len() {
            format!("`{said_by}` says that the iterations of {} are independent", names(&all))
        } else {
            let (all, some) = (names(&all), names(&vouched));
            format!("the iterations of {all} are independent, those of {some} because `{said_by}` says so")
        };
        let private = levels.iter().flat_map(|level| match &level.word {
            Some(Word::Followed { private, .. }) => private.as_slice(),
            _ => &[],
        });
        let private: BTreeSet<String> = private.map(|var| format!("`{}`", self.name(*var))).collect();
        if !private.is_empty() {
            let private: Vec<String> = private.into_iter().collect();
            mapping.why.push_str(&format!(", each with its own {}", private.join(" and ")));
        }
        mapping
    }
}

/// A loop of a nest that is shared out.
struct Level {
    at: Loop,
    index: VarId,
    combined: Vec<Combined>,
    word: Option<Word>,
}

/// Does a finding say that something is not known?
fn is_doubt(finding: &Diagnostic) -> bool {
    [&codes::DEPENDENCE_UNDECIDED, &codes::UPDATE_UNDECIDED, &codes::ALIASES_UNDECIDED]
        .contains(&finding.code)
}
