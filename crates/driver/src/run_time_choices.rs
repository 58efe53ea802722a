//! What only the run can decide is written last, into texts that are right: on which side small work is done
//! ([`annotate::thresholds`]), and which version of a kernel runs ([`annotate::versions`]).
//!
//! What the check objects to in the end is left as it was.

use std::collections::{BTreeMap, HashSet};

use annotate::plan::Kernel;
use annotate::versions::Versions;
use annotate::{Plan, thresholds, versions};

use crate::annotating::objections;
use crate::session::{Input, Session};

/// The texts of a plan with the choices of its kernels.
pub(crate) fn written(
    session: &mut Session,
    inputs: &[Input],
    (plan, mut texts): (&mut Plan, Vec<Vec<u8>>),
    known: &HashSet<String>,
) -> Vec<Vec<u8>> {
    let mut conditions = BTreeMap::new();
    let small =
        plan.kernels().into_iter().filter(|kernel| with_threshold(&texts, &[kernel]) != texts).collect();
    if let Some((kept, with)) = accepted(session, inputs, (plan, &texts), known, (small, with_threshold)) {
        let condition = |kernel: &&Kernel| Some((kernel.name.clone(), kernel.threshold.clone()?));
        conditions = kept.iter().filter_map(condition).collect();
        texts = with;
    }
    plan.conditions = conditions;
    let has_versions =
        |kernel: &&Kernel| kernel.versions.is_some() && !plan.conditions.contains_key(&kernel.name);
    let several = plan.kernels().into_iter().filter(has_versions).collect();
    match accepted(session, inputs, (plan, &texts), known, (several, with_versions)) {
        Some((_, with)) => with,
        None => texts,
    }
}

fn with_threshold(texts: &[Vec<u8>], kernels: &[&Kernel]) -> Vec<Vec<u8>> {
    let with = |text: &Vec<u8>| {
        kernels.iter().fold(text.clone(), |text, kernel| {
            let condition = kernel.threshold.as_deref();
            condition
                .and_then(|condition| thresholds::written(&text, &kernel.name, condition))
                .unwrap_or(text)
        })
    };
    texts.iter().map(with).collect()
}

fn with_versions(texts: &[Vec<u8>], kernels: &[&Kernel]) -> Vec<Vec<u8>> {
    let written: Vec<&Versions> = kernels.iter().filter_map(|kernel| kernel.versions.as_ref()).collect();
    texts.iter().map(|text| versions::written(text, &written)).collect()
}

/// Texts with the choices of these kernels.
type Writer = fn(&[Vec<u8>], &[&Kernel]) -> Vec<Vec<u8>>;

/// The texts with the choices of those kernels to which the check does not object; `None` if that is none.
fn accepted<'p>(
    session: &mut Session,
    inputs: &[Input],
    (plan, texts): (&Plan, &[Vec<u8>]),
    known: &HashSet<String>,
    (mut left, write): (Vec<&'p Kernel>, Writer),
) -> Option<(Vec<&'p Kernel>, Vec<Vec<u8>>)> {
    while !left.is_empty() {
        let texts = write(texts, &left);
        let objections = objections(session, inputs, (plan, &texts), known)?;
        if objections.is_empty() {
            return Some((left, texts));
        }
        let before = left.len();
        let is_blamed = |name: &str| objections.iter().any(|(blamed, _)| blamed.as_deref() == Some(name));
        left.retain(|kernel| !is_blamed(&kernel.name));
        if left.len() == before {
            return None;
        }
    }
    None
}
