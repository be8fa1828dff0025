import { Type } from '@sinclair/typebox';
import type { TemplateContent } from '../../../mail/model/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type LazyJson, storedJson } from '../../../platform/json/stored-json.ts';
import { LARGE_ANSWER_BYTES } from '../../../platform/limits/large-answers.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { requirePossibleView, requireTemplate, TemplateId, ViewInput } from '../../templates/index.ts';
import { compareStates } from '../comparison.ts';
import { snapshotNotFound } from '../errors.ts';
import { type SizedSnapshot, selectHistory, selectListedContent, selectSnapshot } from '../queries.ts';
import { ComparedSnapshot, SnapshotAnswerInput, SnapshotId, ViewedSnapshot } from '../schema.ts';
import { explainMissing, readState, toSnapshot, toSnapshotSummary } from '../snapshot.ts';

const MAX_LISTED = 50;

/**
 * Bytes of content on a page: 50 contents of 160 KB, or 4 of the largest. Editors show the contents of the list, so
 * entries always have them; the page ends earlier instead.
 */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

export const listSnapshots = defineOperation({
  name: 'listSnapshots',
  summary: 'List snapshots of a template, newest first: up to 50 a page, with contents of up to 8 MB',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({
    template_id: TemplateId,
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_LISTED,
      default: MAX_LISTED,
      description: 'Most snapshots on the page.',
    }),
    cursor: CursorInput,
    answer: SnapshotAnswerInput,
  }),
  output: pageOf(ViewedSnapshot, MAX_LISTED),
  async run({ deps, scope }, { template_id, limit, cursor, answer }) {
    await requireTemplate(scope, deps.db.reader, template_id);
    const audience = JSON.stringify(['snapshots', scope.tenant.id, template_id]);
    const before =
      cursor === undefined
        ? undefined
        : (decodeCursor(deps.urlSigningKey, audience, cursor) as [number, string]);
    const found = await selectHistory(scope, deps.db.reader, template_id, { before, limit: limit + 1 });
    const fitting = answer === 'compact' ? limit : Math.min(limit, countFitting(found));
    const { rows, next_cursor } = cutPage(found, fitting, ({ createdAt, id }) =>
      encodeCursor(deps.urlSigningKey, audience, [createdAt, id]),
    );
    const items = answer === 'compact' ? rows.map(toSnapshotSummary) : await addContents(deps, scope, rows);
    return { items, per_page: limit, next_cursor };
  },
});

/** How many of the snapshots fit on a page: at least one. */
function countFitting(found: readonly SizedSnapshot[]): number {
  let bytes = 0;
  const beyond = found.findIndex((row, index) => {
    bytes += row.bytes;
    return index > 0 && bytes > MAX_PAGE_BYTES;
  });
  return beyond === -1 ? found.length : beyond;
}

/** Contents of a small page are read immediately, those of a large one while the answer is sent. */
async function addContents(deps: Deps, scope: TenantScope, rows: readonly SizedSnapshot[]) {
  const isLarge = rows.reduce((sum, { bytes }) => sum + bytes, 0) > LARGE_ANSWER_BYTES;
  return Promise.all(
    rows.map(async (row) => {
      const content = contentOf(deps, scope, row);
      const json = isLarge ? content : await content.read(0, row.bytes);
      return { ...toSnapshotSummary(row), content: storedJson<TemplateContent>(json) };
    }),
  );
}

/** While large answers hold more than this, caching whole contents would take too much memory. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;

function contentOf(deps: Deps, scope: TenantScope, row: SizedSnapshot): LazyJson {
  const { reader } = deps.db;
  const { recentContents } = deps.services.snapshots;
  const key = `${scope.tenant.id} ${row.hash.toString('hex')}`;
  const whole = { offset: 0, length: row.bytes };
  const load = () => selectListedContent(scope, reader, row, whole);
  return {
    byteLength: row.bytes,
    async read(offset, length) {
      // SQLite reads a whole content, even for a part of it. The cache stores it for the following parts.
      const isCacheable = length < row.bytes && deps.answers.held <= MAX_HELD_BYTES;
      const known = isCacheable
        ? await recentContents.getOrLoad(key, load, () => row.bytes)
        : recentContents.get(key);
      // A copy, because the connection holds it until the client has read it.
      const part =
        known?.slice(offset, offset + length) ??
        (await selectListedContent(scope, reader, row, { offset, length }));
      // The snapshot was deleted while the list was sent.
      if (part === undefined) throw snapshotNotFound();
      return part;
    },
  };
}

/** The same input as for templates, which agents know. */
const AsInTemplate = Type.Optional({
  ...ViewInput.format,
  'x-tool-schema': {
    type: 'string',
    description: 'As in get-template.',
    enum: ViewInput.format.anyOf.map((choice) => choice.const),
  },
});

export const getSnapshot = defineOperation({
  name: 'getSnapshot',
  summary: 'Read one snapshot with its content, or with an outline or chosen blocks of it',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({
    template_id: TemplateId,
    snapshot_id: SnapshotId,
    ...ViewInput,
    format: AsInTemplate,
    diff_with: Type.Optional(
      Type.String({
        description:
          '"now" or another snapshot’s id: what changed from this one to that; content only if format is sent.',
      }),
    ),
  }),
  output: ComparedSnapshot,
  async run({ deps, scope }, { template_id, snapshot_id, diff_with, ...view }) {
    requirePossibleView(view);
    const row = await selectSnapshot(scope, deps.db.reader, template_id, snapshot_id);
    if (row === undefined) throw await explainMissing(scope, deps.db.reader, template_id);
    if (diff_with === undefined) return toSnapshot(row, view);
    const other = await readState(scope, deps.db.reader, template_id, diff_with);
    const { diff } = await compareStates({ deps, scope }, row, other, 'compact');
    const isViewed = view.format !== undefined || view.block_ids !== undefined;
    const snapshot = isViewed ? toSnapshot(row, view) : toSnapshotSummary(row);
    return { ...snapshot, ...(diff !== undefined && { diff }) };
  },
});
