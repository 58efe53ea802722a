//! `#line` in what compilers are given, so that they speak of the user's file.
//!
//! `__LINE__` and `assert`, a debugger, `gcov` and a compiler's own messages must not tell that the
//! file was translated:
//!
//! ```text
//! float *d_a = hicuda_alloc(sizeof a, …);      #line 4 "scale.c"
//!                                              float *d_a = hicuda_alloc(sizeof a, …);
//! scale(d_a);                                  scale(d_a);
//! printf("%d\n", __LINE__);                    #line 11 "scale.c"
//!                                              printf("%d\n", __LINE__);
//! ```
//! What comes from no line of the user's belongs to the line above, in a function of the user's; elsewhere it is counted
//! in a file of no folder, as `<built-in>` is. People
//! who translate to read the result see none of this.

use std::fmt::Write as _;

use source::{FileId, FileKind, Sources};

use crate::line_map::{LineMap, Origin};

/// What compilers call the text that comes from no line of the user's.
pub(crate) const MADE: &str = "<warploom>";

/// The text with `#line` wherever its lines do not follow each other as the user wrote them.
pub(crate) fn with_line_directives(text: &[u8], map: &LineMap, sources: &Sources) -> Vec<u8> {
    let mut renamed = Renamed { sources, known: Vec::new() };
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    // The user's lines among them, each with what it is to be taken for.
    let of_user: Vec<(usize, Place)> = (map.lines.iter().take(lines.len()).enumerate())
        .filter_map(|(at, origin)| Some((at, origin.filter(|origin| is_users(origin, sources))?)))
        .map(|(at, origin)| (at, renamed.place(origin.file, origin.line + 1)))
        .collect();
    let mut of_user = of_user.into_iter().peekable();
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    let (mut host, mut kernels) = (Counting::default(), Counting::default());
    for (at, line) in lines.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| lines[before]);
        let of_kernels =
            in_kernels(line).filter(|_| kernels.is_under_way || before.is_some_and(begins_kernels));
        let counting = if of_kernels.is_some() { &mut kernels } else { &mut host };
        let users = of_user.next_if(|(next, _)| *next == at).map(|(_, place)| place);
        let next = of_user.peek().map(|(next, place)| ((next - at) as u32, place));
        let directive = counting.directive(at, of_kernels.unwrap_or(line), users, next);
        out.extend(directive.map(|place| place.directive(of_kernels.is_some())).unwrap_or_default().bytes());
        out.extend_from_slice(line);
        kernels.is_under_way = of_kernels.is_some();
        if kernels.is_under_way {
            // How many lines the string has now, the host need not know: it is told behind it.
            host = Counting::default();
        }
    }
    out
}

/// Which line a compiler takes the next one for.
#[derive(Default)]
struct Counting {
    /// The name of the file itself is nowhere right: it goes away.
    told: Place,
    /// The user's line above, as long as the text stays in one function.
    above: Option<Place>,
    /// May a directive stand behind the last line? One may stand before the first.
    is_inside: bool,
    /// Was the last line of this text?
    is_under_way: bool,
}

impl Counting {
    /// What a line must be told to be, unless it is taken for that already. `users`: which line of the user's it is; `next`: in
    /// how many lines one comes, and which.
    fn directive(
        &mut self,
        at: usize,
        line: &[u8],
        users: Option<Place>,
        next: Option<(u32, &Place)>,
    ) -> Option<Place> {
        // A line of nobody's counts on where it has no code, or where the user's lines go on behind it.
        let goes_on = users.is_none() && {
            let follows = |(distance, place): (u32, &Place)| {
                place.name == self.told.name && place.line == self.told.line + distance
            };
            is_bare(line) || next.is_some_and(follows)
        };
        if users.is_some() || is_outside(line) {
            self.above.clone_from(&users);
        }
        let made = || Place { name: MADE.to_owned(), line: at as u32 + 1 };
        let place = users.or_else(|| self.above.clone()).unwrap_or_else(made);
        let is_told = place != self.told && !goes_on && !self.is_inside;
        if is_told {
            self.told.clone_from(&place);
        }
        self.told.line += 1;
        self.is_inside = !is_end_of_statement(line);
        is_told.then_some(place)
    }
}

/// Do the kernels of an OpenCL program begin behind this line? They are a string of the host's, which another
/// compiler reads when the program runs.
fn begins_kernels(line: &[u8]) -> bool {
    line.trim_ascii_end() == b"static const char ocl_source[] ="
}

/// A line of that string, as the other compiler sees it.
fn in_kernels(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii_end();
    let line = line.strip_suffix(b";").unwrap_or(line);
    line.trim_ascii_start().strip_prefix(b"\"")?.strip_suffix(b"\\n\"")
}

fn is_users(origin: &Origin, sources: &Sources) -> bool {
    sources.map.file(origin.file).kind == FileKind::User
}

/// Does the line begin something outside functions? What stands in them is indented.
fn is_outside(line: &[u8]) -> bool {
    !line.starts_with(b" ") && !line.starts_with(b"\t") && !is_bare(line)
}

fn is_bare(line: &[u8]) -> bool {
    line.iter().all(|byte| b"{} \t\r\n".contains(byte))
}

/// May a directive stand behind this line? Not in the arguments of a macro, a macro's body or a string.
fn is_end_of_statement(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let count = |wanted: u8| line.iter().filter(|byte| **byte == wanted).count();
    match line.last() {
        None => true,
        Some(b'\\') => false,
        _ if line.starts_with(b"#") || line.starts_with(b"//") || line.ends_with(b"*/") => true,
        Some(b';' | b'{' | b'}') => count(b'(') <= count(b')'),
        Some(b')' | b':') => count(b'(') == count(b')'),
        _ => false,
    }
}

/// What a compiler takes a line for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    name: String,
    line: u32,
}

impl Place {
    /// As a line of a text, or of a string that holds one.
    fn directive(&self, in_string: bool) -> String {
        let directive = self.as_line();
        match in_string {
            true => format!("    \"{}\\n\"\n", directive.replace('\\', "\\\\").replace('"', "\\\"")),
            false => directive + "\n",
        }
    }

    fn as_line(&self) -> String {
        let mut directive = format!("#line {} \"", self.line);
        for byte in self.name.bytes() {
            match byte {
                b'"' | b'\\' => directive.extend(['\\', char::from(byte)]),
                b' '..=b'~' => directive.push(char::from(byte)),
                _ => _ = write!(directive, "\\{byte:03o}"),
            }
        }
        directive + "\""
    }
}

/// Lines as `#line` directives of the user's own (a parser generator's, say) name them.
struct Renamed<'a> {
    sources: &'a Sources,
    /// For each file that was asked for: behind which line counting starts anew, and how.
    known: Vec<(FileId, Vec<(u32, Place)>)>,
}

impl Renamed<'_> {
    fn place(&mut self, file: FileId, line: u32) -> Place {
        let loaded = self.sources.map.file(file);
        let at = self.known.iter().position(|(known, _)| *known == file).unwrap_or_else(|| {
            self.known.push((file, own_directives(&loaded.name, &loaded.bytes)));
            self.known.len() - 1
        });
        let before = self.known[at].1.iter().rfind(|(directive, _)| *directive < line);
        match before {
            Some((directive, place)) => {
                Place { name: place.name.clone(), line: place.line + (line - directive - 1) }
            }
            None => Place { name: loaded.name.clone(), line },
        }
    }
}

/// The lines with a `#line` in a text, and what they say of the line behind them.
fn own_directives(name: &str, text: &[u8]) -> Vec<(u32, Place)> {
    let mut found = Vec::new();
    let mut name = name.to_owned();
    for (at, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let Some(rest) = line.trim_ascii().strip_prefix(b"#") else { continue };
        let rest = rest.trim_ascii_start();
        let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&rest[..digits]).ok().and_then(|digits| digits.parse().ok());
        let Some(line) = number else { continue };
        if let Some(quoted) = rest[digits..].trim_ascii_start().strip_prefix(b"\"") {
            let quoted = quoted.split(|byte| *byte == b'"').next().unwrap_or_default();
            name = String::from_utf8_lossy(quoted).into_owned();
        }
        found.push((at as u32 + 1, Place { name: name.clone(), line }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user_lines(source: &str, lines: &[Option<u32>]) -> (Sources, LineMap) {
        let mut sources = Sources::default();
        let bytes = source.as_bytes().into();
        let file = sources.map.add("a.c".into(), bytes, FileKind::User, None).expect("a file");
        let origin = |line| Origin { column: 0, file, line, source_column: 0, name: None };
        let lines = lines.iter().map(|line| line.map(origin)).collect();
        (sources, LineMap { lines, names: Vec::new() })
    }

    fn told(source: &str, text: &str, lines: &[Option<u32>]) -> String {
        let (sources, map) = user_lines(source, lines);
        String::from_utf8(with_line_directives(text.as_bytes(), &map, &sources)).expect("text")
    }

    #[test]
    fn lines_that_follow_each_other_need_one_directive() {
        let made = told("x;\ny;\n", "x;\ny;\n", &[Some(0), Some(1)]);
        assert_eq!(made, "#line 1 \"a.c\"\nx;\ny;\n");
    }

    #[test]
    fn what_is_made_is_counted_apart() {
        let made = told("x;\ny;\n", "x;\nmade();\nmade();\ny;\n", &[Some(0), None, None, Some(1)]);
        assert_eq!(
            made,
            "#line 1 \"a.c\"\nx;\n#line 2 \"<warploom>\"\nmade();\nmade();\n#line 2 \"a.c\"\ny;\n"
        );
    }

    #[test]
    fn what_is_made_in_a_function_belongs_to_the_line_above() {
        let made =
            told("f {\ny;\n", "f {\n    made();\n    made();\n    y;\n", &[Some(0), None, None, Some(1)]);
        let expected =
            "#line 1 \"a.c\"\nf {\n#line 1 \"a.c\"\n    made();\n#line 1 \"a.c\"\n    made();\n    y;\n";
        assert_eq!(made, expected);
        let helper = told("x;\n", "x;\nhelper() {\n    made();\n}\n", &[Some(0), None, None, None]);
        assert_eq!(helper, "#line 1 \"a.c\"\nx;\n#line 2 \"<warploom>\"\nhelper() {\n    made();\n}\n");
    }

    #[test]
    fn no_directive_stands_in_a_call() {
        let made = told("x;\ny;\n", "call(1,\n    2);\ny;\n", &[Some(0), None, Some(1)]);
        assert_eq!(made, "#line 1 \"a.c\"\ncall(1,\n    2);\n#line 2 \"a.c\"\ny;\n");
    }

    #[test]
    fn kernels_in_a_string_have_directives_of_their_own() {
        let text = "f();\nstatic const char ocl_source[] =\n    \"made;\\n\"\n    \"k() {\\n\"\n    \"}\\n\";\nmade();\n";
        let made = told("f();\nk {\n}\n", text, &[Some(0), None, None, Some(1), Some(2), None]);
        let expected = "#line 1 \"a.c\"\nf();\n#line 2 \"<warploom>\"\nstatic const char ocl_source[] =\n    \
             \"#line 3 \\\"<warploom>\\\"\\n\"\n    \"made;\\n\"\n    \
             \"#line 2 \\\"a.c\\\"\\n\"\n    \"k() {\\n\"\n    \"}\\n\";\n#line 6 \"<warploom>\"\nmade();\n";
        assert_eq!(made, expected);
    }

    #[test]
    fn directives_of_the_users_own_count() {
        let source = "a;\n#line 40 \"b.y\"\nx;\n# 7\ny;\n";
        let made = told(source, "m();\nx;\nm();\ny;\n", &[None, Some(2), None, Some(4)]);
        assert_eq!(
            made,
            "#line 1 \"<warploom>\"\nm();\n#line 40 \"b.y\"\nx;\n#line 3 \"<warploom>\"\nm();\n#line 7 \"b.y\"\ny;\n"
        );
    }

    #[test]
    fn names_are_strings() {
        let place = Place { name: "a\"b\\c\n.c".into(), line: 3 };
        assert_eq!(place.directive(false), "#line 3 \"a\\\"b\\\\c\\012.c\"\n");
    }
}
