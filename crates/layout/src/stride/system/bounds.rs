//! The second stage: the direct bounds of the unknown of each class.

use super::classes::Weights;
use super::reason::{Cause, Reason};
use super::state::{BoundSource, ClassBounds, FixpointState, Increase, MOST};
use super::trace::Trace;
use crate::domain::{ceil, gcd, lcm};
use crate::stride::constraint::{Constraint, Scaled};

impl Weights {
    /// Returns bounds by class that only keep the strides within 63 bits.
    fn widths(&self) -> Vec<ClassBounds> {
        let open = ClassBounds {
            exact: None,
            step: 1,
            least: 1,
            least_by: None,
            most: MOST,
            most_by: None,
        };
        let mut bounds = vec![open; self.count];
        for (&class, &weight) in self.class.iter().zip(&self.weight) {
            bounds[class].most = bounds[class].most.min(MOST / i128::from(weight));
        }
        bounds
    }
}

impl FixpointState<'_> {
    pub(super) fn bind(&mut self) -> Result<(), Box<Reason>> {
        self.bounds = self.weights.widths();
        self.bind_exact()?;
        self.bind_multiples()?;
        self.bind_limits()
    }

    fn bind_exact(&mut self) -> Result<(), Box<Reason>> {
        for (member, constraint) in self.constraints() {
            let Constraint::Exactly { of, bits } = constraint else { continue };
            let Some(stride) = constraint.elems(self.system.elem) else {
                return Err(Box::new(Reason::FractionOfElement { constraint: member, of, bits }));
            };
            let weight = self.weights.weight(of.var);
            if stride < 1 {
                return Err(Trace::new(self).below_one_element(member));
            }
            if stride % weight != 0 {
                let var = self.fractional_stride(of.var, stride);
                return Err(Trace::new(self).fractional_stride(member, var));
            }
            self.fix(self.weights.class[of.var], stride / weight, member)?;
        }
        Ok(())
    }

    fn fix(&mut self, class: usize, value: i128, member: Cause) -> Result<(), Box<Reason>> {
        let bounds = &mut self.bounds[class];
        match bounds.exact {
            Some((other, first)) if other != value => {
                return Err(Trace::new(self).two_exact_values(first, member));
            }
            None if value > bounds.most => {
                let source = BoundSource::Exact(member);
                return Err(Trace::new(self).least_above_most(Increase { class, value, source }));
            }
            Some(_) => {}
            None => bounds.exact = Some((value, member)),
        }
        Ok(())
    }

    /// Returns the last variable whose stride is not a whole number if the stride of `var` is `stride`. Such a variable
    /// exists, as the weights of a class have no common divisor.
    fn fractional_stride(&self, var: usize, stride: i128) -> usize {
        let class = self.weights.class[var];
        let weight = self.weights.weight(var);
        // The part of the weight that does not divide the stride divides every weight whose stride stays whole.
        let rest = weight / gcd(weight, stride);
        let mut vars = (0..self.system.vars).rev();
        vars.find(|&other| {
            self.weights.class[other] == class && self.weights.weight(other) % rest != 0
        })
        .expect("the weights have no common divisor")
    }

    fn bind_multiples(&mut self) -> Result<(), Box<Reason>> {
        for &member in self.chosen {
            let Some((class, step)) = self.step(member) else { continue };
            let bounds = &mut self.bounds[class];
            match bounds.exact {
                Some((value, _)) if value % step == 0 => {}
                Some((_, exact)) => {
                    return Err(Trace::new(self).misaligned(exact, member));
                }
                None => match lcm(bounds.step, step) {
                    Some(common) if common <= MOST => bounds.step = common,
                    step => return Err(Trace::new(self).step_overflow(class, step)),
                },
            }
        }
        Ok(())
    }

    fn bind_limits(&mut self) -> Result<(), Box<Reason>> {
        for (member, constraint) in self.constraints() {
            match constraint {
                Constraint::AtMost { of, bits } => self.bind_most(member, of, bits)?,
                Constraint::AtLeastElems(of, elems) => self.bind_least(member, of, elems),
                _ => {}
            }
        }
        Ok(())
    }

    fn bind_most(&mut self, member: Cause, of: Scaled, bits: i128) -> Result<(), Box<Reason>> {
        let most = bits.div_euclid(self.unit(of)).div_euclid(self.weights.weight(of.var));
        let bounds = &mut self.bounds[self.weights.class[of.var]];
        if let Some((_, exact)) = bounds.exact.filter(|&(value, _)| value > most) {
            return Err(Trace::new(self).exact_above_most(exact, member));
        }
        if most < bounds.most {
            (bounds.most, bounds.most_by) = (most, Some(member));
        }
        Ok(())
    }

    fn bind_least(&mut self, member: Cause, of: Scaled, elems: i64) {
        let least = ceil(elems.into(), self.scaled_weight(of));
        let bounds = &mut self.bounds[self.weights.class[of.var]];
        if least > bounds.least {
            (bounds.least, bounds.least_by) = (least, Some(member));
        }
    }
}
