import { route } from '../../http/route.ts';
import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';
import { addUseFinder, MAX_LISTED, nameOfTemplate } from '../media/index.ts';
import { recordAgentChanges, sweepAgentChanges } from './agent-changes.ts';
import type { Comparison, ComparisonJob } from './comparison.ts';
import { freeStorageForFiles } from './free-storage.ts';
import { createSnapshot } from './operations/create-snapshot.ts';
import { deleteSnapshot } from './operations/delete-snapshot.ts';
import { diffTemplate } from './operations/diff-template.ts';
import { getSnapshot, listSnapshots } from './operations/read-snapshots.ts';
import { restoreSnapshot } from './operations/restore-snapshot.ts';
import { listAgentChanges, undoAgentChanges } from './operations/undo-agent-changes.ts';
import { recordVersions } from './record-version.ts';
import { keepRefusedSaves, MAX_REFUSED_SAVES, type RefusedSaves } from './refused-saves.ts';
import { sweepSnapshots } from './sweep-snapshots.ts';
import { snapshotTools } from './tools.ts';
import { selectSnapshotUses } from './use-queries.ts';

/** Editors up to 0.10 use `snapshots`, later ones `versions`. */
const SPELLINGS = ['snapshots', 'versions'];

const historyRoutes = SPELLINGS.flatMap((spelling) => {
  const path = `/templates/:template_id/${spelling}`;
  return [
    route('GET', path, listSnapshots, { answer: 'page' }),
    route('POST', path, createSnapshot, { status: 201 }),
    route('GET', `${path}/:snapshot_id`, getSnapshot),
    route('DELETE', `${path}/:snapshot_id`, deleteSnapshot, { answer: 'nothing' }),
    route('POST', `${path}/:snapshot_id/restore`, restoreSnapshot, { versioned: true }),
  ];
});

const snapshotRoutes = [
  ...historyRoutes,
  // Below the template and not below a snapshot, because either side can be the present content.
  route('GET', '/templates/:template_id/diff', diffTemplate),
  route('GET', '/templates/:template_id/agent-changes', listAgentChanges, { answer: 'page' }),
  route('POST', '/templates/:template_id/undo', undoAgentChanges, { versioned: true }),
];

/** Makes media files in snapshots count as used. */
function declareSnapshotUses(deps: Deps): void {
  addUseFinder(deps, async (scope, db, { ids }) => {
    const rows = await selectSnapshotUses(scope, db, ids, MAX_LISTED);
    return rows.map(({ templateName, ...row }) => ({
      ...row,
      kind: 'snapshot',
      name: nameOfTemplate(row.templateId, templateName),
    }));
  });
}

/** Most contents in the cache for lists that are being sent: 8 MB at most. */
const MAX_RECENT_CONTENTS = 4;

export const snapshots = defineFeature({
  name: 'snapshots',
  services({ log, fairShare, cacheBudget }) {
    const comparers = new WorkerPool<ComparisonJob, Comparison>({
      start: workerProcess('features/snapshots/comparing.worker'),
      share: fairShare,
      what: 'Comparing',
      size: 1,
      log,
    });
    const recentContents = new Cache<Uint8Array>({ budget: cacheBudget, maxEntries: MAX_RECENT_CONTENTS });
    const refusedSaves: RefusedSaves = new Cache({ maxEntries: MAX_REFUSED_SAVES });
    return { comparers, recentContents, refusedSaves, close: () => comparers.close() };
  },
  listeners(deps) {
    recordVersions(deps);
    recordAgentChanges(deps);
    keepRefusedSaves(deps);
    freeStorageForFiles(deps);
    declareSnapshotUses(deps);
  },
  background(deps, { snapshot_days }: { snapshot_days: number }) {
    const stopChanges = scheduleSweeps(deps, 'changes by agents', (isStopped) =>
      sweepAgentChanges(deps, isStopped),
    );
    const stopSnapshots = scheduleSweeps(deps, 'snapshots', (isStopped) =>
      sweepSnapshots(deps, snapshot_days, isStopped),
    );
    return () => Promise.all([stopChanges(), stopSnapshots()]);
  },
  routes: snapshotRoutes,
  tools: snapshotTools,
});

declare module '../../platform/deps.ts' {
  interface Services {
    snapshots: {
      /** Compares large contents in a worker process. */
      comparers: WorkerPool<ComparisonJob, Comparison>;
      /** Large contents that lists are sending, by tenant and hash. */
      recentContents: Cache<Uint8Array>;
      refusedSaves: RefusedSaves;
      close(): Promise<void>;
    };
  }
}
