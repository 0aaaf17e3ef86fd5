//! Certificates of the optimum: for each function its model as OPB, and a proof of the least cost for VeriPB.
//!
//! `layouts` builds the model of a function from its sites, `model` is a minimization over Booleans with its text,
//! `eliminate` computes its optimum, and `proof` writes the proof. None of them uses the solver: a certificate is left out
//! where the optimum of the model is not the cost that the pass found.

mod eliminate;
mod layouts;
mod model;
mod proof;
#[cfg(test)]
mod tests;

use super::prepared::PreparedSites;
use super::solve::SolvedGroups;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::pass::PassContext;
use eliminate::{Elimination, NoOptimum};
use indexmap::IndexMap;
use ir::diag::{Diag, Severity, code};
use ir::print::{PrintOptions, ValueNames, module_to_string};
use ir::{Module, Op};
use layouts::{LayoutModel, ModelSources};
use model::Model;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The maximum number of Booleans of a model.
const MAX_BOOLEANS: usize = crate::limits::CERTIFICATE_BOOLEANS as usize;

/// The certificate of a function.
struct Certificate {
    opb: String,
    proof: String,
}

/// Writes the certificates of all functions of a module into a folder, with the module itself. A function without a
/// certificate has a remark with the reason.
pub(super) fn write(
    module: &Module,
    (prepared, solved): (&PreparedSites, &SolvedGroups),
    footprints: &mut Footprints,
    folder: &str,
    cx: &mut PassContext<'_>,
) {
    if let Some(reason) = not_proven(solved, footprints) {
        leave_out(module, module.root(), &reason, cx);
        return;
    }
    let options = PrintOptions { generic: true, ..PrintOptions::default() };
    let text = module_to_string(module, cx.registry, options);
    cx.write_file(format!("{folder}/module.mlir"), text);
    let names = ValueNames::new(module, cx.registry);
    let positions: FxHashMap<Op, usize> = module.walk().zip(0..).collect();
    let from = ModelSources {
        module,
        input: solved.labeled(prepared.labeled()),
        names: &names,
        positions: &positions,
        assignment: &solved.assignment,
    };
    let mut files: IndexMap<String, u32, FxBuildHasher> = IndexMap::default();
    for (function, groups) in functions(module, prepared) {
        let name = module.symbol(function).unwrap_or_default().to_owned();
        match certificate(&from, (prepared, solved), footprints, (&name, &groups)) {
            Ok(Certificate { opb, proof }) => {
                let file = file_name(&name, &mut files);
                cx.write_file(format!("{folder}/{file}.opb"), opb);
                cx.write_file(format!("{folder}/{file}.pbp"), proof);
                cx.stats.add("certificates", 1);
            }
            Err(reason) => leave_out(module, function, &reason, cx),
        }
    }
}

/// Returns the reason why no function of the module has a certificate.
fn not_proven(solved: &SolvedGroups, footprints: &Footprints) -> Option<String> {
    let unit = footprints.rates().unit().name;
    let totals = solved.totals;
    if totals.bound < totals.cost {
        let (cost, bound) = (totals.cost, totals.bound);
        return Some(format!("the cost is {cost} {unit}, but the proven lower bound is {bound}"));
    }
    let of_groups = solved.cost_of_groups();
    (of_groups != totals.cost).then(|| {
        let cost = totals.cost;
        format!("the layouts cost {of_groups} {unit}, but copies that views force make it {cost}")
    })
}

fn leave_out(module: &Module, function: Op, reason: &str, cx: &mut PassContext<'_>) {
    cx.stats.add("certificates left out", 1);
    let name = module.symbol(function).filter(|_| function != module.root());
    let what = name.map_or("the module".to_owned(), |name| format!("`@{name}`"));
    let message = format!("{what} has no certificate: {reason}");
    cx.sink.push(Diag::new(Severity::Remark, code::ASSIGN, module.location(function), message));
}

/// Returns the functions with the numbers of their groups of sites. A group of several functions belongs to the first.
fn functions(module: &Module, prepared: &PreparedSites) -> IndexMap<Op, Vec<usize>, FxBuildHasher> {
    let mut all: IndexMap<Op, Vec<usize>, FxBuildHasher> = IndexMap::default();
    for (number, group) in prepared.groups.iter().enumerate() {
        let op = group.sites.first().map(|&site| prepared.sites.all[site].op);
        let named = module.ancestors(op).find(|&it| module.symbol(it).is_some());
        all.entry(named.unwrap_or(module.root())).or_default().push(number);
    }
    all
}

/// Returns a name for the files of a function that no other function has.
fn file_name(function: &str, used: &mut IndexMap<String, u32, FxBuildHasher>) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    let name: String = function.chars().map(|it| if plain(it) { it } else { '_' }).collect();
    let name = if name.is_empty() { "module".to_owned() } else { name };
    let count = used.entry(name.clone()).or_default();
    *count += 1;
    if *count == 1 { name } else { format!("{name}.{count}") }
}

/// Returns the certificate of a function.
///
/// # Errors
/// The reason why it has none.
fn certificate(
    from: &ModelSources<'_>,
    (prepared, solved): (&PreparedSites, &SolvedGroups),
    footprints: &mut Footprints,
    (function, groups): (&str, &[usize]),
) -> Result<Certificate, String> {
    let unit = footprints.rates().unit().name;
    let mut layouts = LayoutModel::new(from, footprints, function);
    let mut cost = 0u64;
    for &group in groups {
        layouts.add(&prepared.groups[group]);
        cost = cost.saturating_add(solved.cost_of(group));
        let booleans = layouts.model.booleans();
        if booleans > MAX_BOOLEANS {
            return Err(format!(
                "its model has {booleans} Booleans, but at most {MAX_BOOLEANS} are allowed"
            ));
        }
    }
    let LayoutModel { model, fixed, .. } = layouts;
    let (elimination, values) = optimum(&model, &fixed, cost)?;
    let comments = [
        format!("the layouts of @{function}; the cost is in {unit}"),
        format!("the least cost is {}", elimination.optimum),
    ];
    let proof = proof::proof(&model, &elimination, &values);
    Ok(Certificate { opb: model.opb(&comments), proof })
}

/// Returns the elimination of a model, and the values of the solution of the pass, which has this cost.
///
/// # Errors
/// The model has no such optimum.
fn optimum(
    model: &Model,
    fixed: &[Option<usize>],
    cost: u64,
) -> Result<(Elimination, Vec<usize>), String> {
    let elimination = Elimination::new(model, &[]).map_err(describe)?;
    let least = elimination.optimum;
    if least != cost {
        return Err(format!("the least cost of its model is {least}, but its layouts cost {cost}"));
    }
    let own = Elimination::new(model, fixed).map_err(describe)?;
    let values = own.values(model, fixed);
    let reached = model.cost(&values).unwrap_or(u64::MAX);
    if reached != cost {
        return Err(format!("its layouts cost {cost}, but its model has {reached} for them"));
    }
    Ok((elimination, values))
}

fn describe(reason: NoOptimum) -> String {
    match reason {
        NoOptimum::TooMany(limit) => {
            format!("its proof needs more than {limit} combinations of layouts at once")
        }
        NoOptimum::Overflow => "the sum of its costs reaches 2^64".to_owned(),
        NoOptimum::Infeasible => "no layouts satisfy its model".to_owned(),
    }
}
