//! Any bytes are preprocessed without a panic, in bounded time and memory. A
//! file may include itself.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use source::FileKind;
use syntax::preprocess::{FileLoader, Limits, Loaded, Options, preprocess};

struct Itself(Arc<[u8]>);

impl FileLoader for Itself {
    fn load(&mut self, path: &str) -> Loaded {
        match path.ends_with("a.h") {
            true => Loaded::Found { bytes: self.0.clone(), identity: None },
            false => Loaded::NotFound,
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let bytes: Arc<[u8]> = bytes.into();
    let mut sources = syntax::new_sources();
    let Some(file) = sources.map.add("fuzz.c".into(), bytes.clone(), FileKind::User, None) else { return };
    let limits = Limits { tokens: 100_000, expansion_work: 400_000, include_depth: 8, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut sink = diagnostics::Sink::default();
    let _ = preprocess(file, &options, &mut Itself(bytes), &mut sources, &mut sink);
});
