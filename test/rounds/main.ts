import { parseArgs } from 'node:util';
import { createRandom } from '../soak/lab.ts';
import { Ledger } from './ledger.ts';
import { type Fault, type RoundReport, Session } from './session.ts';
import { Stage } from './stage.ts';

/**
 * Rounds of random edits by two pages with the published editor, one with our own, an agent and a program, with cuts, restarts, expired
 * tokens and reloads. At the end of each round everything must be equal and nothing acknowledged may be missing.
 * `bun run rounds --rounds 500 --seed 7`; `--session 3` repeats only that session of the seed. With `--replace` a new server
 * takes over from the running one instead of kills and stops. `--servers 3` runs several, of which one is restarted.
 */

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    session: { type: 'string' },
    replace: { type: 'boolean', default: false },
    servers: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const rounds = Number(flags.rounds);
const seed = Number(flags.seed);

/** Rounds per template. */
const ROUNDS_PER_SESSION = 10;

const print = (line: string) => process.stdout.write(`${line}\n`);

const totals = { rounds: 0, steps: 0, acknowledged: 0, setAside: 0, restarts: 0 };
const faults: { where: string; fault: Fault }[] = [];

async function run(): Promise<boolean> {
  print(`rounds: ${rounds}, seed ${seed}`);
  const started = performance.now();
  const stage = await Stage.open(createRandom(seed), {
    isReplacing: flags.replace,
    servers: Number(flags.servers),
  });
  try {
    const accesses = await Array.fromAsync({ length: 4 }, () => stage.openAccess());
    const first = flags.session === undefined ? 0 : Number(flags.session);
    const count = Math.ceil(rounds / ROUNDS_PER_SESSION);
    const last = flags.session === undefined ? count - 1 : first;
    for (let n = first; n <= last; n += 1) {
      const ledger = new Ledger();
      const session = await Session.open(stage, createRandom(seed * 10_000 + n), ledger, accesses);
      const length = Math.min(ROUNDS_PER_SESSION, rounds - n * ROUNDS_PER_SESSION);
      for (let round = 0; round < length; round += 1) {
        note(`session ${n}, round ${round}`, await session.run());
      }
      await session.close();
      totals.acknowledged += ledger.acknowledged;
      totals.setAside += ledger.setAside;
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      print(
        `${totals.rounds} rounds, ${totals.acknowledged} changes acknowledged, ${faults.length} faults, ${minutes} minutes`,
      );
    }
    summarize();
    return faults.length === 0;
  } finally {
    await stage.close();
  }
}

function note(where: string, { log, faults: found, frames }: RoundReport): void {
  totals.rounds += 1;
  totals.steps += log.length;
  totals.restarts += log.filter((line) => line.endsWith(': restarted')).length;
  for (const fault of found) faults.push({ where, fault });
  if (found.length === 0 && !flags.verbose) return;
  print(`\nseed ${seed}, ${where}`);
  for (const line of log) print(`  ${line}`);
  for (const frame of frames) print(`    ${frame}`);
  for (const { kind, text } of found) print(`  ${kind.toUpperCase()}: ${text}`);
}

function summarize(): void {
  print(`\nrounds: ${totals.rounds}, steps: ${totals.steps}, restarts: ${totals.restarts}`);
  print(
    `acknowledged changes: ${totals.acknowledged}, of them kept in the history only by a conflict: ${totals.setAside}`,
  );
  for (const kind of ['divergence', 'lost', 'overwritten', 'comment', 'server', 'harness']) {
    print(`${kind}: ${faults.filter(({ fault }) => fault.kind === kind).length}`);
  }
  print(`seed: ${seed}`);
}

process.exit((await run()) ? 0 : 1);
