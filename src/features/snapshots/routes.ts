import { route } from '../../http/route.ts';
import { createSnapshot } from './operations/create-snapshot.ts';
import { diffTemplate } from './operations/diff-template.ts';
import { getSnapshot, listSnapshots } from './operations/read-snapshots.ts';
import { restoreSnapshot } from './operations/restore-snapshot.ts';

/** Editors up to 0.10 say `snapshots`, later ones `versions`. */
const SPELLINGS = ['snapshots', 'versions'];

const historyRoutes = SPELLINGS.flatMap((spelling) => {
  const path = `/templates/:template_id/${spelling}`;
  return [
    route('GET', path, listSnapshots, { answer: 'items' }),
    route('POST', path, createSnapshot, { status: 201 }),
    route('GET', `${path}/:snapshot_id`, getSnapshot),
    route('POST', `${path}/:snapshot_id/restore`, restoreSnapshot, { versioned: true }),
  ];
});

export const snapshotRoutes = [
  ...historyRoutes,
  // Of the template and not of a snapshot: either side may be the present content.
  route('GET', '/templates/:template_id/diff', diffTemplate),
];
