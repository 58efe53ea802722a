//! Against exact arithmetic on integers.

use super::directed;

/// Small deterministic random numbers.
fn numbers(count: usize) -> Vec<u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..count).map(|_| next()).collect()
}

fn call(name: &str, args: &[f64]) -> f64 {
    let (function, arity) = directed(name).unwrap();
    assert_eq!(arity, args.len());
    let mut bits = [0; 3];
    args.iter().zip(&mut bits).for_each(|(arg, bits)| *bits = arg.to_bits());
    f64::from_bits(function(bits))
}

fn call_single(name: &str, args: &[f32]) -> f32 {
    let (function, arity) = directed(name).unwrap();
    assert_eq!(arity, args.len());
    let mut bits = [0; 3];
    args.iter().zip(&mut bits).for_each(|(arg, bits)| *bits = u64::from(arg.to_bits()));
    f32::from_bits(function(bits) as u32)
}

/// The largest number not above and the smallest not below must be neighbours
/// around the exact value, or both be it.
#[test]
fn products_and_sums_of_integers_enclose_the_exact_value() {
    let numbers = numbers(3000);
    for three in numbers.chunks(3) {
        let [a, b, c] = [three[0] >> 11, three[1] >> 14, three[2] >> 12].map(|n| n as i64 - (1 << 50));
        let exact = [
            ("__dmul", i128::from(a) * i128::from(b), vec![a as f64, b as f64]),
            ("__dadd", i128::from(a) * 4096 + i128::from(b), vec![a as f64 * 4096.0, b as f64]),
            ("__fma", i128::from(a) * i128::from(b) + i128::from(c), vec![a as f64, b as f64, c as f64]),
        ];
        for (name, exact, args) in exact {
            let (down, up) = (call(&format!("{name}_rd"), &args), call(&format!("{name}_ru"), &args));
            assert!(down as i128 <= exact && exact <= up as i128, "{name} {args:?}");
            let tight = if down as i128 == exact { up == down } else { up == down.next_up() };
            assert!(tight, "{name} {args:?}: {down} {exact} {up}");
            let zero = call(&format!("{name}_rz"), &args);
            assert_eq!(zero, if exact < 0 { up } else { down }, "{name} {args:?}");
        }
    }
}

#[test]
fn quotients_and_roots_enclose_the_exact_value() {
    for two in numbers(2000).chunks(2) {
        let (a, b) = ((two[0] >> 12) as i128 + 1, (two[1] >> 40) as i128 + 1);
        let args = [a as f64, b as f64];
        let (down, up) = (call("__ddiv_rd", &args), call("__ddiv_ru", &args));
        // Numerators in units of 2^-40, which is below the last bit of the quotient.
        let unit = (1_i64 << 40) as f64;
        let times_b = |q: f64| (q * unit) as i128 * b;
        assert!(times_b(down) <= a << 40 && times_b(up) >= a << 40, "{args:?}");
        assert!(up == down || up == down.next_up());
        assert_eq!(up == down, a % b == 0 || times_b(down) == a << 40);
        let x = (two[0] >> 34) as f32;
        let (down, up) = (call_single("__fsqrt_rd", &[x]), call_single("__fsqrt_ru", &[x]));
        let square = |x: f32| f64::from(x) * f64::from(x);
        assert!(square(down) <= f64::from(x) && f64::from(x) <= square(up));
        assert!(up == down.next_up() || square(down) == f64::from(x));
    }
}

#[test]
fn single_results_are_rounded_once() {
    for three in numbers(3000).chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|at| (three[at] >> 40) as i32 as f32 - 8_000_000.0);
        let exact = f64::from(a) * f64::from(b);
        let (down, up) = (call_single("__fmul_rd", &[a, b]), call_single("__fmul_ru", &[a, b]));
        assert!(f64::from(down) <= exact && exact <= f64::from(up));
        assert!(up == down.next_up() || f64::from(down) == exact);
        let tiny = c * 1e-20;
        let (down, up) = (call_single("__fadd_rd", &[a, tiny]), call_single("__fadd_ru", &[a, tiny]));
        if tiny != 0.0 {
            assert_eq!((down, up), if tiny > 0.0 { (a, a.next_up()) } else { (a.next_down(), a) });
        }
    }
}

#[test]
fn the_ends_of_the_range_keep_their_side() {
    assert_eq!(call("__dmul_rz", &[f64::MAX, 2.0]), f64::MAX);
    assert_eq!(call("__dmul_ru", &[f64::MAX, 2.0]), f64::INFINITY);
    assert_eq!(call("__dadd_rd", &[f64::MAX, f64::MAX]), f64::MAX);
    let least = f64::from_bits(1);
    assert_eq!(call("__dmul_ru", &[least, least]), least);
    assert_eq!(call("__dmul_rd", &[least, least]), 0.0);
    assert_eq!(call("__ddiv_ru", &[least, 3.0]), least);
    assert_eq!(call("__ddiv_rd", &[1.0, 0.0]), f64::INFINITY);
    assert_eq!(call_single("__fmul_rz", &[f32::MAX, 2.0]), f32::MAX);
    assert_eq!(call_single("__frcp_ru", &[3.0]), (1.0_f32 / 3.0).max((1.0_f64 / 3.0) as f32));
    assert!(call("__dadd_rz", &[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
    assert!(directed("__fadd_rn").is_none());
}
