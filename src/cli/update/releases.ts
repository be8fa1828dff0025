import { type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { DomainError } from '../../platform/errors.ts';
import type { PublicFetch } from '../../platform/public-fetch/index.ts';

/** Largest list of releases; usual ones have some hundred kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/** Tags of releases: `v` and a version. */
const TAG = /^v?(\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?)$/;

/** The format of GitHub; other forges, such as Gitea and Forgejo, use the same names. */
const Listed = Type.Object({
  tag_name: Type.String(),
  html_url: Type.Optional(Type.String()),
  published_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  body: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  draft: Type.Optional(Type.Boolean()),
  prerelease: Type.Optional(Type.Boolean()),
});

export interface Release {
  version: string;
  /** Date in ISO 8601; undefined if the list does not have it. */
  day: string | undefined;
  notes: string;
  /** The page of the release; undefined if it is not a web address. */
  page: string | undefined;
}

/** Fetches the list of releases at `url`. Throws `unavailable`, with a sentence for the operator. */
export async function fetchReleases({ fetchPublicFile }: PublicFetch, url: string): Promise<Release[]> {
  const { host } = new URL(url);
  const options = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };
  const file = await fetchPublicFile(url, options).catch((cause) => {
    const reason =
      cause instanceof DomainError && cause.code === 'unavailable'
        ? 'cannot be reached'
        : 'did not send a list';
    throw cannotAsk(host, reason, cause);
  });
  const listed = parseJson(file.bytes);
  if (!Array.isArray(listed)) throw cannotAsk(host, 'did not send a list');
  return listed.flatMap(readRelease);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Drafts, other tags and unknown formats are skipped. */
function readRelease(entry: unknown): Release[] {
  if (!Value.Check(Listed as TSchema, entry)) return [];
  const { tag_name, html_url, published_at, body, draft, prerelease } = entry as {
    tag_name: string;
    html_url?: string;
    published_at?: string | null;
    body?: string | null;
    draft?: boolean;
    prerelease?: boolean;
  };
  const version = TAG.exec(tag_name)?.[1];
  if (version === undefined || draft) return [];
  // A release can be marked as a prerelease although its version does not say so.
  if (prerelease && !version.includes('-')) return [];
  const page = html_url?.startsWith('https://') && URL.canParse(html_url) ? html_url : undefined;
  const day = /^\d{4}-\d\d-\d\d/.exec(published_at ?? '')?.[0];
  return [{ version, day, notes: body ?? '', page }];
}

/** The newer releases, newest first. Prereleases are left out unless this version is one. */
export function findNewer(releases: readonly Release[], version: string): Release[] {
  const takesAny = version.includes('-');
  return releases
    .filter((release) => takesAny || !release.version.includes('-'))
    .filter((release) => Bun.semver.order(release.version, version) > 0)
    .sort((a, b) => Bun.semver.order(b.version, a.version));
}

const cannotAsk = (host: string, reason: string, cause?: unknown) =>
  new DomainError(
    'unavailable',
    `It is not known whether there is a newer version: ${host} ${reason}. Check the connection of this machine, or the address in GALLEY_RELEASES_URL.`,
    {},
    { cause },
  );
