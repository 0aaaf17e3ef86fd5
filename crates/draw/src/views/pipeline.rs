//! The transforms of a layout, from the logical index to memory, with their parameters and the length of every dim.

use super::head::{dim_name, head};
use crate::options::{DrawError, DrawOptions};
use crate::picture::{BoxKind, CellLimits, Diagram, DiagramArrow, DiagramBox, Picture, Port};
use crate::subject::DrawSubject;
use crate::view::PictureView;
use layout::{DimId, Layout, Stage, joined};

pub(super) const VIEW: PictureView = PictureView {
    name: "pipeline",
    summary: "the transforms of a descriptor with their parameters and the length of every dim",
    compute: picture,
};

fn picture(
    subject: DrawSubject<'_>,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
    let layout = subject.layout(VIEW.name, &options.name)?;
    let most = usize::try_from(limits.cells).unwrap_or(usize::MAX);
    let stages = stages_from_user(layout);
    let mut plan = PipelineDiagram::new(layout);
    let logical = layout.logical_dims();
    let no_dims = if logical.is_empty() { Some("no dims".to_owned()) } else { None };
    let name = std::iter::once("logical index".to_owned()).chain(no_dims);
    plan.add(name.collect(), BoxKind::End, &[], logical);
    for stage in stages.iter().take(most) {
        plan.add(
            vec![stage.transform().syntax()],
            BoxKind::Step,
            stage.results(),
            stage.operands(),
        );
    }
    let memory = layout.physical();
    let strides = format!("strides {}", memory.strides());
    let lines = vec!["memory".to_owned(), strides, format!("offset {:#}", memory.offset())];
    plan.add(lines, BoxKind::End, layout.base_dims(), &[]);
    let mut picture = head(layout, options);
    if stages.len() > most {
        picture.notes.push(format!("cut: the first {most} of {} transforms", stages.len()));
    }
    picture.diagrams.push(plan.diagram);
    Ok(picture)
}

/// Returns the stages from the user to memory. Of several possible next stages, the one with the leftmost result dim is
/// first.
fn stages_from_user(layout: &Layout) -> Vec<&Stage> {
    let mut left: Vec<&Stage> = layout.stages().rev().collect();
    // By dim: its number in the order of definitions, seen from the user.
    let mut defined: Vec<Option<usize>> = vec![None; layout.dims_len()];
    let mut numbers = 0..;
    layout.logical_dims().iter().for_each(|dim| defined[dim.number()] = numbers.next());
    let mut sorted = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let ready = left.iter().enumerate();
        let ready = ready.filter_map(|(at, stage)| Some((place(stage, &defined)?, at)));
        // The last stage of a layout always is possible, because its result dims are logical.
        let next = ready.min().map_or(0, |(_, at)| at);
        let stage = left.remove(next);
        stage.operands().iter().for_each(|dim| defined[dim.number()] = numbers.next());
        sorted.push(stage);
    }
    sorted
}

/// Returns the place of the leftmost result dim of a stage; `None` if a result dim is not defined. A transform without
/// result dims is last: its operand dims are constants.
fn place(stage: &Stage, defined: &[Option<usize>]) -> Option<usize> {
    let places = stage.results().iter().map(|dim| defined[dim.number()]);
    let places: Option<Vec<usize>> = places.collect();
    Some(places?.into_iter().min().unwrap_or(usize::MAX))
}

/// A growing diagram of a pipeline.
struct PipelineDiagram<'a> {
    layout: &'a Layout,
    diagram: Diagram,
    /// By dim: the box that defines it, seen from the user, and the part of its lower edge.
    defined: Vec<Option<(usize, Port)>>,
}

impl PipelineDiagram<'_> {
    fn new(layout: &Layout) -> PipelineDiagram<'_> {
        let defined = vec![None; layout.dims_len()];
        PipelineDiagram { layout, diagram: Diagram::default(), defined }
    }

    fn texts(&self, dims: &[DimId]) -> Vec<String> {
        dims.iter().map(|&dim| dim_text(self.layout, dim)).collect()
    }

    /// Adds a box below the boxes that define its result dims.
    fn add(&mut self, lines: Vec<String>, kind: BoxKind, results: &[DimId], operands: &[DimId]) {
        let number = self.diagram.boxes.len();
        for (nth, dim) in results.iter().enumerate() {
            let Some((from, leave)) = self.defined[dim.number()] else { continue };
            let reach = Port { nth, count: results.len() };
            let title = dim_text(self.layout, *dim);
            self.diagram.arrows.push(DiagramArrow {
                from,
                to: number,
                begin_port: leave,
                end_port: reach,
                title,
            });
        }
        for (nth, dim) in operands.iter().enumerate() {
            self.defined[dim.number()] = Some((number, Port { nth, count: operands.len() }));
        }
        let results = self.texts(results);
        let operands = self.texts(operands);
        let title = [results.join(" "), lines.join(", "), operands.join(" ")];
        let title = joined(title.into_iter().filter(|part| !part.is_empty()), "; ");
        self.diagram.boxes.push(DiagramBox { results, lines, operands, title, kind, part: None });
    }
}

/// Returns a dim with its length.
fn dim_text(layout: &Layout, dim: DimId) -> String {
    format!("{}[{}]", dim_name(layout, dim), layout.length(dim))
}
