//! The page: its files are in this binary, and its policy lets nothing else in.

use std::io;

use driver::cleanup::random_word;

/// What is sent back.
pub(crate) struct Answer {
    /// The status of HTTP.
    pub(crate) status: u16,
    /// The content's type.
    pub(crate) kind: &'static str,
    /// The content.
    pub(crate) body: Vec<u8>,
    /// What a browser may do with it.
    pub(crate) policy: String,
}

/// A content that loads nothing and is shown in no frame.
const INERT: &str = "default-src 'none'; frame-ancestors 'none'";

/// The page of `profile --html` has styles of its own and no script; it is shown in a frame, as of
/// another origin.
const FRAMED: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

const TEXT: &str = "text/plain; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

const INDEX: &str = include_str!("../page/index.html");

/// The files of the page, but for the first.
const FILES: &[(&str, &str, &str)] = &[
    ("style.css", "text/css; charset=utf-8", include_str!("../page/style.css")),
    ("icon.svg", "image/svg+xml", include_str!("../page/icon.svg")),
    ("codemirror.js", SCRIPT, include_str!("../page/codemirror.js")),
    ("main.js", SCRIPT, include_str!("../page/main.js")),
    ("ask.js", SCRIPT, include_str!("../page/ask.js")),
    ("elements.js", SCRIPT, include_str!("../page/elements.js")),
    ("editor.js", SCRIPT, include_str!("../page/editor.js")),
    ("tabs.js", SCRIPT, include_str!("../page/tabs.js")),
    ("code.js", SCRIPT, include_str!("../page/code.js")),
    ("findings.js", SCRIPT, include_str!("../page/findings.js")),
    ("timeline.js", SCRIPT, include_str!("../page/timeline.js")),
    ("rewrites.js", SCRIPT, include_str!("../page/rewrites.js")),
    ("runs.js", SCRIPT, include_str!("../page/runs.js")),
];

impl Answer {
    /// A sentence.
    pub(crate) fn text(status: u16, text: &str) -> Answer {
        Answer { status, kind: TEXT, body: format!("{text}\n").into_bytes(), policy: INERT.into() }
    }

    /// An answer to a question of the page.
    pub(crate) fn json(text: String) -> Answer {
        Answer { status: 200, kind: "application/json", body: text.into_bytes(), policy: INERT.into() }
    }

    /// The same line by line, while there is more to say.
    pub(crate) fn lines() -> Answer {
        Answer { status: 200, kind: "application/x-ndjson", body: Vec::new(), policy: INERT.into() }
    }

    /// A page for the frame.
    pub(crate) fn framed(html: Vec<u8>) -> Answer {
        Answer { status: 200, kind: HTML, body: html, policy: FRAMED.into() }
    }

    /// One of the page's files; `None` if there is none of this name.
    pub(crate) fn file(name: &str) -> Option<Answer> {
        let (_, kind, text) = FILES.iter().find(|(known, _, _)| *known == name)?;
        Some(Answer { status: 200, kind, body: text.as_bytes().to_vec(), policy: INERT.into() })
    }

    /// The page itself. Styles that the editor adds carry a word that is new each time.
    pub(crate) fn page() -> io::Result<Answer> {
        let nonce = random_word()?;
        let body = INDEX.replace("{nonce}", &nonce).into_bytes();
        // Strings never become markup: `require-trusted-types-for` makes the browser refuse it.
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; \
             img-src 'self' data:; frame-src 'self'; form-action 'none'; base-uri 'none'; \
             frame-ancestors 'none'; require-trusted-types-for 'script'"
        );
        Ok(Answer { status: 200, kind: HTML, body, policy })
    }
}
