//! Random layouts of the operands and results of an op, as the attribute `layout.choices` has them.

use crate::random::Random;

/// The layouts that [`layout_choices`] may draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceLayouts {
    /// Orders of the dims.
    Orders,
    /// Orders, and layouts with blocks of 2 or 3 indices of one dim.
    OrdersAndBlocks,
}

impl ChoiceLayouts {
    /// Returns a random layout of a value of this rank, as a choice spells it.
    pub fn layout(self, random: &mut Random, rank: usize) -> String {
        if rank == 0 {
            return "any".to_owned();
        }
        if self == ChoiceLayouts::OrdersAndBlocks && random.one_in(6) {
            return blocked(random, rank);
        }
        let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
        let order = random.permutation(rank);
        let order: Vec<&str> = order.iter().map(|&dim| dims[dim].as_str()).collect();
        format!("affine_map<({}) -> ({})>", dims.join(", "), order.join(", "))
    }
}

/// Returns a notation of oneDNN: the dims in a random order, one of them split.
fn blocked(random: &mut Random, rank: usize) -> String {
    let split = random.index(rank);
    let letter = |dim: usize| char::from(b'a' + u8::try_from(dim).unwrap_or(25));
    let order = random.permutation(rank).into_iter().map(|dim| match dim == split {
        true => letter(dim).to_ascii_uppercase(),
        false => letter(dim),
    });
    let order: String = order.collect();
    format!("\"onednn:{order}{}{}\"", 2 + random.below(2), letter(split))
}

/// The values of an op for which [`layout_choices`] draws layouts.
#[derive(Clone, Copy, Debug)]
pub struct OpRanks<'a> {
    /// The ranks of the operands, of which 0 has any layout.
    pub operands: &'a [usize],
    /// The ranks of the results.
    pub results: &'a [usize],
    /// `true` if an operand follows for each result, which has its layout.
    pub has_destinations: bool,
}

/// Returns a random choice for an op: in half of the cases one layout for all values of the rank of the first result.
pub fn layout_choices(random: &mut Random, layouts: ChoiceLayouts, ranks: OpRanks<'_>) -> String {
    let common_rank = ranks.results.first().copied().unwrap_or(0);
    let common = random.one_in(2).then(|| layouts.layout(random, common_rank));
    let mut all = Vec::new();
    for &rank in ranks.operands.iter().chain(ranks.results) {
        all.push(match &common {
            Some(common) if rank == common_rank => common.clone(),
            None if !random.one_in(4) => layouts.layout(random, rank),
            _ => "any".to_owned(),
        });
    }
    let results = all.split_off(ranks.operands.len());
    if ranks.has_destinations {
        all.extend(results.clone());
    }
    format!("#layout.choice<({}) -> ({})>", all.join(", "), results.join(", "))
}
