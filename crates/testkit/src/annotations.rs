//! The `//~ CODE text` marks, by which a person says what is to be found and
//! on which line; the `.stderr` file beside it is written by machine.
//!
//! ```c
//! int x = y;      //~ E0301 `y` is not declared
//! char *s = "…
//!                 //~^ E0102 not closed
//! ```
//!
//! `//~^` is about the line above (`//~^^` two above), `//~v` about the line
//! below. Every error and warning needs its mark and every mark its finding;
//! remarks may be marked.

/// A mark, or a diagnostic to compare with marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, as the compiler named it.
    pub file: String,
    /// One-based line.
    pub line: usize,
    /// The code.
    pub code: String,
    /// The message, or the part of it that a mark gives.
    pub text: String,
}

/// The marks of a file.
pub fn marks(file: &str, text: &str) -> Result<Vec<Finding>, String> {
    let mut marks = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for mark in line.split("//~").skip(1) {
            let up = mark.chars().take_while(|&c| c == '^').count();
            let down = mark.chars().take_while(|&c| c == 'v').count();
            let said = mark[up + down..].trim();
            let (code, text) = said.split_once(' ').unwrap_or((said, ""));
            let line = (number + down).checked_sub(up).filter(|&line| line > 0);
            let (Some(line), false) = (line, code.is_empty()) else {
                return Err(format!("{file}:{number}: not a mark: `//~{mark}`"));
            };
            let [file, code, text] = [file, code, text.trim()].map(String::from);
            marks.push(Finding { file, line, code, text });
        }
    }
    Ok(marks)
}

/// What a `--format json` run found; remarks are told apart.
#[derive(Default)]
pub struct Found {
    /// Errors and warnings.
    pub required: Vec<Finding>,
    /// Remarks.
    pub optional: Vec<Finding>,
}

/// Reads the JSON lines of a report.
pub fn found(json: &str) -> Result<Found, String> {
    let mut found = Found::default();
    for line in json.lines() {
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("not JSON: {error}: {line}"))?;
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
        let place = &value["spans"][0];
        let finding = Finding {
            file: text(&place["file_name"]),
            line: place["line_start"].as_u64().unwrap_or(0) as usize,
            code: text(&value["code"]["code"]),
            text: text(&value["message"]),
        };
        let list = if value["level"] == "note" { &mut found.optional } else { &mut found.required };
        list.push(finding);
    }
    Ok(found)
}

/// Pairs marks with findings; the complaints, if any.
pub fn compare(marks: &[Finding], found: &Found) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut unused: Vec<&Finding> = marks.iter().collect();
    let matches = |mark: &Finding, f: &Finding| {
        mark.file == f.file && mark.line == f.line && mark.code == f.code && f.text.contains(&mark.text)
    };
    let required = found.required.iter().map(|f| (f, true));
    for (finding, is_required) in required.chain(found.optional.iter().map(|f| (f, false))) {
        match unused.iter().position(|mark| matches(mark, finding)) {
            Some(index) => drop(unused.remove(index)),
            None if is_required => complaints.push(format!("not marked:  {finding}")),
            None => {}
        }
    }
    complaints.extend(unused.iter().map(|mark| format!("not found:   {mark}")));
    complaints
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {} {}", self.file, self.line, self.code, self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_point_at_their_lines() {
        let text = "a //~ E1 here\n//~^ E2 above\n//~v W3\nb\n";
        let lines: Vec<(usize, String)> =
            marks("f.c", text).unwrap().into_iter().map(|m| (m.line, m.code)).collect();
        assert_eq!(lines, [(1, "E1".into()), (1, "E2".into()), (4, "W3".into())]);
        assert!(marks("f.c", "//~^ E1\n").is_err());
        assert!(marks("f.c", "//~\n").is_err());
    }

    #[test]
    fn every_mark_and_every_finding_is_needed() {
        let finding = |line, code: &str, text: &str| Finding {
            file: "f.c".into(),
            line,
            code: code.into(),
            text: text.into(),
        };
        let found = Found {
            required: vec![finding(1, "E1", "a whole message")],
            optional: vec![finding(2, "R1", "did this")],
        };
        assert_eq!(compare(&[finding(1, "E1", "whole")], &found), Vec::<String>::new());
        assert_eq!(compare(&[], &found).len(), 1);
        assert_eq!(compare(&[finding(1, "E1", "other")], &found).len(), 2);
        assert_eq!(compare(&[finding(1, "E1", ""), finding(1, "E1", "")], &found).len(), 1);
    }
}
