import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Figure, isReached, type Outcome, reachedOf } from './figure.ts';
import { growthFigure } from './growth-figure.ts';
import { coldStartFigure, idleMemoryFigure } from './process-figures.ts';
import { requestFigures } from './request-figures.ts';
import { requireBinary } from './servers.ts';
import { formatOutcomes } from './table.ts';

/**
 * Measures the built executable. Exit status 0 also when a target is missed: what is measured depends on the machine
 * and what else it does, so this informs and does not judge. Ratios are what can be compared between machines.
 */
const FIGURES: readonly Figure[] = [...requestFigures, growthFigure, coldStartFigure, idleMemoryFigure];

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});

const chosen = flags.only === undefined ? FIGURES : FIGURES.filter(({ name }) => flags.only?.includes(name));
const unknown = flags.only?.filter((name) => !FIGURES.some((figure) => figure.name === name)) ?? [];
if (unknown.length > 0) {
  const names = FIGURES.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no figure "${unknown.join('", "')}"; there are: ${names}.\n`);
  process.exit(2);
}

requireBinary();
const outcomes: Outcome[] = [];
for (const figure of chosen) {
  process.stderr.write(`measuring ${figure.name}\n`);
  outcomes.push(...(await figure.measure()));
}

if (flags.json) {
  const report = outcomes.map((outcome) => ({
    ...outcome,
    reached: reachedOf(outcome),
    ok: isReached(outcome),
  }));
  process.stdout.write(`${JSON.stringify({ cores: availableParallelism(), figures: report }, null, 2)}\n`);
} else {
  process.stdout.write(formatOutcomes(outcomes));
}
