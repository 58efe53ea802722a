//! Memory that one core works on alone: a block's shared memory, and the
//! threads' own.

use super::{byte_mask, mask};

/// Bytes in words, each byte knowing whether it was written.
#[derive(Clone, Default, Debug)]
pub struct PrivateMemory {
    words: Vec<u32>,
    written: Vec<u8>,
    bytes: u64,
}

impl PrivateMemory {
    /// Unwritten memory.
    pub fn new(bytes: u64) -> PrivateMemory {
        let words = bytes.div_ceil(4) as usize;
        PrivateMemory { words: vec![0; words], written: vec![0; words], bytes }
    }

    /// Unwritten again.
    pub fn forget(&mut self) {
        self.written.fill(0);
    }

    /// One byte is unwritten again.
    pub fn forget_byte(&mut self, offset: u64) {
        if let Some(written) = self.written.get_mut((offset / 4) as usize) {
            *written &= !byte_mask(offset % 4, 1);
        }
    }

    /// The size.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    #[inline]
    fn word(&self, index: u64) -> u32 {
        self.words.get(index as usize).copied().unwrap_or(0)
    }

    /// The `size` bytes at an offset that is a multiple of `size`.
    #[inline]
    pub fn load(&self, offset: u64, size: u64) -> u64 {
        let index = offset / 4;
        match size {
            4 => u64::from(self.word(index)),
            8 => u64::from(self.word(index)) | u64::from(self.word(index + 1)) << 32,
            _ => u64::from((self.word(index) & mask(offset % 4, size)) >> (offset % 4 * 8)),
        }
    }

    /// Were all these bytes written before?
    #[inline]
    pub fn is_written(&self, offset: u64, size: u64) -> bool {
        let index = (offset / 4) as usize;
        let has = |at: usize| self.written.get(at).copied().unwrap_or(0);
        match size {
            4 => has(index) == 0xf,
            8 => has(index) & has(index + 1) == 0xf,
            _ => {
                let wanted = byte_mask(offset % 4, size);
                has(index) & wanted == wanted
            }
        }
    }

    /// Writes `size` bytes at an offset that is a multiple of `size`.
    #[inline]
    pub fn store(&mut self, offset: u64, size: u64, bits: u64) {
        let index = offset / 4;
        match size {
            4 => self.set(index, bits as u32),
            8 => {
                self.set(index, bits as u32);
                self.set(index + 1, (bits >> 32) as u32);
            }
            _ => self.set_part(index, offset % 4, size, bits as u32),
        }
    }

    #[inline]
    fn set(&mut self, index: u64, value: u32) {
        if let (Some(word), Some(written)) =
            (self.words.get_mut(index as usize), self.written.get_mut(index as usize))
        {
            *word = value;
            *written = 0xf;
        }
    }

    fn set_part(&mut self, index: u64, byte: u64, size: u64, bits: u32) {
        let mask = mask(byte, size);
        if let (Some(word), Some(written)) =
            (self.words.get_mut(index as usize), self.written.get_mut(index as usize))
        {
            *word = *word & !mask | bits << (byte * 8) & mask;
            *written |= byte_mask(byte, size);
        }
    }
}
