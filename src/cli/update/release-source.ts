import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { DomainError } from '../../platform/errors.ts';
import type { PublicFetch } from '../../platform/network/public-fetch/index.ts';

/** `latest.json`, which scripts/packaging/release-files.ts writes. */
const ReleaseIndex = Type.Object({
  /** The newest version first. */
  releases: Type.Array(
    Type.Object({
      version: Type.String({ pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}(-[0-9A-Za-z.-]{1,64})?$' }),
      /** ISO 8601; empty: unknown. */
      day: Type.String({ pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$' }),
      notes: Type.String(),
    }),
    { minItems: 1 },
  ),
});
export type Release = Static<typeof ReleaseIndex>['releases'][number];

/** Largest files of a release, and how long each may take. An executable has 170 MB. */
const SMALL = { maxBytes: 1024 * 1024, timeoutMs: 30_000 };
const EXECUTABLE = { maxBytes: 512 * 1024 * 1024, timeoutMs: 30 * 60_000, stallMs: 30_000 };

/** The releases at an address, in the layout of GitHub. */
export class ReleaseSource {
  constructor(
    private readonly address: string,
    private readonly publicFetch: PublicFetch,
  ) {}

  /** The releases, newest first. Throws `unavailable` with a sentence for the operator, as all functions do. */
  async list(): Promise<Release[]> {
    const index = parseJson(await this.read('latest/download', 'latest.json'));
    if (Value.Check(ReleaseIndex, index)) return index.releases;
    throw this.failed('latest.json', 'is not a list of releases');
  }

  /** A small file of a release. */
  readOf(version: string, name: string): Promise<Uint8Array> {
    return this.read(`download/v${version}`, name);
  }

  /** Saves the executable to a new file. */
  async save(version: string, name: string, file: string): Promise<void> {
    const { savePublicFile } = this.publicFetch;
    await savePublicFile(this.urlOf(`download/v${version}`, name), file, EXECUTABLE).catch((cause) => {
      throw this.explain(name, cause);
    });
  }

  private async read(folder: string, name: string): Promise<Uint8Array> {
    const { fetchPublicFile } = this.publicFetch;
    const fetched = await fetchPublicFile(this.urlOf(folder, name), SMALL).catch((cause) => {
      throw this.explain(name, cause);
    });
    return fetched.bytes;
  }

  private urlOf(folder: string, name: string): string {
    return `${this.address.replace(/\/$/, '')}/${folder}/${name}`;
  }

  private explain(name: string, cause: unknown): unknown {
    if (!(cause instanceof DomainError) || cause.code === 'storage_full') return cause;
    const reason = cause.details.errors?.url?.[0]?.replace(/\.$/, '');
    const how = reason === undefined ? 'did not arrive completely' : `was refused: ${reason}`;
    return this.failed(name, how, cause);
  }

  private failed(name: string, how: string, cause?: unknown): DomainError {
    const message = `${name} of ${new URL(this.address).host} ${how}. Check the connection of this machine, or the address in GALLEY_RELEASE_URL. Nothing was changed.`;
    return new DomainError('unavailable', message, {}, { cause });
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The newer releases, newest first. Prereleases are left out unless this version is one. */
export function findNewer(releases: readonly Release[], version: string): Release[] {
  const takesAny = version.includes('-');
  return releases
    .filter((release) => takesAny || !release.version.includes('-'))
    .filter((release) => Bun.semver.order(release.version, version) > 0)
    .sort((a, b) => Bun.semver.order(b.version, a.version));
}
