export { keepStateBeforeAgents } from './keep-state-before-agents.ts';
export { declareSnapshotUses } from './media-uses.ts';
export { createSnapshot } from './operations/create-snapshot.ts';
export { diffTemplate } from './operations/diff-template.ts';
export { getSnapshot, listSnapshots } from './operations/read-snapshots.ts';
export { restoreSnapshot } from './operations/restore-snapshot.ts';
export { snapshotRoutes } from './routes.ts';
export { snapshotTools } from './tools.ts';
