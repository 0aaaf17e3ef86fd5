//! The transforms of a layout, from the logical index to memory, with the length of every dim.

use super::facts::facts;
use crate::options::{DrawError, DrawOptions};
use crate::picture::{BoxKind, CellLimits, Diagram, DiagramBox, Picture};
use crate::subject::DrawSubject;
use crate::view::PictureView;
use layout::{DimId, Layout};

pub(super) const VIEW: PictureView = PictureView {
    name: "pipeline",
    summary: "the transforms of a descriptor with the length of every dim",
    compute: picture,
};

fn picture(
    subject: DrawSubject<'_>,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
    let layout = subject.layout(VIEW.name, &options.name)?;
    let most = usize::try_from(limits.cells).unwrap_or(usize::MAX);
    let stages: Vec<_> = layout.stages().rev().collect();
    let notes = match stages.len() > most {
        true => vec![format!("cut: the first {most} of {} transforms", stages.len())],
        false => Vec::new(),
    };
    let mut diagram = Diagram::default();
    // By dim: the box that defines it, seen from the user.
    let mut defined = vec![0; layout.dims_len()];
    let mut add = |lines: Vec<String>, kind, upper: &[DimId], lower: &[DimId]| {
        let number = diagram.boxes.len();
        let title = lines.join("; ");
        diagram.boxes.push(DiagramBox { lines, title, kind });
        for dim in upper {
            let title = dim_text(layout, *dim);
            diagram.arrows.push((defined[dim.number()], number, title));
        }
        lower.iter().for_each(|dim| defined[dim.number()] = number);
    };
    let logical = layout.logical_dims();
    let lines = vec!["logical index".to_owned(), dims_text(layout, logical)];
    add(lines, BoxKind::End, &[], logical);
    for stage in stages.into_iter().take(most) {
        let lines = vec![
            dims_text(layout, stage.upper()),
            stage.transform().name().to_owned(),
            dims_text(layout, stage.lower()),
        ];
        add(lines, BoxKind::Step, stage.upper(), stage.lower());
    }
    let memory = layout.physical();
    let lines = vec![
        dims_text(layout, layout.base_dims()),
        format!("memory, strides {}, offset {:#}", memory.strides(), memory.offset()),
    ];
    add(lines, BoxKind::End, layout.base_dims(), &[]);
    let (heading, facts) = (options.name.clone(), facts(layout));
    Ok(Picture { heading, facts, diagrams: vec![diagram], notes, ..Picture::default() })
}

/// Returns dims with their lengths.
fn dims_text(layout: &Layout, dims: &[DimId]) -> String {
    let dims: Vec<String> = dims.iter().map(|&dim| dim_text(layout, dim)).collect();
    if dims.is_empty() { "no dims".to_owned() } else { dims.join("  ") }
}

/// Returns a dim with its length: a logical dim, a physical dim, or a hidden dim between them by its number.
fn dim_text(layout: &Layout, dim: DimId) -> String {
    let place = |dims: &[DimId]| dims.iter().position(|&other| other == dim);
    let length = layout.length(dim);
    match (place(layout.logical_dims()), place(layout.base_dims())) {
        (Some(logical), _) => format!("d{logical}[{length}]"),
        (None, Some(physical)) => format!("m{physical}[{length}]"),
        (None, None) => format!("#{}[{length}]", dim.number()),
    }
}
