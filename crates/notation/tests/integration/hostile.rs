//! Random and mutated texts: each one is read or is a fault inside the text, without a panic.

use crate::definitions;

use definitions::GENERATORS;
use layoutc_notation::{NOTATIONS, read, read_subject, write};
use testkit::Random;

/// Reads a text; a layout is written in every notation, a fault must be inside the text.
fn attempt(text: &str) {
    match read(text, None) {
        Ok(notated) if notated.layout.shape().num_elements().is_some_and(|it| it.get() < 4096) => {
            let own = text.split(':').next().unwrap_or_default();
            let _ = write(own, &notated.layout, notated.elem);
        }
        Ok(_) => {}
        Err(fault) => {
            assert!(
                fault.at.start <= fault.at.end && fault.at.end <= text.len(),
                "{text}: {fault}"
            );
            assert!(text.is_char_boundary(fault.at.start), "{text}: {fault}");
        }
    }
    if let Err(fault) = read_subject(text, None) {
        assert!(fault.at.end <= text.len() && text.is_char_boundary(fault.at.start), "{text}");
    }
}

/// Texts of records.
const RECORDS: [&str; 4] =
    ["ggml:Q4_K[2,512]", "ggml:NVFP4[64]", "mx:mxfp4[256,64] scale=128x4", "mx:nvfp4[3,2,32]"];

#[test]
fn mutated_texts_of_records_are_read_or_are_faults() {
    let letters: Vec<char> = "[],:= _0123456789QKmxfpscale\u{e9}\"@".chars().collect();
    let mut random = Random::new(9);
    for round in 0..4000 {
        let mut text: Vec<char> = RECORDS[round % RECORDS.len()].chars().collect();
        for _ in 0..1 + random.index(3) {
            let at = random.index(text.len());
            match random.index(4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, random.choose(&letters)),
                2 => text[at] = random.choose(&letters),
                _ => text.truncate(at.max(4)),
            }
        }
        attempt(&text.into_iter().collect::<String>());
    }
    let most = i64::MAX;
    for text in [
        format!("ggml:Q8_0[{most},{most}]"),
        format!("ggml:Q8_0[{most},32]"),
        format!("ggml:MXFP4[{}]", most / 32 * 32),
        format!("mx:mxfp8[{most},32] scale=128x4"),
        format!("mx:mxfp4[1,{}] scale=128x4", most / 32 * 32),
        format!("mx:mxfp6[{}]", 1i64 << 60),
        format!("scale:128x4[{most},{most}]"),
        format!("scale:128x4[1,{most}]"),
    ] {
        attempt(&text);
    }
}

#[test]
fn mutated_texts_are_read_or_are_faults() {
    let letters: Vec<char> = "()[]{}<>,:*+-/%?_ ox0123456789abcTSk∘é\"@#".chars().collect();
    let mut random = Random::new(7);
    for _ in 0..400 {
        for (_, generate) in GENERATORS {
            let mut text: Vec<char> = generate(&mut random).text.chars().collect();
            for _ in 0..1 + random.index(3) {
                let at = random.index(text.len());
                match random.index(4) {
                    0 => drop(text.remove(at)),
                    1 => text.insert(at, random.choose(&letters)),
                    2 => text[at] = random.choose(&letters),
                    _ => text.truncate(at.max(4)),
                }
                if text.is_empty() {
                    break;
                }
            }
            attempt(&text.into_iter().collect::<String>());
        }
    }
}

#[test]
fn random_texts_are_faults() {
    let letters: Vec<char> = "()[]{}<>,:*+-/%?_ ox09abcTSk\n".chars().collect();
    let mut random = Random::new(8);
    for notation in NOTATIONS {
        for length in 0..200 {
            let text: String = (0..length % 40).map(|_| random.choose(&letters)).collect();
            attempt(&format!("{}:{text}", notation.name));
        }
        for deep in ["(", "[", "{", "<", "-", "1*"] {
            attempt(&format!("{}:{}", notation.name, deep.repeat(1 << 14)));
        }
        attempt(&format!("{}:{}", notation.name, "9".repeat(1 << 17)));
    }
}

#[test]
fn huge_numbers_are_faults_or_layouts() {
    let most = i64::MAX;
    for text in [
        format!("cute:({most},{most}):(1,1)"),
        format!("cute:{most}:{most}"),
        format!("cute:S<30,0,30> o {most} o (2,2):({most},1)"),
        format!("torch:({most}):({most})+{most}"),
        format!("torch:(2,{most}):(1,1)"),
        format!("xla:f32[{most},{most}]"),
        format!("xla:f32[{most}]{{0:T({most})(3)}}"),
        format!("xla:f32[2,3]{{1,0:T({most},{most})({most})}}"),
        format!("xla:f32[{most},3]{{1,0:T(*,{most})}}"),
        format!("onednn:Ab{most}a[{most},{most}]"),
        format!("onednn:A{most}a{most}a[1]"),
        format!("tvm:[{most}] lambda i: (i*{most})"),
        format!("tvm:[{most},{most}] lambda i,j: (i//2 + j%3, i, j)"),
        format!("tvm:[4] lambda i: ({most} + i)"),
        format!("memref:memref<{most}x{most}xf32>"),
        format!("memref:memref<4xf32, strided<[{most}], offset: {most}>>"),
        format!("memref:memref<4xf32, strided<[-{most}], offset: -{most}>>"),
        format!("trt:kCHW32[{most},{most},1,1]:f16"),
        format!("vpux:NCHW[{most},2,2,{most}]"),
        "vpux:0xFFFFFFFFFFFFFFFF[1]".to_owned(),
    ] {
        if let Ok(notated) = read(&text, None) {
            for notation in NOTATIONS {
                let _ = write(notation.name, &notated.layout, notated.elem);
            }
        }
    }
}
