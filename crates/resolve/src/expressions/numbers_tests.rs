//! Values, types and faults of numeric constants.

use super::*;

fn int(text: &str) -> (u128, BuiltinType) {
    match read_number(text) {
        Ok((Number::Int { value, ty, .. }, _)) => (value, ty),
        _ => panic!("{text} is not an integer"),
    }
}

fn float(text: &str) -> (f64, BuiltinType) {
    match read_number(text) {
        Ok((Number::Float { value, ty, .. }, _)) => (value, ty),
        _ => panic!("{text} is not a float"),
    }
}

#[test]
fn integers_take_the_first_type_that_holds_them() {
    use BuiltinType as B;
    assert_eq!(int("0"), (0, B::Int));
    assert_eq!(int("2147483647"), (2147483647, B::Int));
    assert_eq!(int("2147483648"), (2147483648, B::Long));
    assert_eq!(int("0x80000000"), (0x8000_0000, B::UInt));
    assert_eq!(int("037777777777"), (0xffff_ffff, B::UInt));
    assert_eq!(int("0xffffffffffffffff"), (u128::from(u64::MAX), B::ULong));
    assert_eq!(int("1u"), (1, B::UInt));
    assert_eq!(int("1lu"), (1, B::ULong));
    assert_eq!(int("1LL"), (1, B::LongLong));
    assert_eq!(int("0b101"), (5, B::Int));
    assert_eq!(int("0x1E"), (30, B::Int));
    assert_eq!(int("0b1e".get(..3).unwrap_or_default()), (1, B::Int));
}

#[test]
fn floats_are_rounded_once() {
    use BuiltinType as B;
    assert_eq!(float("1.5"), (1.5, B::Double));
    assert_eq!(float("1e3f"), (1000.0, B::Float));
    assert_eq!(float(".5L"), (0.5, B::LongDouble));
    assert_eq!(float("5."), (5.0, B::Double));
    assert_eq!(float("0x1p-3"), (0.125, B::Double));
    assert_eq!(float("0x1.8p1f"), (3.0, B::Float));
    assert_eq!(float("0x.8p0").0, 0.5);
    assert_eq!(float("0x1.fffffffffffff7p0").0, 1.9999999999999998);
    assert_eq!(float("0x1.fffffffffffff8p0").0, 2.0);
    assert_eq!(float("0x1p-1074").0, f64::from_bits(1));
    assert_eq!(float("0x1p-1075").0, 0.0);
    assert_eq!(float("0x1.8p-1075").0, f64::from_bits(1));
    assert_eq!(float("0x1p1023").0, 2f64.powi(1023));
    assert_eq!(float("1.0f64").1, B::Float64);
}

#[test]
fn imaginary_suffixes_stand_anywhere() {
    assert!(matches!(read_number("1.0i"), Ok((_, true))));
    assert!(matches!(read_number("1.0if"), Ok((Number::Float { ty: BuiltinType::Float, .. }, true))));
    assert!(matches!(read_number("2.0fi"), Ok((Number::Float { ty: BuiltinType::Float, .. }, true))));
}

#[test]
fn nonsense_is_refused() {
    for text in ["0b102", "089", "1.2.3", "0x", "0x1.8", "1e", "12abc", "1uu", "1lul", "0xp1", "1e+"] {
        assert!(read_number(text).is_err(), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn hexadecimal_floats_read_back(bits in 0u64..0x7ff0_0000_0000_0000) {
        let value = f64::from_bits(bits);
        let mantissa = bits & ((1 << 52) - 1);
        let exponent = (bits >> 52) as i64;
        let text = if exponent == 0 {
            format!("0x0.{mantissa:013x}p-1022")
        } else {
            format!("0x1.{mantissa:013x}p{}", exponent - 1023)
        };
        proptest::prop_assert_eq!(float(&text).0.to_bits(), value.to_bits());
    }
}
