//! What a watched program tells: a stream of records, in the order of its directives.
//!
//! ```text
//! eight words      kind, number of the copy, place (two words), bytes of name and layout, dimensions, bytes
//! name, layout     "a", "4:f4@0"
//! ranges           first index and count of each dimension
//! values           of WRITTEN: before the kernel, and after it
//! ```

use std::io::{self, Read};

use source::Span;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Values are moved between host and device.
    Transfer,
    /// A kernel ran; what it wrote follows.
    Kernel,
    /// A device copy that a kernel may write.
    Written,
    /// A device copy is gone; these are the host's values.
    Freed,
}

/// One record.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub event: Event,
    /// Which copy, by the order of allocations.
    pub number: u64,
    /// The directive.
    pub place: Span,
    pub name: String,
    pub layout: Layout,
    /// First index and count of each dimension.
    pub ranges: Vec<(i64, i64)>,
    pub values: Vec<u8>,
}

/// No text or section is longer: a broken program must not make us allocate the world.
const LONGEST: u64 = 64 << 30;
const LONGEST_TEXT: u64 = 1 << 16;

/// The next record; `None` at the end, however it came.
pub(super) fn next(stream: &mut impl Read) -> io::Result<Option<Record>> {
    let mut head = [0u8; 64];
    match stream.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut words = head.chunks_exact(8).map(word);
    let [kind, number, lo, hi, name, layout, dims, bytes] =
        std::array::from_fn(|_| words.next().unwrap_or(0));
    let event = match kind {
        1 => Event::Transfer,
        2 => Event::Kernel,
        3 => Event::Written,
        4 => Event::Freed,
        _ => return Ok(None),
    };
    if name > LONGEST_TEXT || layout > LONGEST_TEXT || dims > 32 || bytes > LONGEST {
        return Ok(None);
    }
    let name = take(stream, name)?;
    let layout = take(stream, layout)?;
    let ranges = take(stream, dims * 16)?;
    let ranges = ranges.chunks_exact(16).map(|pair| (word(&pair[..8]) as i64, word(&pair[8..]) as i64));
    Ok(Some(Record {
        event,
        number,
        place: Span::in_file(lo as u32, hi as u32),
        name: String::from_utf8_lossy(&name).into_owned(),
        layout: Layout::read(&String::from_utf8_lossy(&layout)),
        ranges: ranges.collect(),
        values: take(stream, bytes)?,
    }))
}

fn take(stream: &mut impl Read, bytes: u64) -> io::Result<Vec<u8>> {
    let mut taken = vec![0; bytes as usize];
    stream.read_exact(&mut taken)?;
    Ok(taken)
}

fn word(bytes: &[u8]) -> u64 {
    u64::from_ne_bytes(bytes.try_into().unwrap_or_default())
}

/// How an element lies in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    pub size: usize,
    pub parts: Vec<Part>,
}

/// A number in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub kind: PartKind,
    pub offset: usize,
    pub size: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    Floating,
    Integer,
    Bytes,
}

impl Layout {
    /// `8:f4@0,i4@4`
    fn read(text: &str) -> Layout {
        let Some((size, parts)) = text.split_once(':') else { return Layout::default() };
        let size = size.parse().unwrap_or(0);
        let part = |text: &str| {
            let kind = match text.chars().next()? {
                'f' => PartKind::Floating,
                'i' => PartKind::Integer,
                _ => PartKind::Bytes,
            };
            let (bytes, offset) = text.get(1..)?.split_once('@')?;
            let part = Part { kind, offset: offset.parse().ok()?, size: bytes.parse().ok()? };
            (part.offset.checked_add(part.size)? <= size).then_some(part)
        };
        Layout { size, parts: parts.split(',').filter_map(part).collect() }
    }
}
