//! The book: `docs/SUMMARY.md` and the pages that it lists.
//!
//! Always checked: every page is listed once, every link leads to a file of the repository, and every `#section` to a
//! heading. Where `mdbook` is found, the book is built, too, and every link of what came out is followed. Pages
//! link to files outside of `docs`: the book is built from a copy that has these files at the same places.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::shell::Shell;
use crate::tidy::outside_fences;

/// May `mdbook` be compiled where there is none?
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Builder {
    /// It is taken if it is there.
    Found,
    /// It is installed into the build folder, which takes minutes.
    Installed,
}

/// Checks the book, and builds it if that is possible.
pub fn book(shell: &Shell, builder: Builder) -> Result<(), String> {
    let pages = Pages::read(&shell.root)?;
    let wrong = pages.wrong();
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    let Some(mdbook) = mdbook(shell, builder)? else {
        shell.say("   no mdbook: the pages are checked, and not built");
        return Ok(());
    };
    let (from, to) = (shell.target().join("book-source"), shell.target().join("book"));
    let _ = std::fs::remove_dir_all(&from);
    pages.copy(&from).map_err(|error| format!("{}: {error}", from.display()))?;
    let mut build = shell.command(mdbook, &["build", "--dest-dir"]);
    shell.read(build.arg(&to).arg(&from))?;
    // What mdBook puts there is the first page, whose links are those of another folder.
    let start = "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=docs/index.html\"><a href=\"docs/index.html\">Warploom</a>\n";
    std::fs::write(to.join("index.html"), start).map_err(|error| error.to_string())?;
    let dead = dead_links(&to)?;
    shell.say(&format!("   {} pages in {}", pages.texts.len(), to.join("index.html").display()));
    if dead.is_empty() { Ok(()) } else { Err(dead.join("\n")) }
}

fn mdbook(shell: &Shell, builder: Builder) -> Result<Option<PathBuf>, String> {
    let tools = shell.target().join("tools");
    let own = tools.join("bin/mdbook");
    if shell.has("mdbook") {
        return Ok(Some(PathBuf::from("mdbook")));
    }
    if !own.is_file() && builder == Builder::Installed {
        let mut install =
            shell.cargo(&["install", "--quiet", "--locked", "mdbook", "--no-default-features", "--root"]);
        shell.run(install.arg(&tools))?;
    }
    Ok(own.is_file().then_some(own))
}

/// The pages of the book and all that they link to.
struct Pages {
    root: PathBuf,
    /// The documents, by their path from the root; those that a page links to are pages as well.
    texts: BTreeMap<PathBuf, String>,
    /// Other files that are linked to.
    others: BTreeSet<PathBuf>,
    /// What `SUMMARY.md` lists.
    listed: Vec<PathBuf>,
    wrong: Vec<String>,
}

impl Pages {
    fn read(root: &Path) -> Result<Pages, String> {
        let mut waiting = documents(&root.join("docs"), root)?;
        let summary = PathBuf::from("docs/SUMMARY.md");
        let (texts, others, wrong) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        let mut pages = Pages { root: root.to_path_buf(), texts, others, listed: Vec::new(), wrong };
        while let Some(file) = waiting.pop() {
            if pages.texts.contains_key(&file) {
                continue;
            }
            let text =
                std::fs::read_to_string(root.join(&file)).map_err(|e| format!("{}: {e}", file.display()))?;
            for (target, _) in links(&text) {
                let target = resolved(&file, &target);
                if !root.join(&target).is_file() {
                    pages.wrong.push(format!("{}: there is no file `{}`", file.display(), target.display()));
                } else if target.extension().is_some_and(|ending| ending == "md") {
                    waiting.push(target);
                } else {
                    pages.others.insert(target);
                }
            }
            if file == summary {
                pages.listed = links(&text).into_iter().map(|(target, _)| resolved(&file, &target)).collect();
            } else {
                pages.texts.insert(file, text);
            }
            if pages.texts.len() > 5000 {
                break;
            }
        }
        Ok(pages)
    }

    fn wrong(&self) -> Vec<String> {
        let mut wrong = self.wrong.clone();
        for page in self.texts.keys().filter(|page| page.starts_with("docs")) {
            match self.listed.iter().filter(|listed| *listed == page).count() {
                1 => {}
                0 => wrong.push(format!("docs/SUMMARY.md: `{}` is missing", page.display())),
                _ => wrong.push(format!("docs/SUMMARY.md: `{}` is listed twice", page.display())),
            }
        }
        for (page, text) in &self.texts {
            for (target, section) in links(text).into_iter().filter_map(|(t, s)| Some((t, s?))) {
                let file = if target.is_empty() { page.clone() } else { resolved(page, &target) };
                let Some(text) = self.texts.get(&file) else { continue };
                if !headings(text).contains(&section) {
                    wrong.push(format!(
                        "{}: `{}` has no section `#{section}`",
                        page.display(),
                        file.display()
                    ));
                }
            }
        }
        wrong.sort();
        wrong.dedup();
        wrong
    }

    /// Writes what `mdbook` reads.
    fn copy(&self, to: &Path) -> std::io::Result<()> {
        let place = |file: &Path| {
            let place = to.join(file);
            std::fs::create_dir_all(place.parent().unwrap_or(to)).map(|()| place)
        };
        for (file, text) in &self.texts {
            std::fs::write(place(file)?, text)?;
        }
        for file in &self.others {
            std::fs::copy(self.root.join(file), place(file)?)?;
        }
        std::fs::copy(self.root.join("docs/book.toml"), to.join("book.toml"))?;
        let summary = std::fs::read_to_string(self.root.join("docs/SUMMARY.md"))?;
        std::fs::write(to.join("SUMMARY.md"), summary.replace("](", "](docs/") + &self.further())
    }

    /// The lines of `SUMMARY.md` for pages outside of `docs`.
    fn further(&self) -> String {
        let outside = self.texts.iter().filter(|(page, _)| !self.listed.contains(page));
        let line = |(page, text): (&PathBuf, &String)| {
            let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Untitled");
            let title = title.replace(['[', ']'], "");
            format!("- [{title}]({})\n", page.display())
        };
        format!("\n# Project and messages\n\n{}", outside.map(line).collect::<String>())
    }
}

/// All `.md` files of a folder, as paths from the root.
fn documents(folder: &Path, root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(documents(&path, root)?);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.extend(path.strip_prefix(root).map(Path::to_path_buf));
        }
    }
    Ok(found)
}

/// The targets of a page's links within the repository, each with the section behind `#`. A link to a section of the page itself has
/// an empty target.
fn links(text: &str) -> Vec<(String, Option<String>)> {
    let targets = outside_fences(text).into_iter().flat_map(|line| {
        line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next()).collect::<Vec<_>>()
    });
    let own = targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:"));
    own.map(|target| match target.split_once('#') {
        Some((file, section)) => (file.to_owned(), Some(section.to_owned())),
        None => (target.to_owned(), None),
    })
    .collect()
}

/// A link's target as a path from the root.
fn resolved(page: &Path, target: &str) -> PathBuf {
    if target.is_empty() {
        return page.to_path_buf();
    }
    let mut out = page.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::Normal(name) => out.push(name),
            _ => {}
        }
    }
    out
}

/// The names of a page's sections, as `mdbook` and forges make them.
fn headings(text: &str) -> BTreeSet<String> {
    let lines = outside_fences(text).into_iter().filter(|line| line.starts_with('#'));
    let name = |line: &str| -> String {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    lines.map(name).collect()
}

/// Links of the built pages that lead nowhere.
fn dead_links(folder: &Path) -> Result<Vec<String>, String> {
    let mut dead = BTreeSet::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            waiting.extend(entries.flatten().map(|entry| entry.path()));
            continue;
        }
        if path.extension().is_none_or(|ending| ending != "html") || path.ends_with("404.html") {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for target in text.split("href=\"").skip(1).filter_map(|rest| rest.split(['"', '#', '?']).next()) {
            let is_own = !target.is_empty() && !target.contains(':');
            let file = path.parent().unwrap_or(folder).join(target);
            if is_own && !file.exists() {
                dead.insert(format!(
                    "{}: a link to `{target}`",
                    path.strip_prefix(folder).unwrap_or(&path).display()
                ));
            }
        }
    }
    Ok(dead.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_sections_and_places() {
        let text = "# A *title*, `with_words`\n[a](b.md) and [c](../d.md#e) [f](#g) [h](https://x/y.md)\n```\n[no](no.md)\n```\n";
        let expected = [("b.md", None), ("../d.md", Some("e")), ("", Some("g"))];
        let expected = expected.map(|(t, s)| (t.to_owned(), s.map(str::to_owned)));
        assert_eq!(links(text), expected);
        assert!(headings(text).contains("a-title-with_words"));
        assert_eq!(resolved(Path::new("docs/a/b.md"), "../../x.md"), Path::new("x.md"));
        assert_eq!(resolved(Path::new("docs/a.md"), "c/d.md"), Path::new("docs/c/d.md"));
    }
}
