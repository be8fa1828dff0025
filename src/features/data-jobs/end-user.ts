import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import { VERSION } from '../../platform/version.ts';
import { FORMAT, MANIFEST_NAME } from './archive/format.ts';
import { writeSnapshot } from './archive/write-snapshot.ts';
import { replaceNames } from './end-user-names.ts';
import {
  deleteBudgetsOfEndUser,
  END_USER_COLUMNS,
  END_USER_TEXTS,
  removeComment,
  replaceEndUser,
  selectPendingTenants,
  selectRowsOfEndUser,
  selectTexts,
  updateText,
  windowsOf,
} from './end-user-queries.ts';
import type { JobContext, JobHandler } from './job-handler.ts';

/** The name of an erased person. */
const DELETED_PERSON = 'Deleted person';
const REMOVED_COMMENT = '[removed]';

export const CommentChoice = Type.Union([Type.Literal('keep'), Type.Literal('remove')]);

/** The input of a job that erases a person. */
export interface ErasureInput {
  userId: string;
  comments: Static<typeof CommentChoice>;
  /** A random pseudonym, the same for everything of the person. */
  pseudonym: string;
}

/** Writes everything that names a user of a project to a zip file. */
export const personExport: JobHandler = {
  inputAfterEnd: '{}',
  async run({ deps, job, file, progress }) {
    const { userId } = JSON.parse(job.input) as { userId: string };
    const place = { projectId: job.projectId, userId };
    return writeSnapshot(deps, file, async (db, zip) => {
      const counts: Record<string, number> = {};
      async function* linesOf(columns: (typeof END_USER_COLUMNS)[number], name: string) {
        for await (const window of windowsOf(db, columns.table)) {
          await progress('rows', counts[name] ?? 0, 0);
          const rows = await selectRowsOfEndUser(db, columns, place, window);
          counts[name] = (counts[name] ?? 0) + rows.length;
          yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        }
      }
      const about = { product: 'galley-person', format: FORMAT, program_version: VERSION };
      const made = { user_id: userId, project_id: job.projectId, created_at: toIsoTime(deps.clock.now()) };
      await zip.addText('person.json', JSON.stringify({ ...about, ...made }, null, 2));
      for (const columns of END_USER_COLUMNS) {
        const name = `${columns.table}.${columns.id}`;
        counts[name] = 0;
        await zip.add(`rows/${name}.jsonl`, linesOf(columns, name));
      }
      const manifest = { format: FORMAT, program_version: VERSION, counts, parts: zip.parts };
      await zip.addText(MANIFEST_NAME, JSON.stringify(manifest));
      return counts;
    });
  },
};

/** Replaces a user of a project by a pseudonym everywhere. It can be repeated: replaced rows are not found again. */
export const personErasure: JobHandler = {
  inputAfterEnd: '{}',
  async run(context) {
    const { deps, job } = context;
    const input = JSON.parse(job.input) as ErasureInput;
    const names = await findNames(context, input);
    const comments_removed = input.comments === 'remove' ? await removeComments(context, input) : 0;
    const texts = await replaceInTexts(context, names);
    const rows = await replaceEverywhere(context, input);
    await deps.db.transaction((db) => deleteBudgetsOfEndUser(db, job.projectId, input.userId));
    await indexAnew(context);
    return { pseudonym: input.pseudonym, rows, texts, comments_removed };
  },
};

/** Waits until the search index is up to date, because it has the former texts until then. */
async function indexAnew({ deps, job, progress }: JobContext): Promise<void> {
  const { search } = deps.services.templates;
  const tenants = await selectPendingTenants(deps.db.reader, job.projectId);
  for (const [i, id] of tenants.entries()) {
    await progress('searches', i, tenants.length);
    await search.catchUp(id);
  }
  search.recordChange();
}

async function* rowsOf({ deps, job, progress }: JobContext, { userId }: ErasureInput, phase: string) {
  for (const [i, columns] of END_USER_COLUMNS.entries()) {
    for await (const window of windowsOf(deps.db.reader, columns.table)) {
      await progress(phase, i, END_USER_COLUMNS.length);
      const place = { projectId: job.projectId, userId };
      const rows = await selectRowsOfEndUser(deps.db.reader, columns, place, window);
      if (rows.length > 0) yield { columns, window, rows, place };
    }
  }
}

/** All names that the person had. */
async function findNames(context: JobContext, input: ErasureInput): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { columns, rows } of rowsOf(context, input, 'names'))
    for (const row of rows) {
      const name = row[columns.name];
      if (typeof name === 'string' && name !== '' && name !== DELETED_PERSON) names.add(name);
    }
  return names;
}

async function removeComments(context: JobContext, input: ErasureInput): Promise<number> {
  let removed = 0;
  for await (const { columns, rows } of rowsOf(context, input, 'comments')) {
    if (columns.id !== 'author_id' || columns.table !== 'comments') continue;
    for (const { id, body } of rows) {
      if (body === REMOVED_COMMENT) continue;
      await context.deps.db.transaction((db) => removeComment(db, String(id), REMOVED_COMMENT));
      removed += 1;
    }
  }
  return removed;
}

async function replaceInTexts({ deps, job, progress }: JobContext, names: Set<string>): Promise<number> {
  let replaced = 0;
  if (names.size === 0) return replaced;
  for (const [i, place] of END_USER_TEXTS.entries()) {
    for await (const window of windowsOf(deps.db.reader, place.table)) {
      await progress('texts', i, END_USER_TEXTS.length);
      const found = await selectTexts(deps.db.reader, place, job.projectId, [...names], window);
      for (const row of found) {
        const text = replaceNames(row.text, names, DELETED_PERSON);
        if (text === row.text) continue;
        await deps.db.transaction((db) => updateText(db, place, row, text));
        replaced += 1;
      }
    }
  }
  return replaced;
}

async function replaceEverywhere(context: JobContext, input: ErasureInput): Promise<number> {
  let replaced = 0;
  const by = { id: input.pseudonym, name: DELETED_PERSON };
  for await (const { columns, window, place } of rowsOf(context, input, 'replacing'))
    replaced += await context.deps.db.transaction((db) => replaceEndUser(db, columns, place, window, by));
  return replaced;
}
