//! What only the run can decide is written last, into texts that are right: on which side small work is done
//! ([`annotate::thresholds`]), which version of a kernel runs ([`annotate::versions`]), and whether arrays overlap
//! ([`annotate::apart`]).
//!
//! What the check objects to in the end is left as it was.

use std::collections::{BTreeMap, HashSet};

use annotate::copies_around::KernelLines;
use annotate::plan::Kernel;
use annotate::versions::Versions;
use annotate::{Plan, apart, thresholds, versions};

use crate::annotating::{objections, questions};
use crate::session::{Input, Session};

/// The texts of a plan with the choices of its kernels; `None` if one cannot be written without which a kernel must not be.
pub(crate) fn written(
    session: &mut Session,
    inputs: &[Input],
    (plan, mut texts): (&mut Plan, Vec<Vec<u8>>),
    known: &HashSet<String>,
) -> Option<Vec<Vec<u8>>> {
    let questions = questions(session, inputs, (plan, &texts))?;
    let bare = texts.clone();
    plan.conditions = questions.clone();
    if !questions.is_empty() {
        texts = with_conditions(&bare, &questions);
        if !objections(session, inputs, (plan, &texts), known)?.is_empty() {
            return None;
        }
    }
    let small = |kernels: &[&Kernel]| {
        let mut all = questions.clone();
        for kernel in kernels {
            let Some(enough) = kernel.threshold.as_deref() else { continue };
            let own = all.entry(kernel.name.clone());
            own.and_modify(|asked| *asked = apart::and(asked, enough)).or_insert_with(|| enough.to_owned());
        }
        all
    };
    let lines: Vec<KernelLines<'_>> = bare.iter().map(|text| KernelLines::of(text)).collect();
    let can_be_small = |kernel: &&Kernel| {
        kernel.threshold.is_some() && lines.iter().any(|text| thresholds::can_depend(text, &kernel.name))
    };
    let candidates = plan.kernels().into_iter().filter(can_be_small).collect();
    let with_thresholds = |kernels: &[&Kernel]| with_conditions(&bare, &small(kernels));
    if let Some((kept, with)) = accepted(session, inputs, plan, known, (candidates, &with_thresholds)) {
        let conditions = small(&kept);
        (plan.conditions, texts) = (conditions, with);
    }
    let has_versions =
        |kernel: &&Kernel| kernel.versions.is_some() && !plan.conditions.contains_key(&kernel.name);
    let several = plan.kernels().into_iter().filter(has_versions).collect();
    let with_versions = |kernels: &[&Kernel]| with_versions(&texts, kernels);
    let with_all = accepted(session, inputs, plan, known, (several, &with_versions));
    Some(with_all.map_or(texts, |(_, with)| with))
}

/// Texts in which some kernels depend on conditions.
fn with_conditions(texts: &[Vec<u8>], conditions: &BTreeMap<String, String>) -> Vec<Vec<u8>> {
    let with = |text: &Vec<u8>| {
        conditions.iter().fold(text.clone(), |text, (kernel, condition)| {
            thresholds::written(&text, kernel, condition).unwrap_or(text)
        })
    };
    texts.iter().map(with).collect()
}

fn with_versions(texts: &[Vec<u8>], kernels: &[&Kernel]) -> Vec<Vec<u8>> {
    let written: Vec<&Versions> = kernels.iter().filter_map(|kernel| kernel.versions.as_ref()).collect();
    texts.iter().map(|text| versions::written(text, &written)).collect()
}

/// Texts with the choices of these kernels.
type Writer<'w> = &'w dyn Fn(&[&Kernel]) -> Vec<Vec<u8>>;

/// The texts with the choices of those kernels to which the check does not object; `None` if that is none.
fn accepted<'p>(
    session: &mut Session,
    inputs: &[Input],
    plan: &'p Plan,
    known: &HashSet<String>,
    (mut left, write): (Vec<&'p Kernel>, Writer<'_>),
) -> Option<(Vec<&'p Kernel>, Vec<Vec<u8>>)> {
    while !left.is_empty() {
        let texts = write(&left);
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
