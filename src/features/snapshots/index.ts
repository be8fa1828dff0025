export { compareStates } from './comparison.ts';
export { createSnapshot } from './operations/create-snapshot.ts';
export { diffTemplate } from './operations/diff-template.ts';
export { getSnapshot, listSnapshots } from './operations/read-snapshots.ts';
export { restoreSnapshot } from './operations/restore-snapshot.ts';
