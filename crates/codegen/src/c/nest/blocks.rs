//! The loops of a plan as those of a kernel in C, whose functions move larger blocks than the plan has.

use ir::layout::{CopyLoop, CopyMethod, CopyPlan};

/// The number of bytes of the rows and of the columns of a block that a function transposes: it divides the block by
/// itself, and fetches a part of it during the part before.
const BLOCK: [i64; 2] = [2048, 256];

/// The number of short runs that a function copies, where it can have more than the plan.
const RUNS: i64 = 1024;

/// Returns the loops of a plan, in which the loops over blocks that a function moves have larger blocks.
pub(super) fn joined_blocks(plan: &CopyPlan) -> Vec<CopyLoop> {
    let mut loops = plan.loops.clone();
    let wanted = match (plan.method, &loops[..]) {
        (CopyMethod::Tile { source, target, .. }, _) => {
            let unit = plan.unit_bytes().max(1);
            vec![(source, BLOCK[0] / unit), (target, BLOCK[1] / unit)]
        }
        (CopyMethod::Vector { .. }, [.., block, inside])
            if block.digit == inside.digit && inside.inside =>
        {
            vec![(block.digit, RUNS)]
        }
        _ => Vec::new(),
    };
    for (digit, values) in wanted {
        let Some(at) = loops.iter().position(|it| it.digit == digit && it.step > 1) else {
            continue;
        };
        let step = loops[at].step;
        let blocks = values / step;
        loops[at].step = step * blocks.max(1);
        if plan.digits[digit].length.get().is_some_and(|length| length <= loops[at].step) {
            loops.remove(at);
            loops.iter_mut().filter(|it| it.digit == digit).for_each(|it| it.inside = false);
        }
    }
    loops
}
