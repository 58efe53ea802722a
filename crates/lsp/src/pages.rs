//! The pages of the directives: how each is written, and what it does.
//!
//! They are those of `docs/directives`, so that an editor says what the documentation says.

/// The pages; each begins with the forms of its directives.
const PAGES: &[&str] = &[
    include_str!("../pages/assume.md"),
    include_str!("../pages/atomic.md"),
    include_str!("../pages/barrier.md"),
    include_str!("../pages/constant.md"),
    include_str!("../pages/global.md"),
    include_str!("../pages/kernel.md"),
    include_str!("../pages/loop_partition.md"),
    include_str!("../pages/recipes.md"),
    include_str!("../pages/shape.md"),
    include_str!("../pages/shared.md"),
    include_str!("../pages/singular.md"),
    include_str!("../pages/texture.md"),
    include_str!("../pages/use_device.md"),
    include_str!("../pages/when.md"),
];

/// How a directive is written: the lines of its page that begin with it.
pub(crate) fn forms(directive: &str) -> Vec<&'static str> {
    PAGES.iter().map(|page| forms_in(page, directive)).find(|forms| !forms.is_empty()).unwrap_or_default()
}

fn forms_in(page: &'static str, directive: &str) -> Vec<&'static str> {
    let fence = page.split("```").nth(1).unwrap_or_default();
    let lines = fence.lines().filter_map(|line| line.strip_prefix("#pragma hicuda "));
    let is_it = |line: &&str| {
        let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        word == Some(directive)
    };
    lines.filter(is_it).collect()
}

/// What it does, in a paragraph.
pub(crate) fn summary(directive: &str) -> Option<String> {
    let page = PAGES.iter().find(|page| !forms_in(page, directive).is_empty())?;
    let after = page.split("```").nth(2)?;
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
