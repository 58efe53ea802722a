//! The pages of the directives: how each is written, and what it does.
//!
//! They are those of `docs/directives`, so that an editor says what the documentation says.

/// The page of each directive.
const PAGES: &[(&str, &str)] = &[
    ("atomic", include_str!("../../../docs/directives/atomic.md")),
    ("barrier", include_str!("../../../docs/directives/barrier.md")),
    ("constant", include_str!("../../../docs/directives/constant.md")),
    ("global", include_str!("../../../docs/directives/global.md")),
    ("kernel", include_str!("../../../docs/directives/kernel.md")),
    ("loop_partition", include_str!("../../../docs/directives/loop_partition.md")),
    ("shape", include_str!("../../../docs/directives/shape.md")),
    ("shared", include_str!("../../../docs/directives/shared.md")),
    ("singular", include_str!("../../../docs/directives/singular.md")),
    ("texture", include_str!("../../../docs/directives/texture.md")),
    ("use_device", include_str!("../../../docs/directives/use_device.md")),
    ("tile", RECIPES),
    ("permute", RECIPES),
    ("collapse", RECIPES),
    ("fuse", RECIPES),
    ("fission", RECIPES),
    ("unroll", RECIPES),
];

const RECIPES: &str = include_str!("../../../docs/directives/recipes.md");

/// The page of a directive; `kernel_end` has that of `kernel`.
pub(crate) fn page(directive: &str) -> Option<&'static str> {
    let directive = directive.strip_suffix("_end").unwrap_or(directive);
    PAGES.iter().find(|(name, _)| *name == directive).map(|(_, page)| *page)
}

/// How a directive is written: the lines of its page that begin with it.
pub(crate) fn forms(directive: &str) -> Vec<&'static str> {
    let fence = page(directive).and_then(|page| page.split("```").nth(1)).unwrap_or_default();
    let lines = fence.lines().filter_map(|line| line.strip_prefix("#pragma hicuda "));
    let is_it = |line: &&str| {
        let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        word == Some(directive)
    };
    lines.filter(is_it).collect()
}

/// What it does, in a paragraph.
pub(crate) fn summary(directive: &str) -> Option<String> {
    let after = page(directive)?.split("```").nth(2)?;
    let paragraph = after.trim_start().split("\n\n").next()?;
    Some(without_links(&paragraph.replace('\n', " ")))
}

/// Links between pages lead nowhere from an editor.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let (before, linked) = before.rsplit_once('[').unwrap_or((before, ""));
        out += before;
        out += linked;
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::completion::grammar::{Next, next};

    #[test]
    fn every_page_says_how_it_is_written() {
        let Next::Words(directives) = next("") else { panic!("the parser knows its directives") };
        for directive in &directives {
            assert!(!forms(directive).is_empty(), "{directive}");
            let is_end = directive.ends_with("_end");
            assert!(is_end || summary(directive).is_some_and(|text| text.len() > 20), "{directive}");
        }
        assert_eq!(without_links("a [`b`](c.md) d [e](f) g"), "a `b` d e g");
        assert_eq!(forms("kernel_end"), ["kernel_end"]);
        assert_eq!(forms("unroll"), ["unroll(n | full)"]);
    }
}
