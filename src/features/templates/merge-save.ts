import {
  findClosest,
  type MergeConflict,
  type MergedContent,
  mergeContents,
  type TemplateContent,
} from '../../mail/model/index.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { versionConflict } from './errors.ts';
import { type Base, type Bases, guessBases, readTriedVersions } from './guess-bases.ts';
import { type Contents, listAnnounced, mergeAnnounced } from './merge-announced.ts';
import { parseContentBytes } from './output.ts';
import { mayHaveOutdatedTab, type TemplatePage } from './page.ts';
import { type PreparedContent, prepareContent } from './prepare-content.ts';
import { selectTemplateWithContent, type TemplateRow } from './queries.ts';
import { type ConflictingSave, explainConflict } from './save-conflict.ts';
import { blocksOf, keepParts, takeParts } from './take-parts.ts';
import { selectContentAt, selectRecentVersions } from './version-queries.ts';

/** Larger contents, all of a merge together, are not merged, because that would block the server for too long. */
export const MOST_MERGED_BYTES = 1_200_000;

/** Versions, and bytes of them, that a save may have been made from while later ones were on their way to its page. */
const MAX_LATE_VERSIONS = 8;
const MAX_LATE_BYTES = 400_000;

/** The same of versions that a page may have received before it was cut off. */
const MAX_RECEIVED_VERSIONS = 64;
const MAX_RECEIVED_BYTES = 600_000;

interface Save {
  template: TemplateRow;
  /** The content that was sent. */
  content: PreparedContent;
  /** The version it was made from, if the request says so. */
  baseVersion: number | undefined;
}

/**
 * The content to store for one that was sent. If that was made from an older version than the stored one, the changes
 * since then are merged into it by block. Throws `SaveConflict` if both changed the same.
 *
 * Requests may say by `base_version` from which version a content was made. For a page in a browser that does not, it is
 * the version that the page was given last. Other requests replace the stored content.
 */
export async function mergeSave(
  context: TenantContext,
  db: Connection,
  { template, content, baseVersion }: Save,
): Promise<PreparedContent> {
  const { deps, scope } = context;
  if (baseVersion !== undefined && (baseVersion < 1 || baseVersion > template.version))
    throw versionConflict(template.version, baseVersion);
  await refuseOutdatedTab(context, db, { template, content, baseVersion });
  const bases = await findBases(context, db, { template, content, baseVersion });
  if (bases === undefined) return content;
  const stored = await selectTemplateWithContent(scope, db, template.id);
  if (stored === undefined) return content;
  const save = { template, content };
  const bytes = [content, stored, ...bases.contents].reduce((sum, { json }) => sum + json.byteLength, 0);
  if (bytes > MOST_MERGED_BYTES)
    throw await explainConflict(scope, db, { ...save, ...nameBase(bases.contents[0]) });
  const mine = parseContentBytes(content.json);
  const base = findBase(bases, mine);
  if (base === undefined || base.version === template.version) return content;
  // What all open editors show is no older state: a change that it lacks was taken back.
  const page = baseVersion === undefined ? deps.services.templates.pages.find(scope, template.id) : undefined;
  if (await page?.isShown?.({ content: mine, version: template.version })) return content;
  const theirs = parseContentBytes(stored.json);
  const contents = { base: base.content, mine, theirs };
  const merged =
    baseVersion === undefined
      ? await mergeOfPage(context, db, template, { ...contents, version: base.version })
      : mergeContents(contents.base, mine, theirs);
  // Fields that an agent may not add may be in what others have stored.
  if (merged.content !== undefined) return prepareContent(scope, merged.content, theirs);
  throw await explainConflict(scope, db, { ...save, ...nameBase(base) }, merged.conflict);
}

/** `version`: that of the base; undefined if a page has it and no version. Its page may have received later ones. */
async function mergeOfPage(
  { deps, scope }: TenantContext,
  db: Connection,
  { id }: TemplateRow,
  { version, ...contents }: Contents & { version: number | undefined },
): Promise<MergedContent> {
  const { pages } = deps.services.templates;
  const announced = listAnnounced(pages, scope, id);
  const first = mergeAnnounced(contents, announced);
  if (first.conflict === undefined) return first;
  const between = await Array.fromAsync(readBetween(scope, db, id, version));
  const received = findReceived(first.conflict, contents.mine, between);
  const base = takeParts(contents.base, contents.mine, received);
  const second = mergeAnnounced({ ...contents, base }, announced);
  if (second.conflict === undefined || pages.find(scope, id)?.isRestored !== true) return second;
  // What the page announced just before the restart may have been saved by another one, and is not remembered.
  const { conflict } = second;
  const versions = (await readTriedVersions({ deps, scope }, db, id)).map(({ json }) =>
    parseContentBytes(json),
  );
  const candidates = versions.map((whole) => ({ whole, content: keepParts(whole, conflict) }));
  const closest = findClosest(keepParts(contents.mine, conflict), candidates, true);
  if (closest === undefined) return second;
  return mergeAnnounced({ ...contents, base: takeParts(base, closest.whole, conflict) }, announced);
}

/** Versions after one, as a page may have received them, the newest first. They are read in steps, so that large ones are few. */
async function* readBetween(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  after = 0,
): AsyncGenerator<TemplateContent> {
  let bytes = 0;
  for (let offset = 0; offset < MAX_RECEIVED_VERSIONS; offset += MAX_LATE_VERSIONS) {
    const step = await selectRecentVersions(scope, db, templateId, { limit: MAX_LATE_VERSIONS, offset });
    for (const { version, json } of step.toReversed()) {
      bytes += json.byteLength;
      if (version <= after || bytes > MAX_RECEIVED_BYTES) return;
      yield parseContentBytes(json);
    }
    if (step.length < MAX_LATE_VERSIONS) return;
  }
}

/**
 * The parts of a conflict that a page has as others have stored them since: it was cut off before it could confirm them, and has
 * not changed them itself.
 */
function findReceived(
  { blockIds, settings }: MergeConflict,
  mine: TemplateContent,
  between: readonly TemplateContent[],
): MergeConflict {
  const fieldsIn = (content: TemplateContent) =>
    new Map(blocksOf(content).map(({ children: _children, ...fields }) => [fields.id, fields]));
  const [own, others] = [fieldsIn(mine), between.map(fieldsIn)];
  const settingOf = (content: TemplateContent, name: string) =>
    (content.settings as unknown as Record<string, unknown>)[name];
  return {
    blockIds: blockIds.filter(
      (id) => own.has(id) && others.some((one) => Bun.deepEquals(one.get(id), own.get(id))),
    ),
    settings: settings.filter((name) =>
      between.some((one) => Bun.deepEquals(settingOf(one, name), settingOf(mine, name))),
    ),
  };
}

function nameBase(base: Base | undefined): Pick<ConflictingSave, 'base' | 'baseVersion'> {
  return { baseVersion: base?.version, base: base === undefined ? '' : Bun.hash(base.json).toString(36) };
}

function findBase(
  { contents, unconfirmed = [], alike, announced = [] }: Bases,
  mine: TemplateContent,
): (Base & { content: TemplateContent }) | undefined {
  const parse = (base: Base) => ({ ...base, content: parseContentBytes(base.json) });
  const all = { blockIds: blocksOf(mine).map(({ id }) => id), settings: [] };
  const candidates = contents.map(parse).map((base) => {
    const ids = announced.flatMap((page) => [...page.findChanged(all, base.content, mine).blockIds.keys()]);
    return { ...base, explained: new Set(ids) };
  });
  const closest = findClosest(mine, candidates, alike);
  if (closest === undefined) return undefined;
  return findClosest(mine, [closest, ...unconfirmed.map(parse)], false);
}

/** Undefined for a save that was made from the stored version, or that replaces whatever is stored. */
async function findBases(
  context: TenantContext,
  db: Connection,
  { template, content, baseVersion }: Save,
): Promise<Bases | undefined> {
  const { deps, scope } = context;
  const read = async (versions: (number | undefined)[]): Promise<Base[]> => {
    const found = versions.map((version) => readVersion(scope, db, template.id, version));
    return (await Promise.all(found)).flat();
  };
  const orGuess = async (contents: Base[], alike = false): Promise<Bases> =>
    contents.length > 0 ? { contents, alike } : guessBases({ deps, scope }, db, template.id);
  if (baseVersion !== undefined)
    return baseVersion === template.version ? undefined : orGuess(await read([baseVersion]));
  if (scope.page === undefined) return undefined;
  const { pages } = deps.services.templates;
  const page = pages.find(scope, template.id);
  if (page === undefined) return pages.mayHaveBeenGiven(scope, template.id) ? orGuess([]) : undefined;
  if (page.hasOwnContent) {
    const own = pages.ownContent(page);
    if (own === undefined) return orGuess([]);
    return orGuess([{ version: undefined, json: own }, ...(await read([page.offered]))]);
  }
  const late = await readLate(context, db, { template, content }, page);
  if (page.version === template.version && late.length === 0) return undefined;
  const unconfirmed = await readUnconfirmed(scope, db, template, page);
  const [first, last] = await Promise.all([read([page.version]), read([page.offered])]);
  if (!page.isCollaborating) return orGuess([...late, ...first, ...unconfirmed, ...last]);
  const announced = pages.listOf(template.id).flatMap((one) => one.announced ?? []);
  return { ...(await orGuess([...late, ...first, ...last], true)), unconfirmed, announced };
}

/**
 * The versions that were sent to a page and may be on it, though it has not confirmed them yet, without the last one. A page
 * that has announced nothing may ignore what it is sent.
 */
async function readUnconfirmed(
  scope: TenantScope,
  db: Connection,
  template: TemplateRow,
  { isCollaborating, version, offered }: TemplatePage,
): Promise<Base[]> {
  const last = isCollaborating ? template.version : offered;
  if (version === undefined || last === undefined) return [];
  const unconfirmed: Base[] = [];
  let bytes = 0;
  for (let one = version + 1; one < last && unconfirmed.length < MAX_LATE_VERSIONS; one += 1) {
    const [base] = await readVersion(scope, db, template.id, one);
    bytes += base?.json.byteLength ?? 0;
    if (bytes > MAX_LATE_BYTES) break;
    if (base !== undefined) unconfirmed.push(base);
  }
  return unconfirmed;
}

/** The versions before that of a page, the oldest first, from which a save may have been made that was long on its way. */
async function readLate(
  { deps, scope }: TenantContext,
  db: Connection,
  { template, content }: Pick<Save, 'template' | 'content'>,
  page: TemplatePage,
): Promise<Base[]> {
  const { earlier, version = 0 } = page;
  if (earlier === undefined || earlier.until <= deps.clock.now()) return [];
  const isPast = await comparePast({ scope, db, templateId: template.id }, page, content);
  const late: Base[] = [];
  let bytes = 0;
  for (let one = version - 1; one >= earlier.version && late.length < MAX_LATE_VERSIONS; one -= 1) {
    const [base] = await readVersion(scope, db, template.id, one);
    if (base === undefined || isPast(base)) continue;
    bytes += base.json.byteLength;
    if (late.length > 0 && bytes > MAX_LATE_BYTES) break;
    late.unshift(base);
  }
  return late;
}

/** Tells whether a save was made after the version that its page has confirmed last, and not from an earlier one. */
async function comparePast(
  { scope, db, templateId }: { scope: TenantScope; db: Connection; templateId: string },
  { earlier, version }: TemplatePage,
  content: PreparedContent,
): Promise<(base: Base) => boolean> {
  const { isPast } = earlier ?? {};
  const [confirmed] = isPast === undefined ? [] : await readVersion(scope, db, templateId, version);
  if (isPast === undefined || confirmed === undefined) return () => false;
  const [saved, newer] = [parseContentBytes(content.json), parseContentBytes(confirmed.json)];
  return ({ json }) => isPast(saved, { earlier: parseContentBytes(json), newer });
}

async function readVersion(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  version: number | undefined,
): Promise<Base[]> {
  const json = version === undefined ? undefined : await selectContentAt(scope, db, templateId, version);
  return json === undefined ? [] : [{ version, json }];
}

/**
 * Several tabs with one token are one page to the server. Throws `SaveConflict` if a content is closest to a version before
 * the one that such a page has: another tab has saved since then, or the same tab has undone what it saved. If the page may
 * as well have been loaded again, only what shares more whole blocks is closer, and what is undone is stored.
 */
async function refuseOutdatedTab(
  { deps, scope }: TenantContext,
  db: Connection,
  { template, content, baseVersion }: Save,
): Promise<void> {
  const { pages } = deps.services.templates;
  const page =
    scope.page === undefined || baseVersion !== undefined ? undefined : pages.find(scope, template.id);
  if (page?.version === undefined || !mayHaveOutdatedTab(page)) return;
  const own = pages.ownContent(page);
  const recent = await guessBases({ deps, scope }, db, template.id);
  const contents =
    own === undefined ? recent.contents : [...recent.contents, { version: undefined, json: own }];
  const base = page.hasSeveralTabs
    ? findBase({ contents, alike: true }, parseContentBytes(content.json))
    : findBase({ contents: contents.toReversed(), alike: false }, parseContentBytes(content.json));
  if ((base?.version ?? page.version) >= page.version) return;
  const isUndone = base !== undefined && Buffer.compare(base.json, content.json) === 0;
  if (isUndone && !page.hasSeveralTabs) return;
  throw await explainConflict(scope, db, { template, content, ...nameBase(base) });
}
