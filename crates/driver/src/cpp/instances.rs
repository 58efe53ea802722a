//! The instances of kernels that a program launches, as the C++ compiler knows them.
//!
//! ```text
//! void ns::sum(const T*, T*) [with T = float; int N = 256]      gcc      sum<float, 256>
//! void ns::sum(const T *, T *) [T = float, N = 256]             clang
//! ```
//! Which types a launch deduces is a matter of C++. The compiler leaves the answer in the
//! object it makes: each kernel hands over its own name (`__PRETTY_FUNCTION__`), and
//! what is written there is read again as the arguments of the template.

use std::collections::BTreeSet;

/// A kernel that the host may launch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instance {
    /// The name that the host tells.
    pub told: String,
    /// `sum`
    pub kernel: String,
    /// How many parameters it takes.
    pub params: usize,
    /// `T` is `float`, `N` is `256`.
    pub bound: Vec<(String, String)>,
}

impl Instance {
    /// A type among its arguments that cannot be written.
    pub fn type_without_a_name(&self) -> Option<&str> {
        let has_none = |value: &&str| {
            ["<lambda", "(lambda", "<unnamed", "(unnamed"].iter().any(|word| value.contains(word))
        };
        self.bound.iter().map(|(_, value)| value.as_str()).find(has_none)
    }
}

/// The kernels whose names are in an object.
pub(super) fn in_object(object: &[u8], kernels: &BTreeSet<String>) -> Vec<Instance> {
    const BEGIN: &[u8] = b"void ";
    let mut found = BTreeSet::new();
    for at in 0..object.len().saturating_sub(BEGIN.len()) {
        if object[at..].starts_with(BEGIN) {
            let text = object[at..].split(|&byte| byte == 0).next().unwrap_or_default();
            let instance = std::str::from_utf8(text).ok().and_then(parse);
            found.extend(instance.filter(|instance| kernels.contains(&instance.kernel)));
        }
    }
    found.into_iter().collect()
}

/// Takes a name apart.
fn parse(told: &str) -> Option<Instance> {
    let rest = told.strip_prefix("void ")?;
    // `{anonymous}::k`, `(anonymous namespace)::k`
    let from = rest.strip_prefix("(anonymous namespace)").map_or(0, |after| rest.len() - after.len());
    let open = from + rest[from..].find('(')?;
    let kernel = rest[..open].rsplit("::").next()?.trim();
    let is_name =
        !kernel.is_empty() && kernel.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let (params, after) = closed(&rest[open..])?;
    let params = if params.trim().is_empty() { 0 } else { split(params, &[',']).len() };
    let bound = match after.trim().strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        Some(list) => match list.strip_prefix("with ") {
            Some(list) => bindings(split(list, &[';'])),
            None => bindings(split(list, &[','])),
        },
        None if after.trim().is_empty() => Vec::new(),
        None => return None,
    };
    is_name.then(|| Instance { told: told.to_owned(), kernel: kernel.to_owned(), params, bound })
}

/// `T = float`, `int N = 256`
fn bindings(parts: Vec<&str>) -> Vec<(String, String)> {
    let binding = |part: &str| {
        let (name, value) = part.split_once(" = ")?;
        Some((name.split_whitespace().last()?.to_owned(), value.trim().to_owned()))
    };
    parts.into_iter().filter_map(binding).collect()
}

/// What is between the first parenthesis and the one that closes it, and what is behind.
fn closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[1..at], &text[at + 1..]));
        }
    }
    None
}

/// The parts between separators that stand in no brackets.
fn split<'a>(text: &'a str, separators: &[char]) -> Vec<&'a str> {
    let mut depth = 0_i32;
    text.split(|c: char| {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0 && separators.contains(&c)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(told: &str) -> Option<(String, usize, String)> {
        let found = parse(told)?;
        let list: Vec<String> = found.bound.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Some((found.kernel, found.params, list.join(" ")))
    }

    #[test]
    fn names_are_taken_apart() {
        let is = |told: &str, kernel: &str, params: usize, list: &str| {
            assert_eq!(bound(told), Some((kernel.to_owned(), params, list.to_owned())), "{told}");
        };
        is("void k(float*, int)", "k", 2, "");
        is("void k()", "k", 0, "");
        is("void a::k(const T*, pair<int, T>) [with T = float; int N = 256]", "k", 2, "T=float N=256");
        is(
            "void (anonymous namespace)::k(T *) [T = pair<int, float>, N = 4]",
            "k",
            1,
            "T=pair<int, float> N=4",
        );
        is("void {anonymous}::k(F, float (*)(int)) [with F = op]", "k", 2, "F=op");
        assert_eq!(bound("void k(float*, int"), None);
        assert_eq!(bound("void k(int) const"), None);
    }

    #[test]
    fn objects_have_them_between_zeros() {
        let object = b"\x7fELF\0void k(int)\0void other(int)\0xvoid \0";
        let found = in_object(object, &BTreeSet::from(["k".to_owned()]));
        assert_eq!(found.iter().map(|found| found.told.as_str()).collect::<Vec<_>>(), ["void k(int)"]);
    }
}
