//! Published overflows of 32-bit indices, as layouts with symbols: each is refused with the first values that do not fit, and
//! its mended form is accepted. Where a report gives no lengths, they are the least that show its kind of fault.

use super::{exprs, symbols, text};
use expect_test::{Expect, expect};
use layoutc_layout::{Decider, IndexWidth, SymbolicLayout, WidthViolation};

/// A published overflow.
struct Overflow {
    /// The report.
    report: &'static str,
    /// The symbols, each as its name, its range and its divisor. The first is the one whose first value is found.
    symbols: &'static str,
    lengths: &'static str,
    offset: &'static str,
    /// The part, the value, and the first values that do not fit.
    refused: Expect,
    /// The symbols for which 32 bits are enough. The other mended form is an index of 64 bits.
    bounded: &'static str,
}

fn layout(set: &str, lengths: &str, offset: &str) -> SymbolicLayout {
    let set = symbols(set);
    let (lengths, offset) = (exprs(lengths, &set), text::expr(offset, &set));
    SymbolicLayout::new(set, lengths, offset, None).unwrap()
}

fn violation(layout: &SymbolicLayout, width: IndexWidth) -> Option<WidthViolation> {
    layout.width_violation(width, &mut Decider::new()).unwrap()
}

/// Returns the symbols of a text, the first at most as long as its greatest value before this one.
fn before(symbols_text: &str, value: i64) -> Option<String> {
    let mut words: Vec<&str> = symbols_text.split(' ').collect();
    let [least, divisor] = [1, 3].map(|at| words[at].trim_end_matches(',').parse::<i64>().unwrap());
    let most = (value - divisor).to_string();
    words[2] = &most;
    (value - divisor >= least).then(|| words.join(" "))
}

impl Overflow {
    fn check(&self) {
        let report = self.report;
        let layout = |set: &str| layout(set, self.lengths, self.offset);
        let fits = |set: &str, width| assert_eq!(violation(&layout(set), width), None, "{report}");
        let published = layout(self.symbols);
        let found = violation(&published, IndexWidth::I32);
        let found = found.unwrap_or_else(|| panic!("{report}: 32 bits are accepted"));
        self.refused.assert_eq(&found.text(published.symbols()));
        // The witness fails, and no value of the first symbol before it.
        let replayed = found.part.eval(&found.witness.values, &found.witness.index);
        assert_eq!(replayed, Ok(found.value), "{report}");
        assert!(i32::try_from(found.value).is_err(), "{report}");
        if let Some(shorter) = before(self.symbols, found.witness.values[0]) {
            fits(&shorter, IndexWidth::I32);
        }
        fits(self.symbols, IndexWidth::I64);
        fits(self.bounded, IndexWidth::I32);
    }
}

#[test]
fn published_overflows_are_refused_with_their_first_values() {
    for overflow in overflows() {
        overflow.check();
    }
}

#[test]
fn the_greatest_published_lengths_that_fit_are_accepted() {
    for (set, lengths, offset) in [
        ("s0 1 46340 1, s1 1 46340 1", "s0, s1", "d0*s1+d1"),
        ("s0 1 16383 1", "s0, 8, 128, 128", "((d0*8+d1)*128+d2)*128+d3"),
        ("s0 1 4194303 1", "s0, 512", "d0*512+d1"),
    ] {
        let layout = layout(set, lengths, offset);
        assert_eq!(violation(&layout, IndexWidth::I32), None, "{offset}");
    }
}

fn overflows() -> Vec<Overflow> {
    vec![
        Overflow {
            report: "rocm-libraries #10545: K = C = 65537, whose size was computed as 131,073",
            symbols: "s0 1 65537 1, s1 1 65537 1",
            lengths: "s0, s1",
            offset: "d0*s1+d1",
            refused: expect![
                "`d0*s1+d1` is 2147516415 at s0 = 32768, s1 = 65537 at [32767, 65536]"
            ],
            bounded: "s0 1 46340 1, s1 1 46340 1",
        },
        Overflow {
            report: "composable_kernel #3722: a KV cache of more than 8.4 million pages of 256 elements",
            symbols: "s0 1 8400000 1",
            lengths: "s0, 256",
            offset: "d0*256+d1",
            refused: expect!["`d0*256` is 2147483648 at s0 = 8388609 at [8388608, 255]"],
            bounded: "s0 1 8388608 1",
        },
        Overflow {
            report: "rocm-libraries #11603: tiles of a GEMM above 2 GiB, in bytes of f16",
            symbols: "s0 1 32768 1, s1 1 65536 1",
            lengths: "s0, s1",
            offset: "(d0*s1+d1)*2",
            refused: expect![
                "`(d0*s1+d1)*2` is 2147614718 at s0 = 16385, s1 = 65536 at [16384, 65535]"
            ],
            bounded: "s0 1 32768 1, s1 1 32768 1",
        },
        Overflow {
            report: "rocm-libraries #11754: a convolution whose bytes of f32, not its elements, are above the limit",
            symbols: "s0 1 256 1",
            lengths: "s0, 56, 56, 1024",
            offset: "(((d0*56+d1)*56+d2)*1024+d3)*4",
            refused: expect![
                "`(((d0*56+d1)*56+d2)*1024+d3)*4` is 2157969404 at s0 = 168 at [167, 55, 55, 1023]"
            ],
            bounded: "s0 1 167 1",
        },
        Overflow {
            report: "rocm-libraries #8554: scales of MX blocks of 32, packed by rows",
            symbols: "s0 1 65537 1, s1 32 1048576 32",
            lengths: "s0, s1",
            offset: "d0*(s1 floordiv 32)+d1 floordiv 32",
            refused: expect![
                "`d0*(s1 floordiv 32)` is 2147483648 at s0 = 65537, s1 = 1048576 at [65536, 1048575]"
            ],
            bounded: "s0 1 65536 1, s1 32 1048576 32",
        },
        Overflow {
            report: "cutlass #3604: the offset of a domain at a coordinate that is known at run time",
            symbols: "s0 1 65536 1, s1 1 32768 1, s2 0 65536 1",
            lengths: "s0, s1",
            offset: "(d0+s2)*s1+d1",
            refused: expect![
                "`(d0+s2)*s1` is 2147483648 at s0 = 1, s1 = 32768, s2 = 65536 at [0, 32767]"
            ],
            bounded: "s0 1 32768 1, s1 1 32768 1, s2 0 32768 1",
        },
        Overflow {
            report: "dion #102: the batch stride of [320, 2560, 3072]",
            symbols: "s0 1 320 1",
            lengths: "s0, 2560, 3072",
            offset: "(d0*2560+d1)*3072+d2",
            refused: expect!["`(d0*2560+d1)*3072` is 2154820608 at s0 = 274 at [273, 2559, 3071]"],
            bounded: "s0 1 273 1",
        },
        Overflow {
            report: "FlagGems #4156, #5882: rows that an index selects, 50,257 words of 65,536 features",
            symbols: "s0 1 50257 1, s1 1 65536 1",
            lengths: "s0, s1",
            offset: "d0*s1+d1",
            refused: expect!["`d0*s1` is 2147483648 at s0 = 32769, s1 = 65536 at [32768, 65535]"],
            bounded: "s0 1 50257 1, s1 1 40960 1",
        },
        Overflow {
            report: "megablocks #185: more than 524,288 rows of 4,096 features",
            symbols: "s0 1 600000 1",
            lengths: "s0, 4096",
            offset: "d0*4096+d1",
            refused: expect!["`d0*4096` is 2147483648 at s0 = 524289 at [524288, 4095]"],
            bounded: "s0 1 524288 1",
        },
        Overflow {
            report: "ROCm/triton #944, triton #6748, #1058: 64 blocks of 8192 x 8192",
            symbols: "s0 1 64 1",
            lengths: "s0, 8192, 8192",
            offset: "(d0*8192+d1)*8192+d2",
            refused: expect!["`(d0*8192+d1)*8192` is 2214584320 at s0 = 33 at [32, 8191, 8191]"],
            bounded: "s0 1 32 1",
        },
        Overflow {
            report: "rocm-libraries #9049: the columns of a convolution of 3 x 3 over 512 channels, for an image of 696 x 696",
            symbols: "s0 3 698 1",
            lengths: "s0-2, s0-2, 4608",
            offset: "(d0*(s0-2)+d1)*4608+d2",
            refused: expect!["`(d0*(s0-2)+d1)*4608` is 2149576704 at s0 = 685 at [682, 682, 4607]"],
            bounded: "s0 3 684 1",
        },
        Overflow {
            report: "tensorflow #127164: [1, 46342, 46341]",
            symbols: "s0 1 46342 1",
            lengths: "1, s0, 46341",
            offset: "d0*(s0*46341)+d1*46341+d2",
            refused: expect!["`s0*46341` is 2147488281 at s0 = 46341 at [0, 46340, 46340]"],
            bounded: "s0 1 46340 1",
        },
        Overflow {
            report: "pytorch #186057: a constant base before an index that fits",
            symbols: "s0 1 65536 1",
            lengths: "s0, 1024",
            offset: "d0*1024+d1+2113929216",
            refused: expect![
                "`d0*1024+d1+2113929216` is 2147484671 at s0 = 32769 at [32768, 1023]"
            ],
            bounded: "s0 1 32768 1",
        },
    ]
}
