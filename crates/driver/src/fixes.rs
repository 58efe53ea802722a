//! Fixes that need no judgement, applied to the user's files.
//!
//! A fix is all its edits or none. Of two that touch the same bytes the first is
//! taken; the next round finds what is still wrong. Files keep every byte that no
//! fix names.

use diagnostics::{Diagnostic, Fix, Safety};
use source::{Edit, FileId, FileKind, Sources, apply_edits};

use crate::session::Input;

/// A file with its fixes applied.
#[derive(Clone, Debug)]
pub struct FixedFile {
    /// Which.
    pub file: FileId,
    /// As it was named on the command line.
    pub name: String,
    /// The changes.
    pub edits: Vec<Edit>,
    /// The new text.
    pub text: Vec<u8>,
    /// How many fixes it got.
    pub fixes: usize,
}

/// Applies every safe fix to the files it is about.
pub fn apply(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<FixedFile> {
    let mut chosen: Vec<(FileId, Vec<Edit>, usize)> = Vec::new();
    for fix in diagnostics.iter().filter_map(|diagnostic| diagnostic.fix.as_ref()) {
        let Some((file, edits)) = edits_of(fix, sources) else { continue };
        let at = chosen.iter().position(|(other, ..)| *other == file).unwrap_or_else(|| {
            chosen.push((file, Vec::new(), 0));
            chosen.len() - 1
        });
        let taken = &mut chosen[at];
        // Two diagnostics may ask for the same change.
        if edits.iter().all(|edit| taken.1.contains(edit)) {
            continue;
        }
        if !edits.iter().any(|edit| taken.1.iter().any(|other| overlaps(edit, other))) {
            taken.1.extend(edits);
            taken.2 += 1;
        }
    }
    chosen.into_iter().filter_map(|(file, edits, fixes)| fixed(file, edits, fixes, sources)).collect()
}

/// Inputs with edits that are at hand.
pub fn with_edits(inputs: &[Input], edits: &[Vec<Edit>], sources: &Sources) -> Vec<FixedFile> {
    let changed = inputs.iter().zip(edits).filter(|(_, edits)| !edits.is_empty());
    changed.filter_map(|(input, edits)| fixed(input.file, edits.clone(), edits.len(), sources)).collect()
}

/// The edits of a safe fix of one of the user's files.
fn edits_of(fix: &Fix, sources: &Sources) -> Option<(FileId, Vec<Edit>)> {
    if fix.safety != Safety::Safe || fix.edits.is_empty() {
        return None;
    }
    let mut of_file = None;
    let mut edits = Vec::new();
    for (range, replacement) in fix.placed(sources)? {
        if *of_file.get_or_insert(range.file) != range.file {
            return None;
        }
        let text = replacement.as_bytes().to_vec();
        edits.push(Edit { start: range.start as usize, end: range.end as usize, text });
    }
    let file = of_file.filter(|file| sources.map.file(*file).kind == FileKind::User)?;
    Some((file, edits))
}

/// Do the two replace a common byte, or insert at one place?
fn overlaps(a: &Edit, b: &Edit) -> bool {
    a.start < b.end && b.start < a.end || a.start == b.start
}

fn fixed(file: FileId, edits: Vec<Edit>, fixes: usize, sources: &Sources) -> Option<FixedFile> {
    let loaded = sources.map.file(file);
    let text = apply_edits(&loaded.bytes, &edits).ok()?;
    Some(FixedFile { file, name: loaded.name.clone(), edits, text, fixes })
}
