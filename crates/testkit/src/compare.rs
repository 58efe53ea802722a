//! Compares output with the expected file, or rewrites the file.

use std::path::Path;

use snapbox::Data;
use snapbox::report::{Palette, write_diff};

/// What to do about a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDifference {
    /// The test fails.
    Fail,
    /// The file is rewritten and the difference printed: `cargo xtask bless`.
    Bless,
}

impl OnDifference {
    /// As the environment says.
    pub fn from_environment() -> OnDifference {
        if std::env::var_os("WARPLOOM_BLESS").is_some() { OnDifference::Bless } else { OnDifference::Fail }
    }
}

/// Compares with a file. Empty output is a file that does not exist.
pub fn with_file(actual: &str, path: &Path, on_difference: OnDifference) -> Result<(), String> {
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if actual == expected && (!actual.is_empty() || !path.exists()) {
        return Ok(());
    }
    let difference = diff(&expected, actual, &path.display().to_string());
    if on_difference == OnDifference::Fail {
        return Err(format!("{difference}\n(`cargo xtask bless` accepts the new output)"));
    }
    let written = if actual.is_empty() { std::fs::remove_file(path) } else { std::fs::write(path, actual) };
    written.map_err(|error| format!("cannot bless {}: {error}", path.display()))?;
    print(&difference);
    Ok(())
}

/// The difference of two texts, line by line.
pub fn diff(expected: &str, actual: &str, name: &str) -> String {
    let mut out = String::new();
    let [old, new] = [expected, actual].map(|text| Data::text(text.to_string()));
    // Writing into a string does not fail.
    let _ = write_diff(&mut out, &old, &new, Some(&name), Some(&"now"), Palette::plain());
    out
}

#[allow(clippy::print_stdout)]
fn print(text: &str) {
    println!("{text}");
}
