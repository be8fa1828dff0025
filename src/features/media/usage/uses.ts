import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { selectBrands } from '../../projects/index.ts';
import { isContentStored } from '../../templates/index.ts';
import { MEDIA_PATH, mediaRoots, TOKEN, TOKEN_LENGTH } from '../addresses.ts';
import {
  insertUses,
  selectFilesByToken,
  selectKnownTokens,
  selectTemplateUses,
  selectTokens,
} from './queries.ts';

/** Most uses of one kind that are listed for one file. */
export const MAX_LISTED = 50;

const MediaUse = Type.Object({
  kind: Type.Union([
    Type.Literal('template'),
    Type.Literal('snapshot'),
    Type.Literal('saved_module'),
    Type.Literal('comment'),
    Type.Literal('brand'),
  ]),
  id: Type.String({
    description: 'Of the template, snapshot, saved module or comment; of the project for its brand.',
  }),
  name: Type.String({ description: 'Of the saved module; for snapshots and comments, of their template.' }),
});

export type UseKind = Static<typeof MediaUse>['kind'];

/** A place that contains a file's address. */
export interface FileUse extends Static<typeof MediaUse> {
  fileId: string;
  /** The template to which a snapshot or comment belongs. */
  templateId?: string;
  /** Number of uses of this kind, if more than are listed. */
  total?: number;
}

/** The uses of one file. */
export interface UsesOfFile {
  count: number;
  /** At most `MAX_LISTED` of each kind. */
  listed: FileUse[];
}

export const FileUses = Type.Object({
  use_count: Type.Integer(),
  uses: Type.Array(MediaUse, {
    description: `Where the file is used: templates, their snapshots and comments, saved modules, the brand; of each kind ${MAX_LISTED} at most.`,
  }),
});

/** Editors check a file's uses before they delete it. Agents pass `force`. */
export const ForceInput = Type.Boolean({
  default: true,
  description: 'true: delete also files that are in use.',
});

/** The files whose uses are looked for. */
interface SearchedFiles {
  ids: readonly string[];
  /** The ids of the files whose addresses occur in a text. */
  namedIn(text: string): string[];
}

/** Finds the uses of files in the data of one feature. Called inside transactions. */
export type UseFinder = (scope: TenantScope, db: Connection, files: SearchedFiles) => Promise<FileUse[]>;

/** Finders of this feature and of those below it. */
export const USE_FINDERS: readonly UseFinder[] = [findTemplateUses, findBrandUses];

/** For higher features that store addresses of files. Files that they use are deleted only with `force`. */
export function addUseFinder(deps: Deps, finder: UseFinder): void {
  deps.services.media.useFinders.push(finder);
}

/** The uses of files, by file id. Unused files are left out. */
export async function findUses(
  { deps, scope }: TenantContext,
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, UsesOfFile>> {
  const files = await searchFor(scope, db, ids);
  const found = new Map<string, UsesOfFile>();
  for (const find of deps.services.media.useFinders) {
    for (const [id, uses] of Map.groupBy(await find(scope, db, files), (use) => use.fileId)) {
      const before = found.get(id) ?? { count: 0, listed: [] };
      found.set(id, {
        count: before.count + (uses[0]?.total ?? uses.length),
        listed: [...before.listed, ...uses.slice(0, MAX_LISTED)],
      });
    }
  }
  return found;
}

/** Uses for an answer. */
export function toFileUses({ count, listed }: UsesOfFile): Static<typeof FileUses> {
  return { use_count: count, uses: listed.map(({ kind, id, name }) => ({ kind, id, name })) };
}

/** The name of a template, or its id if it has none. */
export const nameOfTemplate = (id: string, name: string | null): string => name ?? `Unnamed (${id})`;

async function searchFor(scope: TenantScope, db: Connection, ids: readonly string[]): Promise<SearchedFiles> {
  const fileOf = new Map((await selectTokens(scope, db, ids)).map(({ token, fileId }) => [token, fileId]));
  const namedIn = (text: string) => {
    const found = findTokens(Buffer.from(text)).map((token) => fileOf.get(token));
    return [...new Set(found.filter((id) => id !== undefined))];
  };
  return { ids, namedIn };
}

async function findTemplateUses(
  scope: TenantScope,
  db: Connection,
  { ids }: SearchedFiles,
): Promise<FileUse[]> {
  const rows = await selectTemplateUses(scope, db, ids, MAX_LISTED);
  return rows.map(({ name, ...row }) => ({ ...row, kind: 'template', name: nameOfTemplate(row.id, name) }));
}

async function findBrandUses(
  scope: TenantScope,
  db: Connection,
  { namedIn }: SearchedFiles,
): Promise<FileUse[]> {
  const { project, tenant } = await selectBrands(scope, db);
  const named = [project, tenant].flatMap((brand) => (brand === null ? [] : namedIn(brand)));
  return [...new Set(named)].map((fileId) => ({ kind: 'brand', fileId, id: scope.projectId, name: 'Brand' }));
}

/**
 * Records, for each new content, which files of the library it uses. An older content cannot use a newer file, because
 * addresses are random.
 */
export function recordUses(deps: Deps): void {
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isContentStored(event) || scope.kind !== 'tenant') return;
    const { contentId, json } = event.payload;
    const tokens = findTokens(json);
    if (tokens.length === 0) return;
    await insertUses(db, contentId, await selectFilesByToken(scope, db, tokens));
  });
}

/** The tokens of this server's addresses in a text. */
export function findMediaTokens(deps: Deps, text: string): string[] {
  const bytes = Buffer.from(text);
  return [...new Set(mediaRoots(deps).flatMap((root) => findTokens(bytes, Buffer.from(root))))];
}

/** The tokens among these that belong to deleted files. */
export async function findDeletedTokens(deps: Deps, tokens: readonly string[]): Promise<string[]> {
  if (tokens.length === 0) return [];
  const known = await selectKnownTokens(deps.db.reader, tokens);
  return tokens.filter((token) => !known.has(token));
}

const MARK = Buffer.from(`${MEDIA_PATH}/`);

/**
 * The tokens of all addresses of files in a UTF-8 text, such as the JSON of a content. Searches the bytes, because parsing
 * would take longer than storing them. `mark`: the text before a token.
 */
export function findTokens(text: Uint8Array, mark = MARK): string[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const tokens = new Set<string>();
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) {
    const start = at + mark.length;
    const token = bytes.toString('latin1', start, start + TOKEN_LENGTH);
    if (TOKEN.test(token)) tokens.add(token);
  }
  return [...tokens];
}
