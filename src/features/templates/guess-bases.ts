import { mergeContents } from '../../mail/model/index.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { AnnouncedValues } from './announced-values.ts';
import { parseContentBytes } from './output.ts';
import { readShownBeforeStart, readVersionBefore, selectEarlyVersions } from './shown-before-start.ts';
import { selectRecentVersions, type VersionContent } from './version-queries.ts';

/** The newest versions that are tried besides those from before the server started, and the bytes of all. */
const MAX_TRIED_VERSIONS = 8;
const MAX_TRIED_BYTES = 600_000;

/** An earlier content. `version`: undefined if a page has it and no version. */
export interface Base {
  version: number | undefined;
  json: Uint8Array;
}

export interface Bases {
  /** Those that a save may have been made from. */
  contents: Base[];
  /** Later ones. A save was made from one of them only if it shares more whole blocks with it. */
  unconfirmed?: Base[];
  /** The page has applied what it received, so blocks that are alike count. */
  alike: boolean;
  /** What pages have announced, which may be in a save without being stored. */
  announced?: AnnouncedValues[];
}

/** The contents that a save may have been made from whose page is not known, or from which version its content is. */
export async function guessBases(
  { deps, scope }: TenantContext,
  db: Connection,
  templateId: string,
): Promise<Bases> {
  const { pages } = deps.services.templates;
  const startedAt = pages.knownSince(scope);
  const tried = await readTriedVersions({ deps, scope }, db, templateId);
  const page = pages.find(scope, templateId);
  if (page === undefined || page.version !== undefined) return { contents: tried, alike: true };
  const assumed = await readShownBeforeStart(scope, db, templateId, { startedAt, page });
  if (assumed === undefined) return { contents: tried, alike: true };
  const before = await readVersionBefore(scope, db, templateId, page.versionBefore);
  // Of a page that is known, no version is tried that it may never have had.
  const older = before === undefined ? tried : [before];
  const updated = page.isCollaborating ? updateOlder(older, assumed, tried.at(-1)) : [];
  const possible = before === undefined ? tried : [before, { version: undefined, json: assumed.json }];
  return { contents: [...updated, ...possible], alike: true };
}

/** Versions that pages may have, oldest first. */
export async function readTriedVersions(
  { deps, scope }: TenantContext,
  db: Connection,
  templateId: string,
): Promise<VersionContent[]> {
  const startedAt = deps.services.templates.pages.knownSince(scope);
  const recent = await selectRecentVersions(scope, db, templateId, { limit: MAX_TRIED_VERSIONS });
  const early = await selectEarlyVersions(scope, db, templateId, startedAt);
  const known = new Set(recent.map(({ version }) => version));
  const versions = [...early.filter(({ version }) => !known.has(version)), ...recent];
  let bytes = 0;
  const isTried = ({ json }: VersionContent) => {
    bytes += json.byteLength;
    return bytes <= MAX_TRIED_BYTES;
  };
  return versions.toReversed().filter(isTried).toReversed();
}

/**
 * A live page that was open before the server started got what changed after the version that it was assumed to have. If it
 * had an earlier one, it shows that one with those changes.
 */
function updateOlder(
  versions: readonly VersionContent[],
  assumed: VersionContent,
  stored: VersionContent | undefined,
): Base[] {
  if (stored === undefined || stored.version <= assumed.version) return [];
  const [from, to] = [parseContentBytes(assumed.json), parseContentBytes(stored.json)];
  return versions
    .filter(({ version }) => version < assumed.version)
    .flatMap(({ json }) => {
      const { content } = mergeContents(from, to, parseContentBytes(json));
      return content === undefined
        ? []
        : [{ version: undefined, json: Buffer.from(JSON.stringify(content)) }];
    });
}
