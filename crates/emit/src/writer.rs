//! Text with indentation.
//!
//! Indentation is written when the first thing of a line is, so an empty line
//! stays empty and whoever ends a line need not know what follows.

/// Spaces of one level.
const STEP: usize = 4;

/// A text under construction.
#[derive(Default, Debug)]
pub struct Writer {
    text: String,
    depth: usize,
    /// Nothing written on this line yet.
    fresh: bool,
    /// Where this line starts in `text`.
    line_start: usize,
    /// A mark for the line that is about to begin.
    pending: Option<String>,
    /// Bytes of marks on this line, which are no text.
    marked: usize,
}

impl Writer {
    /// An empty text.
    pub fn new() -> Writer {
        Writer { fresh: true, ..Writer::default() }
    }

    /// Adds a piece of text.
    pub fn write(&mut self, piece: &str) {
        if piece.is_empty() {
            return;
        }
        if self.fresh {
            self.fresh = false;
            self.text.extend(std::iter::repeat_n(' ', STEP * self.depth));
            let mark = self.pending.take().unwrap_or_default();
            self.text.push_str(&mark);
            self.marked = mark.len();
        }
        self.text.push_str(piece);
    }

    /// Does a line begin here?
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Ends the line.
    pub fn newline(&mut self) {
        self.text.push('\n');
        self.fresh = true;
        self.line_start = self.text.len();
        self.marked = 0;
    }

    /// Marks the line that is about to begin; one that has begun stays as it is.
    pub fn mark(&mut self, mark: String) {
        if self.fresh {
            self.pending = Some(mark);
        }
    }

    /// Adds a piece and ends the line.
    pub fn line(&mut self, piece: &str) {
        self.write(piece);
        self.newline();
    }

    /// Following lines are one level deeper.
    pub fn indent(&mut self) {
        self.depth += 1;
    }

    /// Following lines are one level less deep.
    pub fn dedent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// The present level, for [`Writer::set_depth`].
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Goes back to a level.
    pub fn set_depth(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// How many bytes this line has.
    pub fn column(&self) -> usize {
        self.text.len() - self.line_start - self.marked
    }

    /// Is nothing written on this line yet?
    pub fn at_line_start(&self) -> bool {
        self.fresh
    }

    /// The last byte written, if any.
    pub fn last(&self) -> Option<u8> {
        self.text.as_bytes().last().copied()
    }

    /// Sets the text aside and continues with an empty one on the same level;
    /// [`Writer::resume`] brings it back and returns what was written meanwhile.
    pub fn set_aside(&mut self) -> Writer {
        let inner = Writer { depth: self.depth, ..Writer::default() };
        std::mem::replace(self, inner)
    }

    /// Ends what [`Writer::set_aside`] began.
    pub fn resume(&mut self, outer: Writer) -> String {
        std::mem::replace(self, outer).text
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}
