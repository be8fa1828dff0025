import { mergeContents } from '../../mail/model/index.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { parseContentBytes } from './output.ts';
import { type TemplatePage, userKeyOf } from './page.ts';
import { takeParts } from './take-parts.ts';
import {
  type HistoryVersion,
  selectContentAt,
  selectRecentVersions,
  type VersionContent,
} from './version-queries.ts';

/** What changed in this time before a restart may not have reached the pages any more. */
const UNDELIVERED_MS = 15_000;

/** Versions from before the server started that are read: in one step, in all, and the bytes of all. */
const STEP = 8;
const MAX_VERSIONS = 64;
const MAX_BYTES = 600_000;

/** Bytes that are merged, all contents together, because that blocks the server. */
const MAX_MERGED_BYTES = 1_200_000;

/** Versions from before the server started, oldest first. They are read in steps, so that large contents are few. */
export async function selectEarlyVersions(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  until: number,
): Promise<HistoryVersion[]> {
  const versions: HistoryVersion[] = [];
  for (let bytes = 0; bytes < MAX_BYTES && versions.length < MAX_VERSIONS; ) {
    const options = { limit: STEP, until, offset: versions.length };
    const step = await selectRecentVersions(scope, db, templateId, options);
    versions.unshift(...step);
    bytes += step.reduce((sum, { json }) => sum + json.byteLength, 0);
    if (step.length < STEP) break;
  }
  return versions;
}

/**
 * The content that a page certainly shows if it was open before the server started. It begins with the version that the page
 * is known to show. Without one, it begins with the content that was stored shortly before, or with the first one of a younger
 * template. The saves of the page's user since then are added. Because saves are merged, they may have changes of others that
 * the page does not show. `version`: the last one with something that the page shows. Undefined if the history has none.
 */
export async function readShownBeforeStart(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  { startedAt, page }: { startedAt: number; page: Pick<TemplatePage, 'userKey' | 'versionBefore'> },
): Promise<VersionContent | undefined> {
  const early = await selectEarlyVersions(scope, db, templateId, startedAt);
  const isOwn = ({ authorKind, authorId }: HistoryVersion) =>
    authorKind === 'user' && authorId !== null && userKeyOf(templateId, authorId) === page.userKey;
  const first =
    (await readVersionBefore(scope, db, templateId, page.versionBefore)) ??
    (await readDelivered(scope, db, templateId, startedAt)) ??
    early[0];
  if (first === undefined) return undefined;
  let shown: VersionContent = first;
  let before: VersionContent = first;
  let mergedBytes = 0;
  for (const one of early.filter(({ version }) => version > first.version)) {
    if (isOwn(one)) {
      const steps = [shown, before, one].map(({ json }) => json) as [Uint8Array, Uint8Array, Uint8Array];
      mergedBytes += steps.reduce((sum, { byteLength }) => sum + byteLength, 0);
      shown = { version: one.version, json: mergedBytes > MAX_MERGED_BYTES ? one.json : addChange(...steps) };
    }
    before = one;
  }
  return shown;
}

/** The version that is known of a page from before the server started. */
export async function readVersionBefore(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  version: number | undefined,
): Promise<VersionContent | undefined> {
  const json = version === undefined ? undefined : await selectContentAt(scope, db, templateId, version);
  return json === undefined || version === undefined ? undefined : { version, json };
}

async function readDelivered(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  startedAt: number,
): Promise<VersionContent | undefined> {
  const until = startedAt - UNDELIVERED_MS;
  return (await selectRecentVersions(scope, db, templateId, { limit: 1, until }))[0];
}

/** A content with what changed from one content to another, also where it was different before. */
function addChange(content: Uint8Array, before: Uint8Array, after: Uint8Array): Uint8Array {
  if (Buffer.compare(content, before) === 0) return after;
  const [base, mine, theirs] = [
    parseContentBytes(before),
    parseContentBytes(after),
    parseContentBytes(content),
  ];
  const { conflict, content: merged } = mergeContents(base, mine, theirs);
  const added =
    conflict === undefined ? merged : mergeContents(base, mine, takeParts(theirs, base, conflict)).content;
  return added === undefined ? after : Buffer.from(JSON.stringify(added));
}
