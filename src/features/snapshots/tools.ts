import { tool } from '../../mcp/tool.ts';
import { createSnapshot } from './operations/create-snapshot.ts';
import { getSnapshot, listSnapshots } from './operations/read-snapshots.ts';
import { restoreOrUndo } from './operations/undo-agent-changes.ts';

/** Parts of a content, which summaries leave out. */
const CONTENT = ['content', 'blocks', 'outline', 'missing_block_ids'];

const ONLY_OF_OTHER_CHANGES = [
  ...[
    'name',
    'key',
    'createdAt',
    'updatedAt',
    'folder_id',
    'tags',
    'archived_at',
    'content',
    'previous_name',
  ],
  ...['added', 'updated', 'moved', 'deleted', 'left_out', 'merged', 'dry_run'],
];

export const snapshotTools = [
  tool('list-snapshots', listSnapshots, {
    title: 'List snapshots',
    description:
      'Lists earlier states of a template, newest first, without content. Next: get-snapshot or restore-snapshot.',
    effect: 'read',
    lists: { Snapshot: {} },
    omits: CONTENT,
    preset: { answer: 'compact' },
  }),
  tool('get-snapshot', getSnapshot, {
    title: 'Get a snapshot',
    description:
      'Returns one earlier state of a template with its full content, as an outline or single blocks; with diff_with only what changed, word by word.',
    effect: 'read',
  }),
  tool('create-snapshot', createSnapshot, {
    title: 'Create a snapshot',
    description:
      'Keeps the template’s present content, e.g. before larger changes. Give it a label people understand.',
    effect: 'write',
    omits: CONTENT,
    idempotent: true,
    preset: { answer: 'compact' },
    hidden: ['content', 'is_autosave'],
  }),
  tool('restore-snapshot', restoreOrUndo, {
    title: 'Restore a snapshot, or undo',
    description:
      'Puts a template back to an earlier state, or takes back your own changes; the state it replaces is kept as a snapshot.',
    effect: 'destroy',
    omits: ONLY_OF_OTHER_CHANGES,
    idempotent: true,
    preset: { answer: 'compact' },
  }),
];
