//! C's integer types, their promotions and usual conversions, on an LP64 machine.
//!
//! ```text
//! Int::common(Int::U16, Int::I8)  == Int::I32     both promote to int
//! Int::common(Int::U32, Int::I64) == Int::I64     long holds every unsigned
//! ```
//!
//! Invariant: these are the rules the C compiler applies; the bounds in `arithmetic.rs` rest on them.

/// An integer type: its rank orders conversions, its width and sign say what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Int {
    pub(crate) rank: u8,
    pub(crate) width: u32,
    pub(crate) signed: bool,
}

impl Int {
    pub(crate) const BOOL: Int = Int { rank: 0, width: 1, signed: false };
    pub(crate) const I8: Int = Int { rank: 1, width: 8, signed: true };
    pub(crate) const U8: Int = Int { rank: 1, width: 8, signed: false };
    pub(crate) const I16: Int = Int { rank: 2, width: 16, signed: true };
    pub(crate) const U16: Int = Int { rank: 2, width: 16, signed: false };
    pub(crate) const I32: Int = Int { rank: 3, width: 32, signed: true };
    pub(crate) const U32: Int = Int { rank: 3, width: 32, signed: false };
    pub(crate) const I64: Int = Int { rank: 4, width: 64, signed: true };
    pub(crate) const U64: Int = Int { rank: 4, width: 64, signed: false };
    pub(crate) const ILL: Int = Int { rank: 5, width: 64, signed: true };
    pub(crate) const ULL: Int = Int { rank: 5, width: 64, signed: false };

    /// Every type a variable may have.
    pub(crate) const ALL: [Int; 11] = [
        Int::BOOL,
        Int::I8,
        Int::U8,
        Int::I16,
        Int::U16,
        Int::I32,
        Int::U32,
        Int::I64,
        Int::U64,
        Int::ILL,
        Int::ULL,
    ];

    /// The least `b` such that every value lies in `-2^b ..= 2^b - 1`.
    pub(crate) fn bits(self) -> u32 {
        if self.signed { self.width - 1 } else { self.width }
    }

    /// The type an operand has in arithmetic.
    pub(crate) fn promoted(self) -> Int {
        if self.rank < Int::I32.rank { Int::I32 } else { self }
    }

    /// The unsigned type of the same rank.
    pub(crate) fn unsigned(self) -> Int {
        Int { signed: false, ..self }
    }

    /// The type two operands are converted to.
    pub(crate) fn common(left: Int, right: Int) -> Int {
        let (left, right) = (left.promoted(), right.promoted());
        let higher = if left.rank >= right.rank { left } else { right };
        if left.signed == right.signed {
            return higher;
        }
        let (signed, unsigned) = if left.signed { (left, right) } else { (right, left) };
        if unsigned.rank < signed.rank && signed.width > unsigned.width { signed } else { higher.unsigned() }
    }

    /// The ways to write the type in C.
    pub(crate) fn spellings(self) -> &'static [&'static str] {
        match (self.rank, self.signed) {
            (0, _) => &["_Bool", "bool"],
            (1, true) => &["signed char", "int8_t", "char signed"],
            (1, false) => &["unsigned char", "uint8_t", "byte"],
            (2, true) => &["short", "int16_t", "short int", "signed short"],
            (2, false) => &["unsigned short", "uint16_t"],
            (3, true) => &["int", "int32_t", "signed", "signed int"],
            (3, false) => &["unsigned", "uint32_t", "unsigned int", "word"],
            (4, true) => &["long", "int64_t", "long int"],
            (4, false) => &["unsigned long", "uint64_t", "long unsigned"],
            (_, true) => &["long long", "long long int"],
            (_, false) => &["unsigned long long", "wide"],
        }
    }

    /// The suffix that makes a decimal literal have this type (after promotion).
    pub(crate) fn suffix(self) -> &'static str {
        match (self.rank, self.signed) {
            (3, false) => "u",
            (4, true) => "L",
            (4, false) => "uL",
            (5, true) => "LL",
            (5, false) => "ull",
            _ => "",
        }
    }
}
