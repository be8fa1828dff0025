import { mergeContents } from '../../../mail/model/index.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { versionConflict } from '../errors.ts';
import { parseContentBytes } from '../output.ts';
import { selectTemplateWithContent, type TemplateRow } from '../queries.ts';
import { authorOf } from '../template.ts';
import type { BaseOfTab } from './given-versions.ts';
import { type PreparedContent, prepareContent } from './prepare-content.ts';
import { explainConflict } from './save-conflict.ts';
import { selectContentAt } from './version-queries.ts';

/** Larger contents, all of a merge together, are not merged, because that would block the server for too long. */
export const MOST_MERGED_BYTES = 1_200_000;

/** The version from which a content was made. `anything`: the content replaces the stored one. `unknown`: a tab sent it without a version. */
export type SaveBase = 'anything' | 'unknown' | (BaseOfTab & { isNamed?: true });

interface Save {
  template: TemplateRow;
  /** The content that was sent. */
  content: PreparedContent;
  base: SaveBase;
}

/** From what the content of a request was made. Requests of programs replace what is stored unless they name a version. */
export async function findBase(
  { deps, scope }: TenantContext,
  templateId: string,
  baseVersion: number | undefined,
): Promise<SaveBase> {
  if (baseVersion !== undefined) return { version: baseVersion, isNamed: true };
  if (scope.tab === undefined) return 'anything';
  return (await deps.services.templates.given.baseOf(scope, templateId)) ?? 'unknown';
}

/**
 * The content to store for one that was sent. If that was made from an older version than the stored one, the changes
 * since then are merged into it by block. Throws `SaveConflict` if both changed the same, or if that cannot be told: from an
 * unknown base, if somebody else has stored the present content.
 */
export async function mergeSave(
  context: TenantContext,
  db: Connection,
  { template, content, base }: Save,
): Promise<PreparedContent> {
  const { scope } = context;
  if (base === 'anything') return content;
  const version = base === 'unknown' ? undefined : base.version;
  const isPossible = version === undefined || (version >= 1 && version <= template.version);
  if (version !== undefined && !isPossible) {
    if (base !== 'unknown' && base.isNamed) throw versionConflict(template.version, version);
    // The save that was noted was never committed.
    return mergeSave(context, db, { template, content, base: 'unknown' });
  }
  if (version === template.version && (base === 'unknown' || base.json === undefined)) return content;
  const stored = await selectTemplateWithContent(scope, db, template.id);
  if (stored === undefined || Buffer.compare(stored.json, content.json) === 0) return content;
  if (base === 'unknown' && template.contentBy === authorOf(scope).contentBy) return content;
  const json = await readBase(context, db, template, base);
  const tab = base === 'unknown' ? undefined : base.tab;
  const conflicting = { template, content, baseVersion: version, base: `${tab ?? ''} ${nameOf(json)}` };
  const bytes = [content, stored].reduce((sum, one) => sum + one.json.byteLength, json?.byteLength ?? 0);
  if (json === undefined || bytes > MOST_MERGED_BYTES) throw await explainConflict(scope, db, conflicting);
  const theirs = parseContentBytes(stored.json);
  const merged = mergeContents(parseContentBytes(json), parseContentBytes(content.json), theirs);
  // Fields that an agent may not add may be in what others have stored.
  if (merged.content !== undefined) return prepareContent(scope, merged.content, theirs);
  throw await explainConflict(scope, db, conflicting, merged.conflict);
}

const nameOf = (json: Uint8Array | undefined): string =>
  json === undefined ? '' : Bun.hash(json).toString(36);

async function readBase(
  { scope }: TenantContext,
  db: Connection,
  { id }: TemplateRow,
  base: SaveBase,
): Promise<Uint8Array | undefined> {
  if (typeof base === 'string') return undefined;
  return base.json !== undefined ? Buffer.from(base.json) : selectContentAt(scope, db, id, base.version);
}
