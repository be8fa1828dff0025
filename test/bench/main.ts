import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { agentBenchmark } from './agent/benchmark.ts';
import { type AgentReport, formatAgentReport } from './agent/report.ts';
import { aiFirstEventFigure, aiIdleStreamsFigure } from './ai-figures.ts';
import { commentFigures } from './comment-figures.ts';
import { diffFigure } from './diff-figure.ts';
import { exportCachedFigure } from './export-cached-figure.ts';
import { exportColdFigure } from './export-cold-figure.ts';
import { exportLoadFigure } from './export-load-figure.ts';
import { type Figure, isReached, type Outcome, reachedOf } from './figure.ts';
import { growthFigure } from './growth-figure.ts';
import { mediaBrowseFigure } from './media-browse-figure.ts';
import { mediaGetFigure } from './media-get-figure.ts';
import { mediaLoadFigure } from './media-load-figure.ts';
import { mediaUploadFigure } from './media-upload-figure.ts';
import { coldStartFigure, idleMemoryFigure } from './process-figures.ts';
import { realtimeFanoutFigure, realtimeIdleFigure } from './realtime-figures.ts';
import { requestFigures } from './request-figures.ts';
import { scoreCachedFigure, scoreColdFigure } from './score-figures.ts';
import { requireBinary } from './servers.ts';
import { formatOutcomes } from './table.ts';
import { toolGetFigure } from './tool-get-figure.ts';
import { toolMemoryFigure } from './tool-memory-figure.ts';
import { toolSmallFigure } from './tool-small-figure.ts';

/**
 * Measures the built executable. Exit status 0 also when a target is missed: what is measured depends on the machine
 * and what else it does, so this informs and does not judge. Ratios are what can be compared between machines.
 */
const FIGURES: readonly Figure[] = [
  ...requestFigures,
  ...commentFigures,
  growthFigure,
  toolGetFigure,
  toolSmallFigure,
  toolMemoryFigure,
  exportColdFigure,
  exportCachedFigure,
  exportLoadFigure,
  diffFigure,
  mediaGetFigure,
  mediaUploadFigure,
  mediaBrowseFigure,
  mediaLoadFigure,
  scoreColdFigure,
  scoreCachedFigure,
  aiFirstEventFigure,
  aiIdleStreamsFigure,
  realtimeFanoutFigure,
  realtimeIdleFigure,
  coldStartFigure,
  idleMemoryFigure,
];

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});

const names = [...FIGURES, agentBenchmark].map(({ name }) => name);
const unknown = flags.only?.filter((name) => !names.includes(name)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(`There is no figure "${unknown.join('", "')}"; there are: ${names.join(', ')}.\n`);
  process.exit(2);
}
const isChosen = ({ name }: { name: string }): boolean => flags.only?.includes(name) ?? true;

requireBinary();
const outcomes: Outcome[] = [];
const leftOut: { figure: string; reason: string }[] = [];
for (const figure of FIGURES.filter(isChosen)) {
  const reason = figure.whyLeftOut?.();
  if (reason !== undefined) {
    leftOut.push({ figure: figure.name, reason });
    continue;
  }
  process.stderr.write(`measuring ${figure.name}\n`);
  outcomes.push(...(await figure.measure()));
}
let agent: AgentReport | undefined;
if (isChosen(agentBenchmark)) {
  process.stderr.write(`counting ${agentBenchmark.name}\n`);
  agent = await agentBenchmark.count();
}

if (flags.json) {
  const figures = outcomes.map((outcome) => ({
    ...outcome,
    reached: reachedOf(outcome),
    ok: isReached(outcome),
  }));
  const report = { cores: availableParallelism(), figures, left_out: leftOut, ...(agent && { agent }) };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} else {
  const parts = [
    ...(outcomes.length > 0 ? [formatOutcomes(outcomes)] : []),
    ...(leftOut.length > 0
      ? [leftOut.map(({ figure, reason }) => `${figure} was left out: ${reason}.\n`).join('')]
      : []),
    ...(agent === undefined ? [] : [formatAgentReport(agent)]),
  ];
  process.stdout.write(parts.join('\n'));
}
