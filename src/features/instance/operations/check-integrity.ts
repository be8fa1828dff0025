import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { equalInConstantTime, sha256 } from '../../../platform/security/crypto.ts';
import { selectCommentTexts } from '../../comments/index.ts';
import { checkStoredFiles, describeFileStore, FileStoreState } from '../../media/index.ts';
import { checkSearchIndex } from '../../templates/index.ts';
import {
  countLostTrash,
  countUnusedContents,
  selectCommentMiscounts,
  selectContents,
  selectMiscounts,
  selectSnapshotMiscounts,
  selectTrashMiscounts,
} from '../queries.ts';

const CONTENTS_PER_PAGE = 200;

export const checkIntegrity = defineOperation({
  name: 'checkIntegrity',
  summary: 'Verify the database, every stored content, every media file, the search index and every counter',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    ok: Type.Boolean(),
    contents_checked: Type.Integer(),
    files_checked: Type.Integer(),
    search_entries_checked: Type.Integer({
      description: 'Templates and comments whose search index was compared.',
    }),
    search_entries_pending: Type.Integer({ description: 'Those that are not indexed yet.' }),
    ...FileStoreState.properties,
    faults: Type.Array(Type.String(), { description: 'One sentence per fault.' }),
  }),
  async run({ deps }) {
    const db = deps.db.reader;
    const faults = await deps.db.findIntegrityFaults();
    const isSound = faults.length === 0;
    /** Data that cannot be read is a fault too. */
    const attempt = async <Found>(what: string, check: () => Promise<Found>, none: Found): Promise<Found> => {
      try {
        return await check();
      } catch (error) {
        if (isSound) throw error;
        faults.push(`${what} could not be checked: ${(error as Error).message}`);
        return none;
      }
    };
    const contents = await attempt('contents', () => checkContents(db), { checked: 0, faults: [] });
    const counters = await attempt('counters', () => checkCounters(db), []);
    const index = await attempt(
      'the search index',
      () => checkSearchIndex(db, selectCommentTexts),
      NOT_INDEXED,
    );
    const files = await attempt('media files', () => checkStoredFiles(deps), { checked: 0, faults: [] });
    const store = await attempt('orphaned files', () => describeFileStore(deps), NOTHING_STORED);
    faults.push(...contents.faults, ...counters, ...index.faults, ...files.faults);
    return {
      ok: faults.length === 0,
      contents_checked: contents.checked,
      files_checked: files.checked,
      search_entries_checked: index.checked,
      search_entries_pending: index.pending,
      ...store,
      faults,
    };
  },
});

const NOT_INDEXED = { checked: 0, pending: 0, faults: [] };
const NOTHING_STORED = { orphaned_files: 0, orphans: [], quarantined_files: 0, quarantine: [] };

async function checkCounters(db: Connection): Promise<string[]> {
  const unused = await countUnusedContents(db);
  const lost = await countLostTrash(db);
  return [
    ...(await selectMiscounts(db)).map(
      (row) =>
        `tenant "${row.tenant}" of project ${row.project}: the counter says ${row.stored} templates, ${row.counted} exist`,
    ),
    ...(await selectSnapshotMiscounts(db)).map(
      (row) =>
        `tenant "${row.tenant}" of project ${row.project}: ${row.stored} bytes of snapshots are noted, ${row.counted} exist`,
    ),
    ...(await selectCommentMiscounts(db)).map(
      (row) =>
        `template ${row.template}: the totals of its comments are wrong (counter ${row.stored}, ${row.counted} exist)`,
    ),
    ...(await selectTrashMiscounts(db)).map(
      (row) =>
        `tenant "${row.tenant}" of project ${row.project}: ${row.stored} bytes in the trash are noted, ${row.counted} exist`,
    ),
    ...(lost > 0 ? [`${lost} deleted things are missing in the list of the trash`] : []),
    ...(unused > 0 ? [`${unused} contents belong to no template or snapshot`] : []),
  ];
}

async function checkContents(db: Connection): Promise<{ checked: number; faults: string[] }> {
  const faults: string[] = [];
  let checked = 0;
  let lastId = 0;
  for (;;) {
    const rows = await selectContents(db, lastId, CONTENTS_PER_PAGE);
    for (const row of rows) {
      if (!equalInConstantTime(row.hash, sha256(row.json))) {
        faults.push(`content ${row.id} is not what was stored: its hash differs`);
      }
    }
    checked += rows.length;
    const last = rows.at(-1);
    if (last === undefined) return { checked, faults };
    lastId = last.id;
    // Lets a running server answer other requests between two pages.
    await Bun.sleep(0);
  }
}
