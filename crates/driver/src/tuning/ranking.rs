//! The model against an earlier search: what was measured then, predicted anew.
//!
//! Nothing is built or run: each variant of the log that has a time is looked at as `check` does, with the
//! sizes that the log has. So a change of the model is judged on times that a GPU once took.

use std::path::PathBuf;

use tune::sizes::Sizes;
use tune::statistics::rank_correlation;
use tune::{Choice, Kernel, Log};

use super::variants::Variants;
use crate::session::Session;
use crate::translation::Target;

/// How well the model orders the variants of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Its name.
    pub kernel: String,
    /// Each variant: its label, the seconds that were measured, and those that are predicted.
    pub variants: Vec<(String, f64, f64)>,
    /// Variants of the log that the program does not have any more, or that `check` objects to.
    pub lost: usize,
    /// Spearman's rank correlation then.
    pub then: Option<f64>,
}

impl Ranked {
    /// Spearman's rank correlation now.
    pub fn now(&self) -> Option<f64> {
        let pairs: Vec<(f64, f64)> =
            self.variants.iter().map(|(_, found, predicted)| (*found, *predicted)).collect();
        rank_correlation(&pairs)
    }
}

/// Predicts what a log has measured.
pub fn rank(session: &Session, paths: Vec<PathBuf>, log: &Log) -> Result<Vec<Ranked>, String> {
    let variants = Variants::read(session, paths, Target::Sim)?;
    let mut choices: Vec<Choice> = variants.kernels.iter().map(Kernel::as_written).collect();
    let mut ranked = Vec::new();
    for of_log in &log.kernels {
        let at = variants.kernels.iter().position(|kernel| kernel.name == of_log.name);
        let at = at.ok_or(format!("the program has no kernel `{}`, which the log has", of_log.name))?;
        let cases: Vec<Sizes> =
            of_log.sizes.iter().map(|sizes| Sizes::from([(of_log.name.clone(), sizes.clone())])).collect();
        let mut found =
            Ranked { kernel: of_log.name.clone(), variants: Vec::new(), lost: 0, then: of_log.correlation() };
        for (variant, seconds) in of_log.measured() {
            let predicted = variants.kernels[at].choice(&variant.values).and_then(|choice| {
                choices[at] = choice;
                variants.predict(&choices, &of_log.name, &cases)
            });
            match predicted {
                Some(predicted) => found.variants.push((variant.label.clone(), seconds, predicted)),
                None => found.lost += 1,
            }
        }
        // Later kernels were measured with what was chosen for this one.
        let chosen =
            of_log.labelled(&of_log.chosen).and_then(|variant| variants.kernels[at].choice(&variant.values));
        choices[at] = chosen.unwrap_or_else(|| variants.kernels[at].as_written());
        ranked.push(found);
    }
    Ok(ranked)
}
