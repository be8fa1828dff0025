import { tool } from '../../mcp/tool.ts';
import { createSnapshot } from './operations/create-snapshot.ts';
import { getSnapshot, listSnapshots } from './operations/read-snapshots.ts';
import { restoreSnapshot } from './operations/restore-snapshot.ts';

export const snapshotTools = [
  tool('list-snapshots', listSnapshots, {
    title: 'List snapshots',
    description:
      'Lists up to 50 earlier states of a template, newest first, without content; next_cursor leads to older ones. Next: get-snapshot or restore-snapshot.',
    effect: 'read',
    preset: { answer: 'compact' },
  }),
  tool('get-snapshot', getSnapshot, {
    title: 'Get a snapshot',
    description:
      'Returns one earlier state of a template with its full content, or as an outline or single blocks; with diff_with what changed since, block by block and word by word, which is cheaper than reading both.',
    effect: 'read',
  }),
  tool('create-snapshot', createSnapshot, {
    title: 'Create a snapshot',
    description:
      'Keeps the template’s present content as a snapshot that is never thinned, e.g. before larger changes. Give it a label people understand.',
    effect: 'write',
    idempotent: true,
    preset: { answer: 'compact' },
    hidden: ['content', 'is_autosave'],
  }),
  tool('restore-snapshot', restoreSnapshot, {
    title: 'Restore a snapshot',
    description:
      'Puts a template back to an earlier state; the state it replaces is kept as a snapshot first, so this can be undone too. Returns the new version and an outline.',
    effect: 'destroy',
    idempotent: true,
    preset: { answer: 'compact' },
  }),
];
