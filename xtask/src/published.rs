//! What `cargo publish` would send: every crate that is published, as a package.

use std::path::Path;

use crate::shell::Shell;

/// Makes the packages; with `is_built`, each is also compiled from what it holds.
pub fn packages(shell: &Shell, is_built: bool) -> Result<(), String> {
    let mut package = shell.cargo(&["package", "--quiet", "--workspace", "--allow-dirty"]);
    package.args((!is_built).then_some("--no-verify"));
    for manifest in manifests(&shell.root)? {
        if let Some(name) = kept_here(&manifest) {
            package.args(["--exclude", name]);
        }
    }
    shell.run(&mut package)
}

/// The manifests of the workspace's members.
fn manifests(root: &Path) -> Result<Vec<String>, String> {
    let crates = std::fs::read_dir(root.join("crates")).map_err(|error| error.to_string())?;
    let folders = crates.flatten().map(|entry| entry.path()).chain([root.join("xtask")]);
    Ok(folders.filter_map(|folder| std::fs::read_to_string(folder.join("Cargo.toml")).ok()).collect())
}

/// The name of a package that is not published.
fn kept_here(manifest: &str) -> Option<&str> {
    let is_kept = manifest.lines().any(|line| line == "publish = false");
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = "))?;
    is_kept.then_some(name.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::kept_here;

    #[test]
    fn only_what_says_so_is_kept_here() {
        assert_eq!(kept_here("[package]\nname = \"a\"\npublish = false\n\n[lib]\nname = \"b\"\n"), Some("a"));
        assert_eq!(kept_here("[package]\nname = \"a\"\n"), None);
    }
}
