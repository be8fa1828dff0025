import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { agentBenchmark } from './agent/benchmark.ts';
import { type AgentReport, formatAgentReport } from './agent/report.ts';
import { aiFirstEventFigure, aiIdleStreamsFigure } from './ai-figures.ts';
import { backupFigure } from './backup-figure.ts';
import { bodyFigure } from './body-figure.ts';
import { commentFigures } from './comment-figures.ts';
import { dashboardFigure } from './dashboard-figure.ts';
import { diffFigure } from './diff-figure.ts';
import { driverFigure } from './driver-figure.ts';
import { exportCachedFigure } from './export-cached-figure.ts';
import { exportColdFigure } from './export-cold-figure.ts';
import { exportLoadFigure } from './export-load-figure.ts';
import { type Figure, isReached, type Outcome, reachedOf } from './figure.ts';
import { growthFigure } from './growth-figure.ts';
import { mediaBrowseFigure } from './media-browse-figure.ts';
import { mediaGetFigure } from './media-get-figure.ts';
import { mediaLoadFigure } from './media-load-figure.ts';
import { mediaUploadFigure } from './media-upload-figure.ts';
import { monitoringFigure } from './monitoring-figure.ts';
import { neighborFigure } from './neighbor-figure.ts';
import { postgresFigures } from './postgres-figures.ts';
import { postgresGrowthFigure } from './postgres-growth-figure.ts';
import { coldStartFigure } from './process-figures.ts';
import { realtimeFanoutFigure, realtimeIdleFigure } from './realtime-figures.ts';
import { realtimeServersFigure } from './realtime-servers-figure.ts';
import { renderFigure } from './render-figure.ts';
import { loadMemoryFigure, requestFigures } from './request-figures.ts';
import { scoreCachedFigure, scoreColdFigure } from './score-figures.ts';
import { searchFigure } from './search-figure.ts';
import { requireBinary } from './servers.ts';
import { serversFigure } from './servers-figure.ts';
import { stalledFigure } from './stalled-figure.ts';
import { formatOutcomes } from './table.ts';
import { thumbnailFigure } from './thumbnail-figure.ts';
import { toolGetFigure } from './tool-get-figure.ts';
import { toolGrantFigure } from './tool-grant-figure.ts';
import { toolMemoryFigure } from './tool-memory-figure.ts';
import { toolSmallFigure } from './tool-small-figure.ts';

/**
 * Measures the built executable. `bun run bench -- get list` measures the figures of these names only, and
 * `bun run bench -- media` all that begin with `media-`; `--json` prints JSON. The exit status is 0 also when a target is
 * missed, because figures depend on the machine and its load. Compare only ratios between machines.
 */
const FIGURES: readonly Figure[] = [
  ...requestFigures,
  loadMemoryFigure,
  ...commentFigures,
  growthFigure,
  searchFigure,
  toolGetFigure,
  toolSmallFigure,
  toolGrantFigure,
  toolMemoryFigure,
  exportColdFigure,
  exportCachedFigure,
  exportLoadFigure,
  renderFigure,
  thumbnailFigure,
  bodyFigure,
  diffFigure,
  dashboardFigure,
  mediaGetFigure,
  mediaUploadFigure,
  mediaBrowseFigure,
  mediaLoadFigure,
  neighborFigure,
  scoreColdFigure,
  scoreCachedFigure,
  aiFirstEventFigure,
  aiIdleStreamsFigure,
  realtimeFanoutFigure,
  realtimeIdleFigure,
  coldStartFigure,
  stalledFigure,
  backupFigure,
  monitoringFigure,
  driverFigure,
  ...postgresFigures,
  postgresGrowthFigure,
  realtimeServersFigure,
  serversFigure,
];

const { values: flags, positionals: chosen } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const isNamed = (name: string, wanted: string): boolean => name === wanted || name.startsWith(`${wanted}-`);
const isChosen = ({ name }: { name: string }): boolean =>
  chosen.length === 0 || chosen.some((wanted) => isNamed(name, wanted));

const names = [...FIGURES, agentBenchmark].map(({ name }) => name);
const unknown = chosen.filter((wanted) => !names.some((name) => isNamed(name, wanted)));
if (unknown.length > 0) {
  process.stderr.write(`There is no figure "${unknown.join('", "')}"; there are: ${names.join(', ')}.\n`);
  process.exit(2);
}

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
