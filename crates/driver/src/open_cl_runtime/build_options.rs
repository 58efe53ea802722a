//! What a host says to `clBuildProgram`: `-D N=16 -I include -cl-mad-enable`.

use std::path::PathBuf;

use crate::options::{MacroOption, Options};

/// Puts them into the options of a run; what is not known is an error, as for a driver.
pub fn apply(text: &str, options: &mut Options) -> Result<(), String> {
    let words = words(text);
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let mut value = |rest: &str| match rest {
            "" => words.next().map(str::to_owned).ok_or_else(|| format!("`{word}` has nothing behind it")),
            rest => Ok(rest.to_owned()),
        };
        match word.get(..2) {
            Some("-D") => options.macros.push(MacroOption::Define(value(&word[2..])?)),
            Some("-U") => options.macros.push(MacroOption::Undefine(value(&word[2..])?)),
            Some("-I") => options.include.push(PathBuf::from(value(&word[2..])?)),
            // How exact and how fast, what is warned about: nothing here depends on it.
            _ if word == "-w" || word == "-Werror" || word.starts_with("-cl-") || word.starts_with("-g") => {}
            _ => return Err(format!("`{word}` is no option of OpenCL's compiler")),
        }
    }
    Ok(())
}

/// Words as a shell would cut them, as far as quotes go.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_compilers_read_them() {
        let mut options = Options::default();
        let text = "-D N=16 -DNAME=\"a b\" -I include -Iother -cl-mad-enable -w";
        assert_eq!(apply(text, &mut options), Ok(()));
        let define = |text: &str| MacroOption::Define(text.to_owned());
        assert_eq!(options.macros, [define("N=16"), define("NAME=a b")]);
        assert_eq!(options.include, [PathBuf::from("include"), PathBuf::from("other")]);
        assert!(apply("-unknown", &mut options).is_err() && apply("-D", &mut options).is_err());
    }
}
