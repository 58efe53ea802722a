//! The long story behind each code: the pages of `explain/`, built in.
//!
//! A page is Markdown: a title, what the diagnostic means and what to do, an
//! example that raises it and one that does not:
//!
//! ````text
//! # E0101: a block comment is not closed before the end of the file
//!
//! What it means …
//!
//! ```c wrong
//! /* begins and never ends
//! ```
//!
//! ```c right
//! /* begins and ends */
//! ```
//! ````
//!
//! CUDA examples say `cu` instead of `c`. Words after `wrong` or `right` are
//! flags of the command (`-DN=4`). The
//! tests of the driver run every example, so a page cannot go stale.

use crate::codes::Code;

/// A page.
#[derive(Debug)]
pub struct Page {
    /// The code it explains.
    pub id: &'static str,
    /// The Markdown.
    pub text: &'static str,
}

/// A fenced piece of C on a page.
#[derive(Debug, PartialEq, Eq)]
pub struct Example<'p> {
    /// Must it raise the page's code?
    pub is_wrong: bool,
    /// The language, as a file extension: `c` or `cu`.
    pub extension: &'p str,
    /// Flags for the command.
    pub flags: Vec<&'p str>,
    /// The program.
    pub text: &'p str,
}

/// The pages in the order of the codes; a test compares the two lists.
static PAGES: &[Page] = &[
    Page { id: "E0010", text: include_str!("../explain/E0010.md") },
    Page { id: "E0101", text: include_str!("../explain/E0101.md") },
    Page { id: "E0102", text: include_str!("../explain/E0102.md") },
    Page { id: "E0103", text: include_str!("../explain/E0103.md") },
    Page { id: "E0104", text: include_str!("../explain/E0104.md") },
    Page { id: "E0105", text: include_str!("../explain/E0105.md") },
    Page { id: "E0106", text: include_str!("../explain/E0106.md") },
    Page { id: "E0107", text: include_str!("../explain/E0107.md") },
    Page { id: "E0108", text: include_str!("../explain/E0108.md") },
    Page { id: "E0109", text: include_str!("../explain/E0109.md") },
    Page { id: "E0110", text: include_str!("../explain/E0110.md") },
    Page { id: "E0111", text: include_str!("../explain/E0111.md") },
    Page { id: "E0112", text: include_str!("../explain/E0112.md") },
    Page { id: "E0113", text: include_str!("../explain/E0113.md") },
    Page { id: "E0114", text: include_str!("../explain/E0114.md") },
    Page { id: "E0115", text: include_str!("../explain/E0115.md") },
    Page { id: "E0116", text: include_str!("../explain/E0116.md") },
    Page { id: "E0117", text: include_str!("../explain/E0117.md") },
    Page { id: "E0118", text: include_str!("../explain/E0118.md") },
    Page { id: "E0119", text: include_str!("../explain/E0119.md") },
    Page { id: "E0120", text: include_str!("../explain/E0120.md") },
    Page { id: "E0201", text: include_str!("../explain/E0201.md") },
    Page { id: "E0202", text: include_str!("../explain/E0202.md") },
    Page { id: "E0203", text: include_str!("../explain/E0203.md") },
    Page { id: "E0204", text: include_str!("../explain/E0204.md") },
    Page { id: "E0205", text: include_str!("../explain/E0205.md") },
    Page { id: "E0206", text: include_str!("../explain/E0206.md") },
    Page { id: "E0207", text: include_str!("../explain/E0207.md") },
    Page { id: "E0208", text: include_str!("../explain/E0208.md") },
    Page { id: "E0209", text: include_str!("../explain/E0209.md") },
    Page { id: "E0210", text: include_str!("../explain/E0210.md") },
    Page { id: "E0211", text: include_str!("../explain/E0211.md") },
    Page { id: "E0212", text: include_str!("../explain/E0212.md") },
    Page { id: "E0213", text: include_str!("../explain/E0213.md") },
    Page { id: "E0301", text: include_str!("../explain/E0301.md") },
    Page { id: "E0302", text: include_str!("../explain/E0302.md") },
    Page { id: "E0303", text: include_str!("../explain/E0303.md") },
    Page { id: "E0304", text: include_str!("../explain/E0304.md") },
    Page { id: "E0305", text: include_str!("../explain/E0305.md") },
    Page { id: "E0306", text: include_str!("../explain/E0306.md") },
    Page { id: "E0307", text: include_str!("../explain/E0307.md") },
    Page { id: "E0308", text: include_str!("../explain/E0308.md") },
    Page { id: "E0309", text: include_str!("../explain/E0309.md") },
    Page { id: "E0310", text: include_str!("../explain/E0310.md") },
    Page { id: "E0311", text: include_str!("../explain/E0311.md") },
    Page { id: "E0312", text: include_str!("../explain/E0312.md") },
    Page { id: "E0313", text: include_str!("../explain/E0313.md") },
    Page { id: "E0314", text: include_str!("../explain/E0314.md") },
    Page { id: "E0315", text: include_str!("../explain/E0315.md") },
    Page { id: "E0316", text: include_str!("../explain/E0316.md") },
    Page { id: "E0317", text: include_str!("../explain/E0317.md") },
    Page { id: "E0318", text: include_str!("../explain/E0318.md") },
    Page { id: "E0319", text: include_str!("../explain/E0319.md") },
    Page { id: "E0320", text: include_str!("../explain/E0320.md") },
    Page { id: "E0321", text: include_str!("../explain/E0321.md") },
    Page { id: "E0322", text: include_str!("../explain/E0322.md") },
    Page { id: "E0323", text: include_str!("../explain/E0323.md") },
    Page { id: "E0324", text: include_str!("../explain/E0324.md") },
    Page { id: "E0325", text: include_str!("../explain/E0325.md") },
    Page { id: "E0326", text: include_str!("../explain/E0326.md") },
    Page { id: "E0327", text: include_str!("../explain/E0327.md") },
    Page { id: "E0328", text: include_str!("../explain/E0328.md") },
    Page { id: "E0401", text: include_str!("../explain/E0401.md") },
    Page { id: "E0402", text: include_str!("../explain/E0402.md") },
    Page { id: "E0403", text: include_str!("../explain/E0403.md") },
    Page { id: "E0404", text: include_str!("../explain/E0404.md") },
    Page { id: "E0405", text: include_str!("../explain/E0405.md") },
    Page { id: "E0406", text: include_str!("../explain/E0406.md") },
    Page { id: "E0407", text: include_str!("../explain/E0407.md") },
    Page { id: "E0408", text: include_str!("../explain/E0408.md") },
    Page { id: "E0409", text: include_str!("../explain/E0409.md") },
    Page { id: "E0410", text: include_str!("../explain/E0410.md") },
    Page { id: "E0450", text: include_str!("../explain/E0450.md") },
    Page { id: "E0451", text: include_str!("../explain/E0451.md") },
    Page { id: "E0452", text: include_str!("../explain/E0452.md") },
    Page { id: "E0453", text: include_str!("../explain/E0453.md") },
    Page { id: "E0454", text: include_str!("../explain/E0454.md") },
    Page { id: "E0455", text: include_str!("../explain/E0455.md") },
    Page { id: "E0456", text: include_str!("../explain/E0456.md") },
    Page { id: "E0457", text: include_str!("../explain/E0457.md") },
    Page { id: "E0458", text: include_str!("../explain/E0458.md") },
    Page { id: "E0459", text: include_str!("../explain/E0459.md") },
    Page { id: "E0460", text: include_str!("../explain/E0460.md") },
    Page { id: "E0461", text: include_str!("../explain/E0461.md") },
    Page { id: "E0462", text: include_str!("../explain/E0462.md") },
    Page { id: "E0463", text: include_str!("../explain/E0463.md") },
    Page { id: "E0464", text: include_str!("../explain/E0464.md") },
    Page { id: "E0465", text: include_str!("../explain/E0465.md") },
    Page { id: "E0466", text: include_str!("../explain/E0466.md") },
    Page { id: "E0480", text: include_str!("../explain/E0480.md") },
    Page { id: "E0481", text: include_str!("../explain/E0481.md") },
    Page { id: "E0482", text: include_str!("../explain/E0482.md") },
    Page { id: "E0483", text: include_str!("../explain/E0483.md") },
    Page { id: "E0501", text: include_str!("../explain/E0501.md") },
    Page { id: "E0502", text: include_str!("../explain/E0502.md") },
    Page { id: "E0503", text: include_str!("../explain/E0503.md") },
    Page { id: "E0504", text: include_str!("../explain/E0504.md") },
    Page { id: "E0505", text: include_str!("../explain/E0505.md") },
    Page { id: "E0506", text: include_str!("../explain/E0506.md") },
    Page { id: "E0507", text: include_str!("../explain/E0507.md") },
    Page { id: "E0508", text: include_str!("../explain/E0508.md") },
    Page { id: "E0509", text: include_str!("../explain/E0509.md") },
    Page { id: "E0510", text: include_str!("../explain/E0510.md") },
    Page { id: "E0511", text: include_str!("../explain/E0511.md") },
    Page { id: "E0512", text: include_str!("../explain/E0512.md") },
    Page { id: "E0513", text: include_str!("../explain/E0513.md") },
    Page { id: "E0514", text: include_str!("../explain/E0514.md") },
    Page { id: "E0515", text: include_str!("../explain/E0515.md") },
    Page { id: "E0516", text: include_str!("../explain/E0516.md") },
    Page { id: "E0517", text: include_str!("../explain/E0517.md") },
    Page { id: "E0518", text: include_str!("../explain/E0518.md") },
    Page { id: "E0519", text: include_str!("../explain/E0519.md") },
    Page { id: "E0520", text: include_str!("../explain/E0520.md") },
    Page { id: "E0521", text: include_str!("../explain/E0521.md") },
    Page { id: "E0522", text: include_str!("../explain/E0522.md") },
    Page { id: "E0523", text: include_str!("../explain/E0523.md") },
    Page { id: "E0524", text: include_str!("../explain/E0524.md") },
    Page { id: "E0525", text: include_str!("../explain/E0525.md") },
    Page { id: "E0526", text: include_str!("../explain/E0526.md") },
    Page { id: "E0527", text: include_str!("../explain/E0527.md") },
    Page { id: "E0540", text: include_str!("../explain/E0540.md") },
    Page { id: "E0541", text: include_str!("../explain/E0541.md") },
    Page { id: "E0542", text: include_str!("../explain/E0542.md") },
    Page { id: "E0543", text: include_str!("../explain/E0543.md") },
    Page { id: "E0544", text: include_str!("../explain/E0544.md") },
    Page { id: "E0545", text: include_str!("../explain/E0545.md") },
    Page { id: "E0560", text: include_str!("../explain/E0560.md") },
    Page { id: "E0561", text: include_str!("../explain/E0561.md") },
    Page { id: "E0590", text: include_str!("../explain/E0590.md") },
    Page { id: "E0591", text: include_str!("../explain/E0591.md") },
    Page { id: "E0592", text: include_str!("../explain/E0592.md") },
    Page { id: "E0601", text: include_str!("../explain/E0601.md") },
    Page { id: "E0602", text: include_str!("../explain/E0602.md") },
    Page { id: "E0603", text: include_str!("../explain/E0603.md") },
    Page { id: "E0630", text: include_str!("../explain/E0630.md") },
    Page { id: "E0631", text: include_str!("../explain/E0631.md") },
    Page { id: "E0632", text: include_str!("../explain/E0632.md") },
    Page { id: "E0640", text: include_str!("../explain/E0640.md") },
    Page { id: "E0641", text: include_str!("../explain/E0641.md") },
    Page { id: "E0660", text: include_str!("../explain/E0660.md") },
    Page { id: "E0661", text: include_str!("../explain/E0661.md") },
    Page { id: "E0662", text: include_str!("../explain/E0662.md") },
    Page { id: "E0663", text: include_str!("../explain/E0663.md") },
    Page { id: "E0664", text: include_str!("../explain/E0664.md") },
    Page { id: "E0665", text: include_str!("../explain/E0665.md") },
    Page { id: "E0666", text: include_str!("../explain/E0666.md") },
    Page { id: "E0667", text: include_str!("../explain/E0667.md") },
    Page { id: "E0668", text: include_str!("../explain/E0668.md") },
    Page { id: "E0669", text: include_str!("../explain/E0669.md") },
    Page { id: "E0670", text: include_str!("../explain/E0670.md") },
    Page { id: "E0680", text: include_str!("../explain/E0680.md") },
    Page { id: "E0681", text: include_str!("../explain/E0681.md") },
    Page { id: "E0682", text: include_str!("../explain/E0682.md") },
    Page { id: "E0683", text: include_str!("../explain/E0683.md") },
    Page { id: "E0684", text: include_str!("../explain/E0684.md") },
    Page { id: "E0691", text: include_str!("../explain/E0691.md") },
    Page { id: "E0692", text: include_str!("../explain/E0692.md") },
    Page { id: "E0860", text: include_str!("../explain/E0860.md") },
    Page { id: "E0861", text: include_str!("../explain/E0861.md") },
    Page { id: "E0870", text: include_str!("../explain/E0870.md") },
    Page { id: "E0695", text: include_str!("../explain/E0695.md") },
    Page { id: "E0696", text: include_str!("../explain/E0696.md") },
    Page { id: "E0697", text: include_str!("../explain/E0697.md") },
    Page { id: "E0700", text: include_str!("../explain/E0700.md") },
    Page { id: "E0701", text: include_str!("../explain/E0701.md") },
    Page { id: "E0702", text: include_str!("../explain/E0702.md") },
    Page { id: "E0703", text: include_str!("../explain/E0703.md") },
    Page { id: "E0704", text: include_str!("../explain/E0704.md") },
    Page { id: "E0705", text: include_str!("../explain/E0705.md") },
    Page { id: "E0720", text: include_str!("../explain/E0720.md") },
    Page { id: "E0721", text: include_str!("../explain/E0721.md") },
    Page { id: "E0722", text: include_str!("../explain/E0722.md") },
    Page { id: "E0723", text: include_str!("../explain/E0723.md") },
    Page { id: "E0725", text: include_str!("../explain/E0725.md") },
    Page { id: "E0730", text: include_str!("../explain/E0730.md") },
    Page { id: "E0731", text: include_str!("../explain/E0731.md") },
    Page { id: "E0740", text: include_str!("../explain/E0740.md") },
    Page { id: "E0741", text: include_str!("../explain/E0741.md") },
    Page { id: "E0800", text: include_str!("../explain/E0800.md") },
    Page { id: "E0801", text: include_str!("../explain/E0801.md") },
    Page { id: "E0802", text: include_str!("../explain/E0802.md") },
    Page { id: "E0803", text: include_str!("../explain/E0803.md") },
    Page { id: "E0804", text: include_str!("../explain/E0804.md") },
    Page { id: "E0805", text: include_str!("../explain/E0805.md") },
    Page { id: "E0806", text: include_str!("../explain/E0806.md") },
    Page { id: "E0807", text: include_str!("../explain/E0807.md") },
    Page { id: "E0808", text: include_str!("../explain/E0808.md") },
    Page { id: "E0809", text: include_str!("../explain/E0809.md") },
    Page { id: "E0810", text: include_str!("../explain/E0810.md") },
    Page { id: "E0812", text: include_str!("../explain/E0812.md") },
    Page { id: "E0813", text: include_str!("../explain/E0813.md") },
    Page { id: "E0814", text: include_str!("../explain/E0814.md") },
    Page { id: "E0815", text: include_str!("../explain/E0815.md") },
    Page { id: "E0816", text: include_str!("../explain/E0816.md") },
    Page { id: "R2001", text: include_str!("../explain/R2001.md") },
    Page { id: "R2040", text: include_str!("../explain/R2040.md") },
    Page { id: "R2041", text: include_str!("../explain/R2041.md") },
    Page { id: "R2042", text: include_str!("../explain/R2042.md") },
    Page { id: "R2043", text: include_str!("../explain/R2043.md") },
    Page { id: "R2049", text: include_str!("../explain/R2049.md") },
    Page { id: "R2070", text: include_str!("../explain/R2070.md") },
    Page { id: "R2080", text: include_str!("../explain/R2080.md") },
    Page { id: "R2095", text: include_str!("../explain/R2095.md") },
    Page { id: "R2130", text: include_str!("../explain/R2130.md") },
    Page { id: "R2131", text: include_str!("../explain/R2131.md") },
    Page { id: "R2132", text: include_str!("../explain/R2132.md") },
    Page { id: "E0900", text: include_str!("../explain/E0900.md") },
    Page { id: "E0901", text: include_str!("../explain/E0901.md") },
    Page { id: "E0902", text: include_str!("../explain/E0902.md") },
    Page { id: "E0930", text: include_str!("../explain/E0930.md") },
    Page { id: "E0931", text: include_str!("../explain/E0931.md") },
    Page { id: "E0932", text: include_str!("../explain/E0932.md") },
    Page { id: "E0933", text: include_str!("../explain/E0933.md") },
    Page { id: "E0934", text: include_str!("../explain/E0934.md") },
    Page { id: "E0935", text: include_str!("../explain/E0935.md") },
    Page { id: "E0936", text: include_str!("../explain/E0936.md") },
    Page { id: "E0937", text: include_str!("../explain/E0937.md") },
    Page { id: "E0938", text: include_str!("../explain/E0938.md") },
    Page { id: "E0939", text: include_str!("../explain/E0939.md") },
    Page { id: "W1160", text: include_str!("../explain/W1160.md") },
    Page { id: "W1170", text: include_str!("../explain/W1170.md") },
    Page { id: "W1171", text: include_str!("../explain/W1171.md") },
    Page { id: "R2200", text: include_str!("../explain/R2200.md") },
    Page { id: "R2210", text: include_str!("../explain/R2210.md") },
    Page { id: "R2350", text: include_str!("../explain/R2350.md") },
    Page { id: "W1001", text: include_str!("../explain/W1001.md") },
    Page { id: "W1002", text: include_str!("../explain/W1002.md") },
    Page { id: "W1003", text: include_str!("../explain/W1003.md") },
    Page { id: "W1031", text: include_str!("../explain/W1031.md") },
    Page { id: "W1032", text: include_str!("../explain/W1032.md") },
    Page { id: "W1033", text: include_str!("../explain/W1033.md") },
    Page { id: "W1034", text: include_str!("../explain/W1034.md") },
    Page { id: "W1035", text: include_str!("../explain/W1035.md") },
    Page { id: "W1036", text: include_str!("../explain/W1036.md") },
    Page { id: "W1037", text: include_str!("../explain/W1037.md") },
    Page { id: "W1038", text: include_str!("../explain/W1038.md") },
    Page { id: "W1039", text: include_str!("../explain/W1039.md") },
    Page { id: "W1040", text: include_str!("../explain/W1040.md") },
    Page { id: "W1041", text: include_str!("../explain/W1041.md") },
    Page { id: "W1045", text: include_str!("../explain/W1045.md") },
    Page { id: "W1046", text: include_str!("../explain/W1046.md") },
    Page { id: "W1047", text: include_str!("../explain/W1047.md") },
    Page { id: "W1060", text: include_str!("../explain/W1060.md") },
    Page { id: "W1061", text: include_str!("../explain/W1061.md") },
    Page { id: "W1062", text: include_str!("../explain/W1062.md") },
    Page { id: "W1063", text: include_str!("../explain/W1063.md") },
    Page { id: "W1064", text: include_str!("../explain/W1064.md") },
    Page { id: "W1065", text: include_str!("../explain/W1065.md") },
    Page { id: "W1070", text: include_str!("../explain/W1070.md") },
    Page { id: "W1085", text: include_str!("../explain/W1085.md") },
    Page { id: "W1101", text: include_str!("../explain/W1101.md") },
    Page { id: "W1102", text: include_str!("../explain/W1102.md") },
    Page { id: "W1103", text: include_str!("../explain/W1103.md") },
    Page { id: "W1104", text: include_str!("../explain/W1104.md") },
    Page { id: "W1105", text: include_str!("../explain/W1105.md") },
    Page { id: "W1106", text: include_str!("../explain/W1106.md") },
    Page { id: "W1150", text: include_str!("../explain/W1150.md") },
    Page { id: "W1151", text: include_str!("../explain/W1151.md") },
    Page { id: "W1152", text: include_str!("../explain/W1152.md") },
    Page { id: "W1180", text: include_str!("../explain/W1180.md") },
    Page { id: "W1181", text: include_str!("../explain/W1181.md") },
    Page { id: "W1153", text: include_str!("../explain/W1153.md") },
];

/// The page of a code.
pub fn page(code: &Code) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.id == code.id)
}

/// The examples of a page: its fences that say `wrong` or `right`.
pub fn examples(page: &str) -> Vec<Example<'_>> {
    let mut examples = Vec::new();
    let mut rest = page;
    while let Some((_, fence)) = rest.split_once("\n```") {
        let (info, body) = fence.split_once('\n').unwrap_or((fence, ""));
        let end = body.find("```").unwrap_or(body.len());
        let mut words = info.split_whitespace();
        if let (Some(extension), Some(kind @ ("wrong" | "right"))) = (words.next(), words.next()) {
            let is_wrong = kind == "wrong";
            examples.push(Example { is_wrong, extension, flags: words.collect(), text: &body[..end] });
        }
        rest = body[end..].strip_prefix("```").unwrap_or("");
    }
    examples
}
