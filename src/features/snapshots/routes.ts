import { route } from '../../http/route.ts';
import { createSnapshot } from './operations/create-snapshot.ts';
import { getSnapshot, listSnapshots } from './operations/read-snapshots.ts';
import { restoreSnapshot } from './operations/restore-snapshot.ts';

/** Editors up to 0.10 say `snapshots`, later ones `versions`. */
const SPELLINGS = ['snapshots', 'versions'];

export const snapshotRoutes = SPELLINGS.flatMap((spelling) => {
  const path = `/templates/:template_id/${spelling}`;
  return [
    route('GET', path, listSnapshots, { answer: 'items' }),
    route('POST', path, createSnapshot, { status: 201 }),
    route('GET', `${path}/:snapshot_id`, getSnapshot),
    route('POST', `${path}/:snapshot_id/restore`, restoreSnapshot, { versioned: true }),
  ];
});
