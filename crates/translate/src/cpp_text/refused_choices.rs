//! Choices by `__CUDA_ARCH__` that one reading of a file cannot make for host and device alike.
//!
//! ```text
//! #ifdef __CUDA_ARCH__          whole functions, types or variables: there can be one of a name
//! struct pair { float x, y; };
//! #else
//! struct pair { double x, y; };
//! #endif
//! int a[WIDTH];                 a macro with two meanings, where neither host nor device asks
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use syntax::token::Punct;

use super::conditions::{Pass, Taken, differs, taken};
use super::functions::{Body, around, bodies, opens_function};
use super::macros::Macros;
use super::passes::{Groups, first_line, groups, has_code, has_device_functions, is_devices};
use super::tokens::Text;

/// What cannot be read once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusedChoice {
    /// Between whole functions, or in the head of one.
    Functions,
    /// Between types, variables and whatever else is declared outside of functions.
    Declarations,
    /// Of a macro, which is used outside of functions.
    Macro(String),
}

/// The choices, by the bytes of the condition or of the macro's name.
pub(super) fn find(text: &Text<'_>, macros: &Macros) -> Vec<(RefusedChoice, Range<usize>)> {
    let groups = groups(text, macros);
    if groups.is_empty() && macros.chosen.is_empty() {
        return Vec::new();
    }
    let bodies = bodies(text, macros);
    let mut found: Vec<_> = groups
        .iter()
        .filter_map(|groups| Some((refused(text, groups, &bodies)?, first_line(text, groups))))
        .collect();
    found.extend(uses(text, macros, &bodies));
    found
}

fn refused(text: &Text<'_>, groups: &Groups, bodies: &[Body]) -> Option<RefusedChoice> {
    let first = groups.lines[0];
    let in_head = |is_alone: bool| {
        bodies.iter().any(|body| body.is_of_device_alone() == is_alone && body.has_in_head(first))
    };
    // Its marks may come from a macro.
    let ends_head = text.is(groups.end + 2, Punct::LBrace) && opens_function(text, groups.end + 2);
    let is_outside = around(text, bodies, groups.range()).is_none();
    if !is_outside || !differs(text, groups) || in_head(true) {
        None
    } else if in_head(false) || ends_head {
        Some(RefusedChoice::Functions)
    } else if has_device_functions(text, groups.range(), bodies) {
        None
    } else if chooses_function(text, groups, bodies) {
        Some(RefusedChoice::Functions)
    } else {
        (!is_devices(text, groups, bodies) && chooses_name(text, groups))
            .then_some(RefusedChoice::Declarations)
    }
}

/// Do two of the branches have functions, and one of them what kernels can call?
fn chooses_function(text: &Text<'_>, groups: &Groups, bodies: &[Body]) -> bool {
    let has_function = |branch: &Range<usize>| {
        branch.clone().any(|at| {
            text.is(at, Punct::LBrace) && text.words[at].directive.is_none() && opens_function(text, at)
        })
    };
    let is_marked = bodies.iter().any(|body| groups.lines[0] < body.open && body.open < groups.end);
    is_marked && groups.branches().filter(has_function).count() > 1
}

/// Do the branches that the passes take declare the same name, or include other files?
fn chooses_name(text: &Text<'_>, groups: &Groups) -> bool {
    let branch = |pass: Pass| match taken(text, groups, pass) {
        Taken::Branch(branch) => groups.branch(branch),
        Taken::Nothing => groups.end..groups.end,
        Taken::Unknown => groups.range(),
    };
    let (host, device) = (branch(Pass::Host), branch(Pass::Device));
    if host == device {
        // Other names have a say, and every branch may be either's.
        let mut declared = BTreeSet::new();
        return groups.branches().any(|words| {
            let own = declared_names(text, words);
            let is_known = own.iter().any(|name| declared.contains(name));
            declared.extend(own);
            is_known
        });
    }
    let includes = |words: &Range<usize>| has_code(text, words.clone()) && includes(text, words.clone());
    !declared_names(text, host.clone()).is_disjoint(&declared_names(text, device.clone()))
        || (includes(&host) && includes(&device))
}

fn includes(text: &Text<'_>, mut words: Range<usize>) -> bool {
    words.any(|at| text.words[at].directive == Some(at) && text.name(at + 1) == Some("include"))
}

/// Names before `;`, `=`, `{`, `[`, `(` and `,`, as declarations have them, within no brackets.
fn declared_names<'a>(text: &Text<'a>, words: Range<usize>) -> BTreeSet<&'a str> {
    const BEHIND: [Punct; 6] =
        [Punct::Semi, Punct::Eq, Punct::LBrace, Punct::LBracket, Punct::LParen, Punct::Comma];
    let mut names = BTreeSet::new();
    let mut at = words.start;
    while at < words.end {
        if text.words[at].directive.is_none() {
            if [Punct::LBrace, Punct::LParen, Punct::LBracket].iter().any(|&open| text.is(at, open)) {
                at = text.closing(at).unwrap_or(at);
            } else if BEHIND.iter().any(|&punct| text.is(at + 1, punct)) {
                names.extend(text.name(at));
            }
        }
        at += 1;
    }
    names
}

/// Macros with two meanings, where it is not known for whom they are used.
fn uses(text: &Text<'_>, macros: &Macros, bodies: &[Body]) -> Vec<(RefusedChoice, Range<usize>)> {
    let mut found = Vec::new();
    for at in (0..text.words.len()).filter(|&at| text.words[at].directive.is_none()) {
        let Some(name) = text.name(at) else { continue };
        let leads = macros.leads_to(name);
        if leads.iter().all(|name| macros.is_specifier(name)) || around(text, bodies, at..at).is_some() {
            continue;
        }
        let is_told = |(choice, _): &(RefusedChoice, _)| *choice == RefusedChoice::Macro(name.to_owned());
        if !found.iter().any(is_told) {
            let word = text.words[at];
            found.push((RefusedChoice::Macro(name.to_owned()), word.start..word.end));
        }
    }
    found
}
