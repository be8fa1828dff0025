import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { invalidField } from '../../../platform/errors.ts';
import { requireFolder } from '../../../platform/folders/folders.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import { CursorInput, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { foldName } from '../../../platform/text/names.ts';
import { type CursorPosition, type MediaOrder, selectPage } from '../browse/queries.ts';
import { toItem } from '../output.ts';
import type { ItemRow } from '../queries.ts';
import { Category, MEDIA_FOLDERS, MediaAnswerInput, MediaItem } from '../schema.ts';
import { FileUses, findUses, toFileUses, type UsesOfFile } from '../usage/uses.ts';

const FILES_PER_PAGE = 50;

const BrowsedItem = Type.Object({
  ...MediaItem.properties,
  used_by: Type.Optional({ ...FileUses.properties.uses, description: 'Where it is used; 10 at most.' }),
});

const MediaPage = Type.Composite([
  pageOf(BrowsedItem, FILES_PER_PAGE),
  Type.Object({
    prev_cursor: nullable(Type.String(), 'Pass it as `cursor` to get the page before; null on the first.'),
    path: Type.Optional(Type.String({ description: 'Where the list is.' })),
  }),
]);

/** The kinds of position in a cursor: after a row, before it, or before it including the row itself. */
const PLACES: Readonly<Record<string, Omit<CursorPosition, 'position'>>> = {
  a: { isBackward: false, isInclusive: false },
  b: { isBackward: true, isInclusive: false },
  B: { isBackward: true, isInclusive: true },
};

const BrowseInput = Type.Object({
  folder_id: Type.Optional(
    Type.String({
      description: 'Only files of this folder; left out: all. Ignored when searching.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Text in the name or the alternative text.',
    }),
  ),
  category: Type.Optional(Category),
  sort: Type.Union(
    [
      Type.Literal('newest'),
      Type.Literal('oldest'),
      Type.Literal('name_asc'),
      Type.Literal('name_desc'),
      Type.Literal('size_asc'),
      Type.Literal('size_desc'),
    ],
    { default: 'newest', description: 'By upload (newest, oldest), name or size.' },
  ),
  unused: Type.Optional(
    Type.Boolean({
      description: 'Only files that nothing uses.',
    }),
  ),
  missing_alt: Type.Optional(Type.Boolean({ description: 'Only pictures without alternative text.' })),
  with_uses: Type.Optional(Type.Boolean({ description: 'Say where each file is used.' })),
  cursor: CursorInput,
  answer: MediaAnswerInput,
});

export const browseMedia = defineOperation({
  name: 'browseMedia',
  summary: 'List files of the library, 50 a page, by folder, category and search',
  scope: 'tenant',
  effect: 'read',
  input: BrowseInput,
  output: MediaPage,
  async run({ deps, scope }, input) {
    const filter = await readFilter(deps, scope, input);
    const audience = JSON.stringify([
      input.unused === true ? 'unused media' : 'media',
      scope.tenant.id,
      ...Object.values(filter).map((part) => part ?? null),
    ]);
    const place = openCursor(deps, audience, input.cursor);
    if (input.unused === true) return browseUnused({ deps, scope }, input, { ...filter, place, audience });
    const found = await selectPage(scope, deps.db.reader, { ...filter, place, limit: FILES_PER_PAGE + 1 });
    const rows = found.slice(0, FILES_PER_PAGE);
    if (place?.isBackward === true) rows.reverse();
    const cursors = encodeCursors(deps, audience, {
      rows,
      order: filter.order,
      place,
      hasMore: found.length > rows.length,
    });
    const ids = rows.map(({ id }) => id);
    const uses = input.with_uses === true ? await findUses({ deps, scope }, deps.db.reader, ids) : undefined;
    return {
      items: rows.map((row) => ({
        ...toItem(deps, row, input.answer),
        ...(uses !== undefined && { used_by: toUsedBy(uses.get(row.id)) }),
      })),
      per_page: FILES_PER_PAGE,
      ...cursors,
      ...(input.answer === 'full' && { path: pathOf(scope) }),
    };
  },
});

/** Most files that one call checks when it looks for unused ones. */
const MAX_SCANNED = 500;

/** A page of unused files. It can be short although there are more, because only `MAX_SCANNED` files are checked. */
async function browseUnused(
  { deps, scope }: TenantContext,
  { answer }: Static<typeof BrowseInput>,
  { audience, ...listing }: Omit<Parameters<typeof selectPage>[2], 'limit'> & { audience: string },
): Promise<Static<typeof MediaPage>> {
  if (listing.place?.isBackward === true) throw invalidField('cursor', 'goes forward only with unused.');
  const found = await selectPage(scope, deps.db.reader, { ...listing, limit: MAX_SCANNED + 1 });
  const scanned = found.slice(0, MAX_SCANNED);
  const ids = scanned.map(({ id }) => id);
  const uses = await findUses({ deps, scope }, deps.db.reader, ids);
  const unused = scanned.filter(({ id }) => !uses.has(id));
  const rows = unused.slice(0, FILES_PER_PAGE);
  const last = unused.length > rows.length ? rows.at(-1) : scanned.at(-1);
  const hasMore = unused.length > rows.length || found.length > scanned.length;
  const position = hasMore && last !== undefined ? positionOf(last, listing.order) : undefined;
  return {
    items: rows.map((row) => toItem(deps, row, answer)),
    per_page: FILES_PER_PAGE,
    next_cursor:
      position === undefined ? null : encodeCursor(deps.urlSigningKey, audience, ['a', ...position]),
    prev_cursor: null,
  };
}

/** Most uses listed for one file. */
const MAX_NAMED = 10;

const toUsedBy = (uses: UsesOfFile | undefined) =>
  uses === undefined ? [] : toFileUses(uses).uses.slice(0, MAX_NAMED);

async function readFilter(deps: Deps, scope: TenantScope, input: Static<typeof BrowseInput>) {
  const search = input.search === undefined || input.search === '' ? undefined : foldName(input.search);
  // Editors send an empty folder for the top level, which they call "All Files".
  const isFolderMeant = search === undefined && input.folder_id !== undefined && input.folder_id !== '';
  const folderId = isFolderMeant ? input.folder_id : undefined;
  if (folderId !== undefined) await requireFolder(MEDIA_FOLDERS, scope, deps.db.reader, folderId);
  const isAltMissing = input.missing_alt === true;
  return { order: input.sort, folderId, category: input.category, search, isAltMissing };
}

function openCursor(deps: Deps, audience: string, cursor: string | undefined): CursorPosition | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const [kind, ...position] = decodeCursor(deps.urlSigningKey, audience, cursor);
  const place = PLACES[String(kind)];
  if (place === undefined) throw new Error(`a cursor holds the unknown place ${kind}`);
  return { ...place, position };
}

interface Page {
  /** In the order of the list. */
  rows: readonly ItemRow[];
  order: MediaOrder;
  place: CursorPosition | undefined;
  /** Whether there are more rows in the direction in which the page was read. */
  hasMore: boolean;
}

function encodeCursors(deps: Deps, audience: string, { rows, order, place, hasMore }: Page) {
  const encode = (kind: string, position: readonly (string | number)[]) =>
    encodeCursor(deps.urlSigningKey, audience, [kind, ...position]);
  const [first] = rows;
  const last = rows.at(-1);
  const isBackward = place?.isBackward === true;
  if (first === undefined || last === undefined) {
    // The rows of this page have been deleted. The link back leads to the row after which the page began.
    const isPageLost = place !== undefined && !isBackward;
    return { next_cursor: null, prev_cursor: isPageLost ? encode('B', place.position) : null };
  }
  const hasNext = isBackward || hasMore;
  const hasPrevious = isBackward ? hasMore : place !== undefined;
  return {
    next_cursor: hasNext ? encode('a', positionOf(last, order)) : null,
    prev_cursor: hasPrevious ? encode('b', positionOf(first, order)) : null,
  };
}

function positionOf(row: ItemRow, order: MediaOrder): [string | number, string] {
  if (order === 'newest' || order === 'oldest') return [row.id, row.id];
  return [order === 'size_asc' || order === 'size_desc' ? row.size : row.filenameFolded, row.id];
}

/** Part of the answer because some editors read it. */
function pathOf({ projectId, tenant }: TenantScope): string {
  return `/api/v1/projects/${projectId}/tenants/${encodeURIComponent(tenant.slug)}/media/browse`;
}
