//! The offers of rules to an op: the choices of the rule, as requests to the slots of a site, and the origin of the
//! rule.

use super::candidate::Candidate;
use super::custom::CustomLayouts;
use super::rates::CostRates;
use ir::choice::{
    self, Choice, ChoiceRule, Fitted, FusedConversion, RequiredLayout, RuleOrigin, Slot,
};
use ir::layout::StrideReqs;
use ir::source::Span;
use ir::target::Target;
use ir::{Module, Op, Registry, Value};

/// The sources of the rules for the ops of a module.
#[derive(Clone, Copy)]
pub(crate) struct RuleSources<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) target: Option<&'a Target>,
    pub(crate) rates: &'a CostRates,
    pub(crate) custom: &'a CustomLayouts,
}

/// The layout that an offer requests for a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Any layout.
    Any,
    /// The common layout of all slots with this request.
    Same,
    /// Exactly this layout.
    Exactly(Candidate),
}

impl Request {
    /// Returns the layout that is requested exactly; `None` for another request.
    pub(crate) fn exact(self) -> Option<Candidate> {
        match self {
            Request::Exactly(candidate) => Some(candidate),
            Request::Any | Request::Same => None,
        }
    }
}

/// A choice of a rule that fits the types of an op.
#[derive(Clone, Debug)]
pub(crate) struct SiteOffer {
    /// The request for each slot.
    pub(crate) requests: Vec<Request>,
    /// The cost of the choice itself and of its fused conversions, in the unit of the rates.
    pub(crate) cost: u64,
    /// The index among the choices of the rule; `None` for the row-major layout of an op that no choice fits.
    pub(crate) choice: Option<usize>,
    /// The stride requirements of operands, then of results.
    pub(crate) reqs: Vec<StrideReqs>,
    /// The conversions that the op performs itself, with their costs in the unit of the rates.
    pub(crate) fused: Vec<FusedConversion>,
}

impl SiteOffer {
    fn of_op(module: &Module, rules: RuleSources<'_>, op: Op, offer: choice::Offer) -> SiteOffer {
        let slots = module.operands_and_results(op).zip((0..).map(Some));
        SiteOffer::new(module, rules, op, offer, slots)
    }

    /// Returns the offer of a choice to an op, or to the ops of a group of which `op` is the last. `slots` has the value of
    /// each slot, and its number among the values that the choice lists; `None` for a slot without a role.
    pub(crate) fn new(
        module: &Module,
        rules: RuleSources<'_>,
        op: Op,
        offer: choice::Offer,
        slots: impl Iterator<Item = (Value, Option<usize>)>,
    ) -> SiteOffer {
        let rates = rules.rates;
        let Fitted { required, reqs, cost, mut fused, .. } = offer.fitted;
        let cost = rates.choice(module, op, cost);
        fused.iter_mut().for_each(|it| it.cost = rates.choice(module, op, it.cost));
        let requests = slots.map(|(value, place)| {
            let required = place.and_then(|place| required.get(place));
            required.map_or(Request::Any, |required| request(module, rules.custom, required, value))
        });
        SiteOffer { requests: requests.collect(), cost, choice: offer.choice, reqs, fused }
    }

    /// Restricts the offer to some of the operands and results, by their positions.
    pub(crate) fn only(self, places: &[usize]) -> SiteOffer {
        if places.iter().copied().eq(0..self.requests.len()) {
            return self;
        }
        let requests = places
            .iter()
            .map(|&at| self.requests.get(at).copied().unwrap_or(Request::Any))
            .collect();
        SiteOffer { requests, ..self }
    }

    /// Returns the offer in which these pairs of slots have equal layouts; `None` if it requests other layouts.
    fn with_equal(mut self, pairs: &[(usize, usize)]) -> Option<SiteOffer> {
        for &(operand, result) in pairs {
            let both = match (*self.requests.get(operand)?, *self.requests.get(result)?) {
                // The offer has one group of equal layouts, which the pair joins.
                (Request::Any, Request::Any) => Request::Same,
                (Request::Any, own) | (own, Request::Any) => own,
                (a, b) if a == b => a,
                _ => return None,
            };
            (self.requests[operand], self.requests[result]) = (both, both);
        }
        Some(self)
    }

    /// Requests the order of some of the slots that had one common layout for the others of them, if the requested
    /// orders are equal. `sames` are the slots that had it.
    pub(crate) fn join_only_order(&mut self, sames: &[bool]) {
        let requests = self.requests.iter().zip(sames).filter(|(_, is_same)| **is_same);
        let mut exact = requests.filter_map(|(request, _)| request.exact());
        let Some(only @ Candidate::Order(_)) = exact.next() else { return };
        if exact.all(|other| other == only) {
            let sames = self.requests.iter_mut().filter(|request| **request == Request::Same);
            sames.for_each(|request| *request = Request::Exactly(only));
        }
    }

    /// Returns `true` if some slots must have the common layout.
    pub(crate) fn has_same(&self) -> bool {
        self.requests.contains(&Request::Same)
    }

    /// Returns, for each slot, `true` if it must have the common layout.
    pub(crate) fn sames(&self) -> Vec<bool> {
        self.requests.iter().map(|request| *request == Request::Same).collect()
    }

    /// Returns the layout that is requested exactly for each slot; `None` for other requests.
    pub(crate) fn exact(&self) -> Vec<Option<Candidate>> {
        self.requests.iter().map(|request| request.exact()).collect()
    }
}

fn request(
    module: &Module,
    custom: &CustomLayouts,
    required: &RequiredLayout,
    value: Value,
) -> Request {
    let rank = module.kind(value).tensor_dims().map_or(0, <[_]>::len);
    match required {
        RequiredLayout::Any => Request::Any,
        RequiredLayout::Same => Request::Same,
        RequiredLayout::Order(order) => Request::Exactly(Candidate::Order(*order)),
        RequiredLayout::Format(format) => Request::Exactly(Candidate::format(*format, rank)),
        RequiredLayout::Custom(layout) => {
            let attr = custom.attr(layout);
            let attr = attr.expect("the layouts of all rules are collected before the offers");
            Request::Exactly(Candidate::Custom(attr))
        }
    }
}

/// The offers of the rule that applies to an op.
pub(crate) struct OpOffers {
    pub(crate) offers: Vec<SiteOffer>,
    /// The origin of the rule.
    pub(crate) origin: RuleOrigin,
    /// The source location of the rule.
    pub(crate) span: Span,
}

impl OpOffers {
    /// Returns the offers to an op.
    pub(crate) fn new(module: &Module, rules: RuleSources<'_>, op: Op) -> OpOffers {
        let rule = ChoiceRule::for_op(module, op, rules.registry, rules.target);
        let offers = rule.offers(module, op).into_iter();
        let offers: Vec<SiteOffer> =
            offers.map(|offer| SiteOffer::of_op(module, rules, op, offer)).collect();
        let offers = with_destinations(module, rules, op, offers);
        OpOffers { offers, origin: rule.origin, span: rule.span }
    }
}

/// Returns the offers in which each destination of an op has the layout of its result; if there is none, row major.
fn with_destinations(
    module: &Module,
    rules: RuleSources<'_>,
    op: Op,
    offers: Vec<SiteOffer>,
) -> Vec<SiteOffer> {
    let destinations = rules.registry.destinations(module, op);
    if destinations.is_empty() {
        return offers;
    }
    let operands = module.operands(op).len();
    let pairs: Vec<(usize, usize)> = destinations
        .into_iter()
        .filter_map(|(operand, result)| {
            Some((operand, operands + module.results(op).position(|it| it == result)?))
        })
        .collect();
    let found: Vec<SiteOffer> =
        offers.into_iter().filter_map(|offer| offer.with_equal(&pairs)).collect();
    if !found.is_empty() {
        return found;
    }
    let row_major = Choice::all(Slot::RowMajor).fit(module, op).into_iter();
    row_major
        .map(|fitted| SiteOffer::of_op(module, rules, op, choice::Offer { choice: None, fitted }))
        .collect()
}
