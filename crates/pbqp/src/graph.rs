//! A problem while it is being solved: variables leave it one by one.
//!
//! Here variables are plain places in the graph; a part of a problem has a graph of its own, whose `names` say
//! which variables of the problem they are. Tables whose variables left stay as empty shells, so that leaving costs
//! nothing where a variable has many neighbours.

use super::problem::{FORBIDDEN, Problem, Var, add, transposed};
use rustc_hash::FxHashMap;

/// Costs of pairs of labels, row-major; the first variable is the smaller one.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) ends: [u32; 2],
    pub(super) costs: Vec<u64>,
    live: bool,
}

impl Table {
    /// The end that is not `var`.
    pub(super) fn other(&self, var: u32) -> u32 {
        self.ends[usize::from(self.ends[0] == var)]
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The cost of each label; [`FORBIDDEN`] where it was removed.
    pub(super) unary: Vec<Vec<u64>>,
    pub(super) tables: Vec<Table>,
    /// What is to be added to every solution of the rest.
    pub(super) constant: u64,
    /// Which variables of the problem they are, ascending.
    pub(super) names: Vec<Var>,
    around: Vec<Vec<u32>>,
    degree: Vec<u32>,
    gone: Vec<bool>,
    places: FxHashMap<[u32; 2], u32>,
}

impl Graph {
    /// The whole problem.
    pub(super) fn new(problem: &Problem) -> Graph {
        let names = (0..problem.len() as u32).map(Var).collect();
        let mut graph = Graph::with(names, problem.costs.clone());
        for edge in &problem.edges {
            graph.add_table([edge.first.0, edge.second.0], edge.costs.clone());
        }
        graph
    }

    fn with(names: Vec<Var>, unary: Vec<Vec<u64>>) -> Graph {
        let count = unary.len();
        Graph {
            unary,
            tables: Vec::new(),
            constant: 0,
            names,
            around: vec![Vec::new(); count],
            degree: vec![0; count],
            gone: vec![false; count],
            places: FxHashMap::default(),
        }
    }

    /// A copy of some variables, ascending, with the tables among them. `place` is scratch: where each variable
    /// went.
    pub(super) fn part(&self, vars: &[u32], place: &mut [u32]) -> Graph {
        let names = vars.iter().map(|&var| self.names[var as usize]).collect();
        let unary = vars.iter().map(|&var| self.unary[var as usize].clone()).collect();
        let mut part = Graph::with(names, unary);
        for (at, &var) in vars.iter().enumerate() {
            place[var as usize] = at as u32;
        }
        for &var in vars {
            for (table, other) in self.tables_of(var) {
                let table = &self.tables[table as usize];
                let to = place[other as usize];
                // A place that is left over from another part does not point back.
                if table.ends[0] == var && vars.get(to as usize) == Some(&other) {
                    part.add_table([place[var as usize], to], table.costs.clone());
                }
            }
        }
        part
    }

    /// Adds costs of pairs, to those that are there.
    pub(super) fn add_table(&mut self, ends: [u32; 2], costs: Vec<u64>) {
        debug_assert!(ends[0] < ends[1]);
        if let Some(&table) = self.places.get(&ends) {
            return add(&mut self.tables[table as usize].costs, &costs);
        }
        let table = self.tables.len() as u32;
        self.places.insert(ends, table);
        self.tables.push(Table { ends, costs, live: true });
        for end in ends {
            self.around[end as usize].push(table);
            self.degree[end as usize] += 1;
        }
    }

    /// How many neighbours a variable has.
    pub(super) fn degree(&self, var: u32) -> u32 {
        self.degree[var as usize]
    }

    /// The variables that have not left, ascending.
    pub(super) fn vars(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.unary.len() as u32).filter(|&var| self.is_here(var))
    }

    /// Whether a variable has not left.
    pub(super) fn is_here(&self, var: u32) -> bool {
        !self.gone[var as usize]
    }

    /// The tables of a variable, with the neighbours.
    pub(super) fn tables_of(&self, var: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let live = |&&table: &&u32| self.tables[table as usize].live;
        let end = move |&table: &u32| (table, self.tables[table as usize].other(var));
        self.around[var as usize].iter().filter(live).map(end)
    }

    /// The labels that a variable may still take.
    pub(super) fn labels(&self, var: u32) -> impl Iterator<Item = usize> + Clone + '_ {
        let costs = self.unary[var as usize].iter().enumerate();
        costs.filter(|&(_, &cost)| cost != FORBIDDEN).map(|(label, _)| label)
    }

    /// The cost of a label of `var` beside one of its neighbour.
    pub(super) fn pair(&self, table: u32, var: u32, label: usize, other: usize) -> u64 {
        let table = &self.tables[table as usize];
        let columns = self.unary[table.ends[1] as usize].len();
        let is_row = table.ends[0] == var;
        let (row, column) = if is_row { (label, other) } else { (other, label) };
        table.costs[row * columns + column]
    }

    /// Takes a variable out: its costs and, for each neighbour, the costs of the pairs, its own labels being the
    /// rows.
    pub(super) fn take(&mut self, var: u32) -> (Vec<u64>, Vec<(u32, Vec<u64>)>) {
        self.gone[var as usize] = true;
        let mut tables = Vec::new();
        for table in std::mem::take(&mut self.around[var as usize]) {
            let Table { ends, costs, live } = &mut self.tables[table as usize];
            if !std::mem::take(live) {
                continue;
            }
            let (ends, mut costs) = (*ends, std::mem::take(costs));
            if ends[1] == var {
                costs = transposed(&costs, self.unary[var as usize].len());
            }
            let other = ends[usize::from(ends[0] == var)];
            self.places.remove(&ends);
            self.degree[other as usize] -= 1;
            tables.push((other, costs));
        }
        (std::mem::take(&mut self.unary[var as usize]), tables)
    }

    /// The parts that no table joins, each ascending, in the order of their first variables.
    pub(super) fn components(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.unary.len()];
        let mut components = Vec::new();
        for start in self.vars() {
            if !std::mem::replace(&mut seen[start as usize], true) {
                components.push(self.reach(start, &mut seen));
            }
        }
        components
    }

    fn reach(&self, start: u32, seen: &mut [bool]) -> Vec<u32> {
        let mut found = vec![start];
        let mut at = 0;
        while let Some(&var) = found.get(at) {
            at += 1;
            for (_, other) in self.tables_of(var) {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    found.push(other);
                }
            }
        }
        found.sort_unstable();
        found
    }
}
