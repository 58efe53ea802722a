//! The page of `warploom profile --html` in a real browser: light and dark, on
//! a laptop and on a phone.
//!
//! The page has no script of its own. The test adds one to a copy, which
//! measures and writes what it finds into an attribute; the browser prints the
//! page as it stands then.

use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::browser::browser;
use testkit::command::run;

const PROGRAM: &str = r#"
__global__ void columns(float *a)
{
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = a[threadIdx.x * 1024 + threadIdx.y];
    __syncthreads();
    a[threadIdx.y * 1024 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main(void)
{
    float *a;
    cudaMalloc((void **)&a, 32 * 1024 * sizeof(float));
    cudaMemset(a, 0, 32 * 1024 * sizeof(float));
    columns<<<1, dim3(32, 8)>>>(a);
    cudaFree(a);
    return 0;
}
"#;

/// Opens everything, and measures: wider than the window; figures; figures
/// without a size; the brightness of paper and ink.
const MEASURE: &str = "<script>
const root = document.documentElement;
document.querySelectorAll('details').forEach(d => d.open = true);
const figures = [...document.querySelectorAll('svg')];
const flat = figures.filter(f => f.getBoundingClientRect().height < 20).length;
const light = color => color.match(/[0-9]+/g).slice(0, 3).reduce((sum, n) => sum + Number(n), 0);
const style = getComputedStyle(document.body);
root.setAttribute('data-measured', [root.scrollWidth - innerWidth, figures.length, flat,
    light(style.backgroundColor), light(style.color)].join(' '));
</script>";

/// The page of a run compared with itself, ready to be measured.
fn page(folder: &Path) -> PathBuf {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join("columns.cu"), PROGRAM).expect("a program");
    let arguments =
        ["profile", "columns.cu", "--html", "page.html", "--before", "columns.cu"].map(String::from);
    run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, folder).expect("a run");
    let text = std::fs::read_to_string(folder.join("page.html")).expect("a page");
    let measured = folder.join("measured.html");
    std::fs::write(&measured, text.replace("</body>", &format!("{MEASURE}</body>"))).expect("a copy");
    measured
}

/// The five numbers, at a width, in the dark or not.
fn measure(browser: &str, page: &Path, width: u32, dark: bool) -> [i64; 5] {
    let folder = page.parent().expect("a folder").join(format!("browser-{width}-{dark}"));
    let scheme = if dark { 0 } else { 1 };
    let printed = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.display()))
        .arg(format!("--window-size={width},900"))
        .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    let text = String::from_utf8_lossy(&printed.stdout);
    let measured = text.split("data-measured=\"").nth(1).and_then(|rest| rest.split('"').next());
    let numbers: Vec<i64> = measured.unwrap_or_default().split(' ').filter_map(|n| n.parse().ok()).collect();
    assert_eq!(numbers.len(), 5, "{text}{}", String::from_utf8_lossy(&printed.stderr));
    numbers.try_into().unwrap_or_default()
}

#[test]
fn the_page_fits_and_can_be_read() {
    let Some(browser) = browser() else {
        eprintln!("left out: no browser on this machine");
        return;
    };
    let page = page(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("page"));
    for width in [1280, 390] {
        for dark in [false, true] {
            let [too_wide, figures, flat, paper, ink] = measure(browser, &page, width, dark);
            assert!(too_wide <= 0, "{too_wide} pixels too wide at {width}");
            assert!(figures >= 5, "{figures} figures");
            assert_eq!(flat, 0, "figures without a size at {width}");
            let (bright, faint) = if dark { (ink, paper) } else { (paper, ink) };
            assert!(bright - faint > 400, "dark: {dark}, paper {paper}, ink {ink}");
        }
    }
}
