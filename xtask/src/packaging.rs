//! Do the packages name files that are there? They are made at a release, when it is late to find out.
//!
//! ```text
//! crates/cli/Cargo.toml     ["../../LICENSE-MIT", "usr/share/doc/warploom/", "644"]     a file of the repository
//!                           ["../../target/package-files/man/*", …]                    what packaging/archive.sh leaves
//! packaging/Dockerfile      COPY --from=build /src/target/dist/warploom …              what its build leaves
//! ```

use std::path::Path;

/// Files that are named and not there.
pub fn breaches(root: &Path) -> Vec<String> {
    let read =
        |name: &str| std::fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"));
    let texts = ["crates/cli/Cargo.toml", "packaging/archive.sh", "packaging/Dockerfile"].map(read);
    match texts {
        [Ok(manifest), Ok(script), Ok(image)] => {
            let is_there = |name: &str| root.join("crates/cli").join(name).exists();
            let mut found = wrong_assets(&manifest, &script, &is_there);
            found.extend(wrong_copies(&image, &|name| root.join(name).exists()));
            found
        }
        texts => texts.into_iter().filter_map(Result::err).collect(),
    }
}

/// Where `archive.sh` leaves what it makes, as the manifest sees it.
const MADE: &str = "../../target/package-files/";

/// Files of the Debian package that neither the repository nor the script has.
fn wrong_assets(manifest: &str, script: &str, is_there: &dyn Fn(&str) -> bool) -> Vec<String> {
    let list = manifest.split_once("\nassets = [\n").and_then(|(_, rest)| rest.split_once("\n]"));
    let Some((list, _)) = list else { return vec!["crates/cli/Cargo.toml: no `assets`".into()] };
    let assets = list.lines().filter_map(|line| line.trim().strip_prefix("[\"")?.split('"').next());
    let is_made = |name: &str| {
        // A folder of pages, or one file whose ending a loop of the script gives: `warploom.$shell`.
        let stem = name.split_once('.').map_or(name.trim_end_matches('*'), |(stem, _)| stem);
        script.contains(&format!("\"$package/{stem}"))
    };
    let is_right = |asset: &&str| asset.strip_prefix(MADE).map_or_else(|| is_there(asset), is_made);
    let wrong = assets.filter(|asset| !is_right(asset));
    wrong
        .map(|asset| format!("crates/cli/Cargo.toml: `{asset}` of the Debian package is not there"))
        .collect()
}

/// What the image copies and nobody has: from the repository, or from what `cargo build` leaves.
fn wrong_copies(image: &str, is_there: &dyn Fn(&str) -> bool) -> Vec<String> {
    let profile =
        image.split_once("cargo build --profile ").and_then(|(_, rest)| rest.split_whitespace().next());
    let built = format!("/src/target/{}/warploom", profile.unwrap_or("debug"));
    let mut wrong = Vec::new();
    for line in image.lines().filter_map(|line| line.strip_prefix("COPY ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (sources, is_from_build) = match words.as_slice() {
            ["--from=build", sources @ .., _] => (sources, true),
            [sources @ .., _] => (sources, false),
            [] => continue,
        };
        let is_right = |source: &&&str| if is_from_build { **source == built } else { is_there(source) };
        wrong.extend(
            sources
                .iter()
                .filter(|source| !is_right(source))
                .map(|source| format!("packaging/Dockerfile: `{source}` is not there when it is copied")),
        );
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_are_in_the_repository_or_made() {
        let manifest =
            |asset: &str| format!("a = 1\nassets = [\n    [\"{asset}\", \"usr/bin/\", \"755\"],\n]\n");
        let script = "cp x \"$package/warploom\"\nx > \"$package/man/warploom.1\"\ny > \"$package/completions/warploom.$shell\"\n";
        let wrong =
            |asset: &str| wrong_assets(&manifest(asset), script, &|name| name == "../../README.md").len();
        for right in
            ["../../README.md", "../../target/package-files/warploom", "../../target/package-files/man/*"]
        {
            assert_eq!(wrong(right), 0, "{right}");
        }
        assert_eq!(wrong("../../target/package-files/completions/warploom.zsh"), 0);
        assert_eq!((wrong("../../LICENCE"), wrong("../../target/package-files/info/*")), (1, 1));
        assert_eq!(wrong_assets("", script, &|_| true).len(), 1);
    }

    #[test]
    fn images_copy_what_is_there() {
        let image = "COPY . .\nRUN cargo build --profile dist --locked\nCOPY --from=build /src/target/dist/warploom /usr/bin/\n";
        let wrong = |image: &str| wrong_copies(image, &|name| name == ".").len();
        assert_eq!(wrong(image), 0);
        assert_eq!(wrong(&image.replace("--profile dist", "--profile release")), 1);
        assert_eq!(wrong(&image.replace("COPY . .", "COPY src ./")), 1);
    }
}
