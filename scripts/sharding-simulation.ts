/**
 * Simulates projects on several installations, for the plan in docs/scaling.md: how even the load is, how many tenants move when an
 * installation is added, and what a busy project does. Deterministic: bun scripts/sharding-simulation.ts
 */

const PROJECTS = 2_000;
const TENANTS = 200_000;

/** Installations with more than this multiple of the mean load give projects away. */
const TARGET = 1.1;

interface Project {
  id: number;
  tenants: number;
  /** Requests, in any unit. */
  load: number;
}

type Placement = number[];

/** Numbers between 0 and 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Projects in which few have most tenants (Zipf), and whose tenants cause different loads. */
function createProjects(): Project[] {
  const random = createRandom(7);
  const weights = Array.from({ length: PROJECTS }, (_, index) => 1 / (index + 10) ** 0.9);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, id) => {
    const tenants = Math.max(1, Math.round((TENANTS * weight) / sum));
    return { id, tenants, load: tenants * (0.25 + random() ** 3 * 6) };
  });
}

/** The installation with the highest hash of its number and the project (rendezvous hashing). */
function placeByHash(projects: readonly Project[], shards: number): Placement {
  return projects.map(({ id }) => {
    const ranks = Array.from({ length: shards }, (_, shard) => createRandom(id * 7919 + shard * 104_729)());
    return ranks.indexOf(Math.max(...ranks));
  });
}

/** Places each new project on the installation with the lowest load. Projects come in no order of size. */
function placeByLoad(projects: readonly Project[], shards: number): Placement {
  const random = createRandom(11);
  const loads = new Array<number>(shards).fill(0);
  const placement: Placement = new Array(projects.length).fill(0);
  const order = projects.map((project) => ({ project, rank: random() })).sort((a, b) => a.rank - b.rank);
  for (const { project } of order) {
    const shard = loads.indexOf(Math.min(...loads));
    placement[project.id] = shard;
    loads[shard] = (loads[shard] ?? 0) + project.load;
  }
  return placement;
}

function sumsOf(
  projects: readonly Project[],
  placement: Placement,
  shards: number,
  what: 'tenants' | 'load',
) {
  const sums = new Array<number>(shards).fill(0);
  for (const project of projects) {
    const shard = placement[project.id] ?? 0;
    sums[shard] = (sums[shard] ?? 0) + project[what];
  }
  return sums;
}

/** Moves projects from the fullest to the emptiest, the largest that fits first, until no load is above the target. */
function rebalance(projects: readonly Project[], before: Placement, shards: number) {
  const placement = [...before];
  let moves = 0;
  let tenants = 0;
  for (;;) {
    const loads = sumsOf(projects, placement, shards, 'load');
    const mean = loads.reduce((sum, load) => sum + load, 0) / shards;
    const fullest = loads.indexOf(Math.max(...loads));
    const emptiest = loads.indexOf(Math.min(...loads));
    const excess = (loads[fullest] ?? 0) - mean;
    if ((loads[fullest] ?? 0) <= mean * TARGET) break;
    const room = Math.min(excess, mean - (loads[emptiest] ?? 0));
    const next = projects
      .filter(({ id, load }) => placement[id] === fullest && load <= room)
      .sort((a, b) => b.load - a.load)[0];
    if (next === undefined) break;
    placement[next.id] = emptiest;
    moves += 1;
    tenants += next.tenants;
  }
  return { placement, moves, tenants };
}

const print = (line: string) => process.stdout.write(`${line}\n`);

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

function describe(projects: readonly Project[], placement: Placement, shards: number): string {
  const loads = sumsOf(projects, placement, shards, 'load');
  const tenants = sumsOf(projects, placement, shards, 'tenants');
  const mean = loads.reduce((sum, load) => sum + load, 0) / shards;
  return `${Math.min(...tenants)} to ${Math.max(...tenants)} | ${(Math.max(...loads) / mean).toFixed(2)}`;
}

const projects = createProjects();
const total = projects.reduce((sum, { tenants }) => sum + tenants, 0);
print(
  '| Installations | Placement | Tenants on each | Highest load / mean | Moved when one is added: projects | Tenants |',
);
print('| --- | --- | --- | --- | --- | --- |');
for (const shards of [2, 4, 8, 16]) {
  const hashed = placeByHash(projects, shards);
  const grown = placeByHash(projects, shards + 1);
  const moved = projects.filter(({ id }) => hashed[id] !== grown[id]);
  const tenants = moved.reduce((sum, project) => sum + project.tenants, 0);
  print(
    `| ${shards} | Hash | ${describe(projects, hashed, shards)} | ${moved.length} | ${percent(tenants, total)} |`,
  );
  const placed = placeByLoad(projects, shards);
  const added = rebalance(projects, placed, shards + 1);
  print(
    `| ${shards} | Directory | ${describe(projects, placed, shards)} | ${added.moves} | ${percent(added.tenants, total)} |`,
  );
}

print('\nA project of middle size gets 50 times its load, on 8 installations with a directory:');
const placed = placeByLoad(projects, 8);
const busy = projects.map((project) =>
  project.id === 300 ? { ...project, load: project.load * 50 } : project,
);
const after = rebalance(busy, placed, 8);
print(
  `before: ${describe(busy, placed, 8)}; after ${after.moves} moves (${percent(after.tenants, total)} of tenants): ${describe(busy, after.placement, 8)}`,
);
