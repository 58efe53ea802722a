//! Where reduced arrays are updated, and what is refused.

use crate::ArrayCopies;
use crate::fixture::{Analyzed, analyzed};

fn found(declared: &str, clause: &str, update: &str) -> Analyzed {
    analyzed(&format!(
        "{declared}\nint x[4096]; float w[4096];\nvoid f(void) {{\n\
         #pragma hicuda global alloc x[*] copyin\n#pragma hicuda global alloc w[*] copyin\n\
         #pragma hicuda global alloc h[*] copyin\n\
         #pragma hicuda kernel k tblock(4) thread(128)\n\
         #pragma hicuda loop_partition over_tblock over_thread {clause}\n\
         for (int i = 0; i < 4096; i++) {{ {update} }}\n#pragma hicuda kernel_end\n\
         #pragma hicuda global copyout h[*]\n#pragma hicuda global free x w h\n}}\n"
    ))
}

fn copies(declared: &str, clause: &str, update: &str) -> ArrayCopies {
    let found = found(declared, clause, update);
    assert_eq!(errors(&found), "");
    found.kernel().reductions[0].array.clone().unwrap()
}

fn refused(declared: &str, clause: &str, update: &str) -> String {
    errors(&found(declared, clause, update))
}

/// The errors, without their codes and lines.
fn errors(found: &Analyzed) -> String {
    let all = found.all_messages();
    let errors = all.iter().filter(|message| message.starts_with('E'));
    errors.filter_map(|message| message.splitn(3, ' ').nth(2)).collect::<Vec<_>>().join("; ")
}

#[test]
fn as_many_copies_as_fit_up_to_one_per_lane() {
    let count = |n: u64| copies(&format!("int h[{n}];"), "reduction(+: h[*])", "if (w[i] > 0) h[x[i]]++;");
    assert_eq!(count(1), ArrayCopies::PerLane(vec![1], 32));
    assert_eq!(count(256), ArrayCopies::PerLane(vec![256], 32));
    assert_eq!(count(257), ArrayCopies::PerLane(vec![257], 16));
    assert_eq!(count(8192), ArrayCopies::PerLane(vec![8192], 1));
    assert_eq!(count(12288), ArrayCopies::PerLane(vec![12288], 1));
    assert_eq!(count(12289), ArrayCopies::InPlace);
}

#[test]
fn sums_of_floats_need_a_copy_per_thread_unless_fast() {
    let update = "h[x[i]] += w[i];";
    assert_eq!(copies("float h[20];", "reduction(+: h[*])", update), ArrayCopies::PerThread(vec![20], 128));
    assert_eq!(
        copies("float h[20];", "reduction(fast, +: h[*])", update),
        ArrayCopies::PerLane(vec![20], 32)
    );
    let most = "h[x[i]] = fmaxf(h[x[i]], w[i]);";
    let declared = "float fmaxf(float, float); float h[20];";
    assert_eq!(copies(declared, "reduction(max: h[*])", most), ArrayCopies::PerLane(vec![20], 32));
    let message = "there is no room to add up `h` in a fixed order";
    assert_eq!(refused("float h[200];", "reduction(+: h[*])", update), message);
}

#[test]
fn other_uses_are_refused() {
    let clause = "reduction(+: h[*])";
    let message = "this use of `h` is not an update by `+`";
    assert_eq!(refused("int h[9];", clause, "h[h[x[i]]]++;"), message);
    assert_eq!(refused("int h[9];", clause, "h[x[i]] *= 2;"), message);
    assert_eq!(refused("int h[9];", clause, "x[i] = h[0]; h[1]++;"), message);
    assert_eq!(refused("int h[9];", clause, "x[i] = h[0]++;"), message);
    let message = "an array is reduced as a whole";
    assert_eq!(refused("int h[9];", "reduction(+: h[0:3])", "h[x[i]]++;"), message);
    let message = "`h` cannot be reduced: the device has no atomic operations on its elements";
    assert_eq!(refused("unsigned char h[9];", clause, "h[x[i]]++;"), message);
}
