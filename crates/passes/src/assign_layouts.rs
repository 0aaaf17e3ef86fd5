//! `assign-layouts`: gives every value a layout, with the reorders of least total cost.
//!
//! ```mlir
//! layout.target @npu {limits = {}, features = {}} {
//!   layout.rule "onnx.Conv" [#layout.choice<(NHWC, any, any) -> NHWC>]
//!   layout.rule "onnx.Relu" [#layout.choice<same>]
//! }
//! // before
//! %0 = "onnx.Conv"(%x, %w, %b) : (tensor<1x3x8x8xf16>, tensor<4x3x1x1xf16>, tensor<4xf16>) -> tensor<1x4x8x8xf16>
//! %1 = "onnx.Relu"(%0) : (tensor<1x4x8x8xf16>) -> tensor<1x4x8x8xf16>
//! return %1 : tensor<1x4x8x8xf16>
//! // after: `%x` and what is returned are row major, as the signature says; everything between is NHWC
//! %2 = layout.reorder %x : tensor<1x3x8x8xf16> -> tensor<1x3x8x8xf16, {order = #NHWC}>
//! ...
//! ```
//!
//! Every op may have one of several joint choices of layouts; a value that is read in another layout than that in which
//! it is made is reordered once for all who want it so. That is a network of cost functions, which the solver
//! (`pbqp`) solves exactly, with a certificate that a checker adds up again. No reorder is sunk, hoisted or cancelled
//! by a pattern: where it is best follows from the optimum.
//!
//! In reading order: `candidate`, what layouts a value may get; `transfer`, layouts through views; `offers`, what rules
//! ask; `sites`, where layouts are decided; `labels`, the choices there; `network`, the problem; `apply`, writing the
//! solution. `optimize-reorders` is the same with the reorders of the module taken away first.
//!
//! Costs are bytes read and written, dynamic lengths counted as 1. Reorders that move nothing, as they change dims of
//! length 1 alone, are views and free; constants are written anew in the layout that is wanted. Types of a function's
//! signature are kept, reorders go inside; what is written for another value is wanted by somebody, so that it is
//! there in that layout. An op that no rule speaks of is row major. What is kept between runs, by ops that name it with
//! `layout.state`, has one layout in all functions of its module.

mod apply;
pub(crate) mod candidate;
mod labels;
mod network;
mod offers;
mod sites;
mod transfer;
mod why;

use crate::pass::{Pass, PassContext, PassInfo};
use crate::resolve_strides::REQS_KEY;
use apply::apply;
use candidate::Kinds;
use ir::attrs::{AttrKind, LayoutAttr};
use ir::diag::{Diag, Severity, code};
use ir::layout::StrideReqs;
use ir::{Attr, Module};
use labels::Labels;
use network::{Decision, Network};
use pbqp::{Limits, Solution};
pub(crate) use sites::Mode;
use sites::{Rule, SiteId, Sites};
use why::Why;

pub(crate) const INFO: PassInfo = PassInfo {
    name: "assign-layouts",
    summary: "gives every value a layout, with the reorders of least total cost",
    page: include_str!("assign_layouts/page.md"),
    options: &[],
    build: |_| Ok(Box::new(AssignLayouts)),
};

/// The pass `assign-layouts`.
pub struct AssignLayouts;

impl Pass for AssignLayouts {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        run(module, cx, INFO.name, Mode::Assign);
    }
}

/// How finely costs are counted where bytes are equal: so many conversions are below one byte.
const BYTE: u64 = 1 << 20;

/// The best layouts, with all that they were chosen from.
struct Chosen {
    sites: Sites,
    labels: Labels,
    network: Network,
    decision: Decision,
    /// What they cost, as the problem counts.
    cost: u64,
}

impl Chosen {
    /// Which choice of its rule a site takes.
    fn choice_of(&self, site: SiteId) -> Option<usize> {
        let Rule::Offers(offers) = &self.sites.all[site].rule else { return None };
        offers.get(self.decision.offers[site]?)?.choice
    }
}

/// Chooses all layouts of a module and writes them, for a pass of this name.
pub(crate) fn run(module: &mut Module, cx: &mut PassContext<'_>, pass: &'static str, mode: Mode) {
    let mut kinds = Kinds::default();
    let chosen = match choose(module, cx, mode, &mut kinds) {
        Ok(chosen) => chosen,
        Err(message) => {
            let span = module.span(module.root());
            return cx.sink.push(Diag::error(code::ASSIGN, span, message));
        }
    };
    require(module, &chosen.sites, &chosen.decision);
    let (registry, sites, decision) = (cx.registry, &chosen.sites, &chosen.decision);
    let (inserted, forms) = apply(module, registry, mode, sites, &mut kinds, decision);
    cx.stats.add("reorders", inserted.reorders);
    cx.stats.add("bytes that reorders read and write", inserted.bytes);
    cx.stats.add("free reorders", inserted.views);
    cx.stats.add("constants in another layout", inserted.constants);
    if mode == Mode::Optimize {
        cx.stats.add("reorders before", inserted.removed);
    }
    if cx.provenance.is_some() {
        for (subject, decision) in Why::new(pass, module, &chosen, cx).all(&forms) {
            cx.record(subject, || decision);
        }
    }
}

/// The best layouts, and how good they are.
fn choose(
    module: &Module,
    cx: &mut PassContext<'_>,
    mode: Mode,
    kinds: &mut Kinds,
) -> Result<Chosen, String> {
    let (registry, target) = (cx.registry, cx.target);
    let asks = |op| offers::asks(module, registry, target, op);
    let sites = Sites::new(module, registry, mode, kinds, &asks);
    let labels = Labels::new(module, &sites, kinds);
    let fine = Network::new(module, &sites, &labels, kinds, BYTE);
    let network = fine.or_else(|_| Network::new(module, &sites, &labels, kinds, 1));
    let network =
        network.map_err(|error| format!("the costs of layouts cannot be added: {error}"))?;
    let solution = pbqp::solve(&network.problem, Limits::default())
        .map_err(|error| format!("layouts cannot be chosen: {error}"))?;
    let proven = pbqp::check(&network.problem, &solution.certificate);
    assert_eq!(proven, Ok(()), "the solver proves its bounds");
    report(module, &network, &solution, cx);
    cx.stats.add("layouts that were not considered", labels.dropped);
    let decision = network.decide(module, &sites, &labels, kinds, &solution.certificate.labels);
    Ok(Chosen { sites, labels, network, decision, cost: solution.cost() })
}

/// Counts how good a solution is, and says so where it is not proven best.
fn report(module: &Module, network: &Network, solution: &Solution, cx: &mut PassContext<'_>) {
    let bytes = |cost: u64| cost / network.byte;
    cx.stats.add("cost in bytes", bytes(solution.cost()));
    cx.stats.add("no layouts cost less than", bytes(solution.lower_bound()));
    cx.stats.add("gap in bytes", bytes(solution.cost()) - bytes(solution.lower_bound()));
    cx.stats.add("variables", network.problem.len() as u64);
    cx.stats.add("cores", solution.stats.cores.len() as u64);
    if solution.gap() > 0 {
        let message = format!(
            "the layouts cost {} bytes read and written; it is proven only that none cost less than {}",
            bytes(solution.cost()),
            bytes(solution.lower_bound())
        );
        let span = module.span(module.root());
        cx.sink.push(Diag::new(Severity::Remark, code::ASSIGN, span, message));
    }
}

/// Hands what the chosen offers require of strides on to `resolve-strides`, by its attribute.
fn require(module: &mut Module, sites: &Sites, decision: &Decision) {
    for (site, &label) in sites.all.iter().zip(&decision.offers) {
        let (Rule::Offers(offers), Some(at)) = (&site.rule, label) else { continue };
        let reqs = &offers[at].reqs;
        if reqs.iter().all(StrideReqs::is_empty) {
            continue;
        }
        let old = module.attr(site.op, REQS_KEY).and_then(|attr| module.ctx.as_array(attr));
        let mut entries: Vec<Attr> = old.map(<[Attr]>::to_vec).unwrap_or_default();
        for (place, reqs) in reqs.iter().enumerate() {
            let own = entries.get(place).map(|&attr| module.ctx.attr_kind(attr).clone());
            let joined = match own {
                Some(AttrKind::Layout(LayoutAttr::Reqs(own))) => own.join(reqs),
                _ => reqs.clone(),
            };
            let attr = match joined.is_empty() {
                true => module.ctx.unit(),
                false => module.ctx.attr(AttrKind::Layout(LayoutAttr::Reqs(joined))),
            };
            match entries.get_mut(place) {
                Some(entry) => *entry = attr,
                None => entries.push(attr),
            }
        }
        let list = module.ctx.array(&entries);
        module.set_attr(site.op, REQS_KEY, Some(list));
    }
}
#[cfg(test)]
pub(crate) mod tests;
