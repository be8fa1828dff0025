import { parseArgs } from 'node:util';
import { findFreePort } from '../../scripts/free-port.ts';
import { askGalley, createInitializedDirectory, waitFor } from '../binary/support.ts';
import { HONEST, watchHealth } from './actors.ts';
import { TenantClient } from './client.ts';
import { FAULTS, type Fault, FaultInjector } from './faults.ts';
import { HARMFUL } from './harmful-actors.ts';
import { createRandom, Lab } from './lab.ts';
import { Ledger } from './ledger.ts';
import type { Actor } from './templates.ts';

/**
 * Runs the executable under mixed load, kills it again and again, and checks that nothing acknowledged is lost, nothing
 * leaks between tenants, and memory and handles stay bounded. `bun run soak --minutes 10 --seed 7`
 */

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'max-mb': { type: 'string', default: '500' },
  },
});
const minutes = Number(flags.minutes);
const seed = Number(flags.seed);
const maxMegabytes = Number(flags['max-mb']);

const HONEST_TENANTS = 3;

/** Handles that workers and connections of the database may add to those of the idle start. */
const SPARE_HANDLES = 60;

/** Limits that the load of honest clients would reach: the soak is about what happens below them. */
const ENVIRONMENT = { GALLEY_MCP_REQUESTS_PER_MINUTE: '100000', GALLEY_MCP_REQUESTS_PER_HOUR: '1000000' };

/** How long load generators may take to end. */
const GENERATOR_TIMEOUT_MS = 120_000;

/** Violations in the summary. */
const MAX_SHOWN = 30;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<boolean> {
  print(`soak: ${minutes} minutes, seed ${seed}`);
  const { place, first } = await createInitializedDirectory();
  const faults = FaultInjector.create(place.dir);
  if (faults === undefined) print('LEFT OUT: faults of disk and clock need Linux and a C compiler');
  const lab = new Lab(place, createRandom(seed), findFreePort(), { ...ENVIRONMENT, ...faults?.env });
  try {
    await lab.start();
    const handlesAtStart = lab.countHandles();
    const ledger = new Ledger(lab);
    const open = (slug: string) => new TenantClient(lab, first, slug);
    const honest = Array.from({ length: HONEST_TENANTS }, (_, n) => open(`honest${n + 1}`));
    const harmful = HARMFUL.map((_, n) => open(`harmful${n + 1}`));
    // A tenant is made with its first token, before agents can use it.
    for (const client of [...honest, ...harmful]) await client.call('config', 'GET', '/config');
    const actors = [
      watchHealth(lab),
      ...honest.flatMap((client) => HONEST.map((actor) => actor(client, ledger))),
      ...harmful.map((client, n) => (HARMFUL[n] as Actor)(client, ledger)),
    ];
    const load = actors.map((actor) =>
      actor.catch((error) => lab.fail(`a load generator failed: ${error.stack}`)),
    );
    await interrupt(lab, ledger, faults);
    lab.isOver = true;
    const ended = await Promise.race([Promise.all(load), Bun.sleep(GENERATOR_TIMEOUT_MS)]);
    if (ended === undefined) lab.fail('a load generator waits for something that does not come');
    await ledger.checkAll();
    await checkHandles(lab, handlesAtStart);
    await lab.restart('kill');
    await ledger.checkAll();
    await lab.end('stop');
    const check = await askGalley(place, 'check');
    if (!check.ok) lab.fail(`galley check: ${JSON.stringify(check.faults).slice(0, 1_000)}`);
    if (lab.maxMegabytes > maxMegabytes)
      lab.fail(`the server needed ${lab.maxMegabytes.toFixed(0)} MB, the bound is ${maxMegabytes} MB`);
    summarize(lab, ledger);
    return lab.violations.length === 0;
  } finally {
    place.remove();
  }
}

/**
 * Kills the server at random moments for three quarters of the time, and makes its disk and clock faulty in between; the last
 * quarter shows a long run.
 */
async function interrupt(lab: Lab, ledger: Ledger, faults: FaultInjector | undefined): Promise<void> {
  const end = performance.now() + minutes * 60_000;
  const lastKill = end - minutes * 15_000;
  const longest = Math.max(3_000, Math.min(40_000, minutes * 6_000));
  for (let n = 0; ; n += 1) {
    const fault = FAULTS[n % FAULTS.length] as Fault;
    if (faults !== undefined) await lab.suffer(faults, fault, 1_000 + lab.pick(longest / 2));
    await Bun.sleep(1_000 + lab.pick(longest));
    if (performance.now() >= lastKill) break;
    await lab.restart(lab.pick(5) === 0 ? 'stop' : 'kill');
    print(
      `${lab.restarts} restarts, ${ledger.acknowledged} writes acknowledged, ${lab.violations.length} violations`,
    );
  }
  await Bun.sleep(Math.max(0, end - performance.now()));
}

async function checkHandles(lab: Lab, atStart: number | undefined): Promise<void> {
  if (atStart === undefined) return;
  await waitFor('the handles to be closed', () => (lab.countHandles() ?? 0) <= atStart + SPARE_HANDLES).catch(
    () => lab.fail(`${lab.countHandles()} handles are open without load; at the start there were ${atStart}`),
  );
}

function summarize(lab: Lab, ledger: Ledger): void {
  const at = (sorted: readonly number[], share: number) =>
    (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0).padStart(8);
  print(
    `\n${'kind'.padEnd(24)}${'done'.padStart(8)}${'later'.padStart(8)}${'killed'.padStart(8)}  p50 ms  p99 ms`,
  );
  for (const [kind, { ok, throttled, none }] of [...lab.outcomes].sort()) {
    const sorted = (lab.durations.get(kind) ?? []).toSorted((a, b) => a - b);
    const counts = [ok - throttled, throttled, none].map((count) => String(count).padStart(8)).join('');
    print(`${kind.padEnd(24)}${counts}${at(sorted, 0.5)}${at(sorted, 0.99)}`);
  }
  print(`\nrestarts: ${lab.restarts}`);
  for (const [name, times] of lab.faults) print(`${name}: ${times} times`);
  print(`acknowledged writes: ${ledger.acknowledged}, lost: ${ledger.lost}`);
  print(`templates: ${ledger.templates.size}, files: ${ledger.files.size}`);
  print(`memory, highest: ${lab.maxMegabytes.toFixed(0)} MB (bound ${maxMegabytes} MB)`);
  print(`violations: ${lab.violations.length}`);
  for (const violation of lab.violations.slice(0, MAX_SHOWN)) print(`  ${violation}`);
  print(`seed: ${seed}`);
}

process.exit((await run()) ? 0 : 1);
