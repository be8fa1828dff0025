import { isReached, type Outcome, reachedOf } from './figure.ts';

const HEADINGS = ['figure', 'galley', 'baseline', 'ratio', 'target', '', 'processor ms'];

/** Load of the generator from which it may be the bottleneck, so that servers may be faster than they look. */
const BUSY_GENERATOR = 0.95;

/** The outcomes as a table, with a last line that says how many targets were reached. */
export function formatOutcomes(outcomes: readonly Outcome[]): string {
  const rows = [HEADINGS, ...outcomes.map(formatRow)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)));
  return `${lines.join('\n')}\n\n${describeGenerator(outcomes)}${summarize(outcomes)}\n`;
}

function formatRow(outcome: Outcome): string[] {
  const { figure, galley, baseline, unit } = outcome;
  const isHigherBetter = 'atLeast' in outcome.target;
  const formatReached = (value: number): string => {
    if (baseline === null) return `${writeNumber(value)} ${unit}`;
    return isHigherBetter ? `${(value * 100).toFixed(0)} %` : `${value.toFixed(2)} ×`;
  };
  return [
    figure,
    `${writeNumber(galley)} ${unit}`,
    baseline === null ? '-' : `${writeNumber(baseline)} ${unit}`,
    baseline === null ? '-' : formatReached(reachedOf(outcome)),
    formatTarget(outcome, formatReached),
    isReached(outcome) ? 'ok' : 'below',
    outcome.cpuMs ? `${outcome.cpuMs.galley.toFixed(3)}, ${outcome.cpuMs.baseline.toFixed(3)}` : '',
  ];
}

/** Small numbers with two decimals, such as times below a millisecond. */
function writeNumber(value: number): string {
  return value.toFixed(value > 0 && value < 10 && !Number.isInteger(value) ? 2 : 0);
}

function formatTarget({ target }: Outcome, format: (value: number) => string): string {
  return 'atLeast' in target ? `≥ ${format(target.atLeast)}` : `≤ ${format(target.atMost)}`;
}

function describeGenerator(outcomes: readonly Outcome[]): string {
  const busy = outcomes.filter((outcome) => (outcome.generatorLoad ?? 0) > BUSY_GENERATOR);
  if (busy.length === 0) return '';
  return `The load generator used a whole core, so these ratios may be off: ${busy.map(({ figure }) => figure).join('; ')}.\n`;
}

function summarize(outcomes: readonly Outcome[]): string {
  const missed = outcomes.filter((outcome) => !isReached(outcome));
  if (missed.length === 0) return `All ${outcomes.length} targets are reached.`;
  return `MISSED ${missed.length} of ${outcomes.length} targets: ${missed.map(({ figure }) => figure).join('; ')}.`;
}
