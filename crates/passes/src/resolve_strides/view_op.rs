//! The question whether the tensors of one view op can share memory, for `assign-layouts`.

use ir::layout::{
    BufferMember, BufferProblem, DimsOrder, ElemSize, SharedBuffer, SharedBuffers, StrideLimits,
    ViewMap,
};

/// The tensors of a view op, and the limits of a device.
pub(crate) struct ViewTensors<'a> {
    /// The static lengths of each tensor.
    pub(crate) lens: Vec<Vec<i64>>,
    /// The whole and the part of each link, by their indices, and its map.
    pub(crate) links: Vec<(usize, usize, &'a ViewMap)>,
    pub(crate) elem: ElemSize,
    pub(crate) limits: StrideLimits,
}

impl ViewTensors<'_> {
    /// Returns `true` if the tensors can share memory in these orders, if no other op constrains them. A tensor without
    /// an order has no constraints.
    pub(crate) fn can_share(&self, orders: &[Option<DimsOrder>]) -> bool {
        let mut buffers = SharedBuffers::default();
        for (tensor, (lens, &order)) in self.lens.iter().zip(orders).enumerate() {
            buffers.add(tensor, lens.clone(), order);
        }
        let mut links = self.links.iter();
        links.all(|&(whole, part, map)| buffers.join(whole, part, map, 0).is_ok())
            && buffers.buffers().iter().all(|buffer| self.fits(buffer))
    }

    fn fits(&self, buffer: &SharedBuffer<usize>) -> bool {
        let members = buffer.members.iter();
        let Some(root) = members.clone().position(|member| member.tensor == buffer.root) else {
            return true;
        };
        let members = members.map(|member| BufferMember {
            described: true,
            ..BufferMember::new(&member.map, member.order)
        });
        let problem = BufferProblem {
            lens: buffer.lens.clone(),
            elem: self.elem,
            members: members.collect(),
            root,
            contiguity: buffer.contiguity.iter().map(|it| it.0).collect(),
        };
        problem.solve(Some(&self.limits)).is_ok()
    }
}
