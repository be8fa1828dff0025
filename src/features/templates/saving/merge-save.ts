import { mergeContents, nameBlocks } from '../../../mail/model/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { versionConflict } from '../errors.ts';
import { saveRefused } from '../events.ts';
import { parseContentBytes } from '../output.ts';
import { selectTemplateWithContent, type TemplateRow } from '../queries.ts';
import { authorOf, requireTemplate, saveContent } from '../template.ts';
import type { BaseOfTab } from './given-versions.ts';
import { type PreparedContent, prepareContent } from './prepare-content.ts';
import { selectLaterAuthors, selectVersion } from './queries.ts';

/*
 * What becomes of a content that was made from an older version than the stored one:
 * 1. `findBase`: the request names the version, or the version is that which its tab was given last.
 * 2. `mergeSave`: what changed between that version and the stored one is merged into the content, by block.
 * 3. If both sides changed the same, `SaveConflict` refuses the save and says who changed what.
 * 4. `keepContent`: a refused content goes to the history, so that nothing is lost.
 */

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
  const json = await readBase(scope, db, template, base);
  const tab = base === 'unknown' ? undefined : base.tab;
  const conflicting = { template, content, baseVersion: version, base: `${tab ?? ''} ${nameOf(json)}` };
  const bytes = [content, stored].reduce((sum, one) => sum + one.json.byteLength, json?.byteLength ?? 0);
  if (json === undefined || bytes > MOST_MERGED_BYTES) throw await explainConflict(scope, db, conflicting);
  const theirs = parseContentBytes(stored.json);
  const own = parseContentBytes(content.json);
  const merged = mergeContents(parseContentBytes(json), own, theirs);
  // Fields that an agent may not add may be in what others have stored.
  if (merged.content !== undefined) return prepareContent(scope, merged.content, theirs);
  const { blockIds, settings } = merged.conflict;
  throw await explainConflict(scope, db, conflicting, [...nameBlocks([theirs, own], blockIds), ...settings]);
}

const nameOf = (json: Uint8Array | undefined): string =>
  json === undefined ? '' : Bun.hash(json).toString(36);

async function readBase(
  scope: TenantScope,
  db: Connection,
  { id }: TemplateRow,
  base: SaveBase,
): Promise<Uint8Array | undefined> {
  if (typeof base === 'string') return undefined;
  if (base.json !== undefined) return Buffer.from(base.json);
  return (await selectVersion(scope, db, id, base.version))?.json;
}

/** Most changes that are read to find the names of their authors. */
const MAX_READ_AUTHORS = 20;

/** The beginning of the labels of refused saves in the history. */
export const REFUSED_LABEL = 'Not saved: ';

interface RefusedSave {
  template: TemplateRow;
  /** The content that was to be saved. */
  content: PreparedContent;
  /** Identifies the content on which it was based. */
  base: string;
  /** Names the content in the history. */
  label: string;
  /** What others have changed. */
  reason: string;
}

/**
 * A save was based on an older version and changed parts that others have changed since. Its content must be recorded
 * in the history with this label.
 */
export class SaveConflict extends DomainError {
  readonly refused: RefusedSave;

  constructor(message: string, facts: Record<string, number>, refused: RefusedSave) {
    super('version_conflict', message, { facts, quotesOthers: true });
    this.refused = refused;
  }

  /** The error of a dry run, whose content is not recorded in the history. */
  asDryRun(): DomainError {
    const message = `A save would be refused: ${this.refused.reason} Nothing is stored, because this was a dry run.`;
    return new DomainError('version_conflict', message, this.details);
  }
}

const MAX_LABEL_LENGTH = 255;

const MAX_LISTED_NAMES = 3;

/** "a, b, c and 2 more" */
function listNames(names: readonly string[]): string {
  const more = names.length - MAX_LISTED_NAMES;
  const listed = names.slice(0, MAX_LISTED_NAMES);
  if (more > 0) return `${listed.join(', ')} and ${more} more`;
  return listed.length < 2 ? listed.join() : `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`;
}

interface ConflictingSave extends Pick<RefusedSave, 'template' | 'content' | 'base'> {
  /** The version on which it was based, if known. */
  baseVersion: number | undefined;
}

/** The error for a save that cannot be merged. `parts`: names of what both sides changed; empty if unknown. */
async function explainConflict(
  scope: TenantScope,
  db: Connection,
  { baseVersion, ...save }: ConflictingSave,
  parts: readonly string[] = [],
): Promise<SaveConflict> {
  const { template } = save;
  const who = listNames(await nameOthers(scope, db, template, baseVersion));
  const changes = `changes by ${nameAuthor(scope)} to what ${who} changed too`;
  const label = `${REFUSED_LABEL}${changes}`.slice(0, MAX_LABEL_LENGTH);
  const what = parts.length === 0 ? 'the template' : `the same parts (${listNames(parts)})`;
  const reason = `${who} changed ${what} ${isAgent(scope) ? 'since you read it' : 'while you were editing'}.`;
  const next = isAgent(scope)
    ? 'Read the template again and repeat your change on it'
    : 'Reload to go on with the present version';
  return new SaveConflict(
    `Not saved: ${reason} Your version is in the history as “${label}”. ${next}, or restore yours from the history to replace it.`,
    {
      current_version: template.version,
      ...(baseVersion !== undefined && { base_version: baseVersion }),
    },
    { ...save, label, reason },
  );
}

const isAgent = ({ actor }: TenantScope) => actor.kind === 'agent';

const nameAuthor = (scope: TenantScope) => authorOf(scope).contentByName ?? 'somebody';

/** The names of those who changed the template since a version. */
async function nameOthers(
  scope: TenantScope,
  db: Connection,
  { id, version }: TemplateRow,
  baseVersion = version - 1,
): Promise<string[]> {
  const own = authorOf(scope);
  const authors = await selectLaterAuthors(scope, db, id, { version: baseVersion, limit: MAX_READ_AUTHORS });
  const names = authors.map(({ kind, id: authorId, name }) => {
    if (name === null) return 'somebody else';
    const place = isAgent(scope) ? 'in another session' : 'in another window';
    return `${kind}:${authorId}` === own.contentBy ? `${name} (${place})` : name;
  });
  return names.length === 0 ? ['somebody else'] : [...new Set(names)];
}

/** Why a content goes to the history although it is no version. */
const REASONS = {
  replaced: (author: string) => `changes by ${author} that others have replaced at the same moment`,
  rejoin: (author: string) => `changes by ${author} while the connection was cut off`,
};

/** Keeps a content in the history that was not saved as it is. `base`: identifies the content on which it was based. */
export async function keepContent(
  { deps, scope }: TenantContext,
  templateId: string,
  content: PreparedContent,
  reason: keyof typeof REASONS | { label: string; base: string },
): Promise<void> {
  const label = (author: string) =>
    typeof reason === 'object' ? reason.label : REFUSED_LABEL + REASONS[reason](author);
  const base = typeof reason === 'object' ? reason.base : reason;
  await deps.db.transaction(async (db) => {
    const template = await requireTemplate(scope, db, templateId);
    const contentId = await saveContent({ deps, scope }, db, content);
    const refused = saveRefused({ template, contentId, label: label(nameAuthor(scope)), base });
    await deps.events.emitInTransaction(refused, scope, db);
  }, ownerOf(scope));
}
