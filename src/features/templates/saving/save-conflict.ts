import { type MergeConflict, nameBlocks } from '../../../mail/model/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { parseContentBytes } from '../output.ts';
import { selectTemplateWithContent, type TemplateRow } from '../queries.ts';
import { authorOf } from '../template.ts';
import type { PreparedContent } from './prepare-content.ts';
import { selectLaterAuthors } from './version-queries.ts';

/** Most changes that are read to find the names of their authors. */
const MAX_READ_AUTHORS = 20;

/** The beginning of the labels of refused saves in the history. */
export const REFUSED_LABEL = 'Not saved: ';

interface ConflictFacts {
  template: TemplateRow;
  /** The content that was to be saved. */
  content: PreparedContent;
  base: string;
  versions: { current_version: number; base_version?: number };
  author: string;
  /** The people and agents who changed the template since it was read. */
  others: readonly string[];
  /** Names of the parts that both sides changed; empty if unknown. */
  parts: readonly string[];
  /** Whether an agent saves, and not a person with an editor. */
  isAgent: boolean;
}

/**
 * A save was based on an older version and changed parts that others have changed since. Its content must be recorded
 * in the history with this label.
 */
export class SaveConflict extends DomainError {
  readonly template: TemplateRow;
  readonly content: PreparedContent;
  readonly label: string;
  /** Identifies the content on which it was based. */
  readonly base: string;
  readonly #reason: string;

  constructor({ template, content, base, versions, author, others, parts, isAgent }: ConflictFacts) {
    const who = listNames(others);
    const label = `${REFUSED_LABEL}changes by ${author} to what ${who} changed too`.slice(
      0,
      MAX_LABEL_LENGTH,
    );
    const what = parts.length === 0 ? 'the template' : `the same parts (${listNames(parts)})`;
    const reason = `${who} changed ${what} ${isAgent ? 'since you read it' : 'while you were editing'}.`;
    const next = isAgent
      ? 'Read the template again and repeat your change on it'
      : 'Reload to go on with the present version';
    super(
      'version_conflict',
      `Not saved: ${reason} Your version is in the history as “${label}”. ${next}, or restore yours from the history to replace it.`,
      { facts: versions, quotesOthers: true },
    );
    this.template = template;
    this.content = content;
    this.label = label;
    this.base = base;
    this.#reason = reason;
  }

  /** The error of a dry run, whose content is not recorded in the history. */
  asDryRun(): DomainError {
    const message = `A save would be refused: ${this.#reason} Nothing is stored, because this was a dry run.`;
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

interface ConflictingSave {
  template: TemplateRow;
  content: PreparedContent;
  /** The version on which it was based, if known. */
  baseVersion: number | undefined;
  /** Identifies the content on which it was based. */
  base: string;
}

/** The error for a save that cannot be merged. Without `conflict`, the contents were not compared. */
export async function explainConflict(
  scope: TenantScope,
  db: Connection,
  { template, content, baseVersion, base }: ConflictingSave,
  conflict?: MergeConflict,
): Promise<SaveConflict> {
  const others = await nameOthers(scope, db, template, baseVersion);
  const parts = conflict === undefined ? [] : await nameParts(scope, db, { template, content }, conflict);
  return new SaveConflict({
    template,
    content,
    base,
    versions: {
      current_version: template.version,
      ...(baseVersion !== undefined && { base_version: baseVersion }),
    },
    author: authorOf(scope).contentByName ?? 'somebody',
    others,
    parts,
    isAgent: isAgent(scope),
  });
}

const isAgent = ({ actor }: TenantScope) => actor.kind === 'agent';

async function nameParts(
  scope: TenantScope,
  db: Connection,
  { template, content }: Pick<ConflictingSave, 'template' | 'content'>,
  { blockIds, settings }: MergeConflict,
): Promise<string[]> {
  const stored = await selectTemplateWithContent(scope, db, template.id);
  const sides = [stored, content].flatMap((side) =>
    side === undefined ? [] : [parseContentBytes(side.json)],
  );
  return [...nameBlocks(sides, blockIds), ...settings];
}

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
