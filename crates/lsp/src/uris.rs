//! From `file:///home/a%20b.c` to `/home/a b.c` and back.
//!
//! Names of files are bytes; everything but letters, digits and `/ - _ . ~` is written as
//! `%XX`, which every client reads back as it was.

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The file that an address names; `None` for one that is not on the disk.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    Some(PathBuf::from(OsString::from_vec(decoded(path.as_bytes()))))
}

/// The address of a file.
pub(crate) fn of_path(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let mut text = String::from("file://");
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => text.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => text.push(char::from(*byte)),
            byte => drop(write!(text, "%{byte:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let hex = text.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        match hex.filter(|_| text[at] == b'%').and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(text[at]);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back_as_they_went() {
        for name in ["/a/b.c", "/a b/ü%41#?.c", "/x/[1]/q.cu"] {
            let uri = of_path(Path::new(name)).unwrap();
            assert_eq!(path(&uri), Some(PathBuf::from(name)), "{}", uri.as_str());
        }
        let escaped = Uri::from_str("file:///a%20b/%C3%BC.c").unwrap();
        assert_eq!(path(&escaped), Some(PathBuf::from("/a b/ü.c")));
        assert_eq!(path(&Uri::from_str("untitled:Untitled-1").unwrap()), None);
    }
}
