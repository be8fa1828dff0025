import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RELEASE_KEYS } from '../../src/cli/update/release-keys.ts';
import type { Release } from '../../src/cli/update/release-source.ts';

const ROOT = resolve(import.meta.dir, '../..');

/** The address in install.sh until there is one. */
const PLACEHOLDER = 'https://releases.galley.example';

/** Releases whose notes `galley update` shows. */
const MAX_NOTES = 20;

interface ReleaseFiles {
  folder: string;
  version: string;
  /** ISO 8601 date. */
  day: string;
  /** Where releases are, see `BUILD_RELEASE_URL` in scripts/compile.ts; empty: not known. */
  url: string;
  /** Public keys of releases. */
  keys?: readonly string[];
}

/** Writes what `galley update` and install.sh read beside the executables. Returns the names. */
export function writeReleaseFiles({
  folder,
  version,
  day,
  url,
  keys = RELEASE_KEYS,
}: ReleaseFiles): string[] {
  const noted = readChangelog();
  const isNoted = noted.some((release) => release.version === version);
  const releases = [...(isNoted ? [] : [{ version, day, notes: '' }]), ...noted]
    .slice(0, MAX_NOTES)
    .map((release) => (release.version === version ? { ...release, day } : release));
  writeFileSync(join(folder, 'latest.json'), `${JSON.stringify({ releases }, null, 2)}\n`);
  for (const name of ['galley.service', 'galley.env'])
    copyFileSync(join(ROOT, 'packaging/debian', name), join(folder, name));
  const script = readFileSync(join(ROOT, 'scripts/install.sh'), 'utf8')
    .replaceAll(PLACEHOLDER, url || PLACEHOLDER)
    .replace(/^DEFAULT_KEYS=.*$/m, `DEFAULT_KEYS='${keys.join(' ')}'`);
  writeFileSync(join(folder, 'install.sh'), script, { mode: 0o755 });
  return ['latest.json', 'galley.service', 'galley.env', 'install.sh'];
}

/** The sections of CHANGELOG.md, newest first. */
function readChangelog(): Release[] {
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  return text.split(/^## /m).flatMap((section) => {
    const [head, version = ''] = /^\[(\d+\.\d+\.\d+[0-9A-Za-z.-]*)\]\n/.exec(section) ?? [];
    return head === undefined ? [] : [{ version, day: '', notes: section.slice(head.length).trim() }];
  });
}

/**
 * Writes SHA256SUMS and, with a private key (PEM of `openssl genpkey -algorithm ed25519`), its signature SHA256SUMS.sig: the
 * 64 bytes, which `openssl pkeyutl -verify -rawin` takes. Throws if no installation would accept the signature.
 */
export function writeSums(
  folder: string,
  hashes: ReadonlyMap<string, string>,
  { pem, keys = RELEASE_KEYS }: { pem: string | undefined; keys?: readonly string[] },
): void {
  const sums = Buffer.from([...hashes].map(([name, hash]) => `${hash}  ${name}\n`).join(''));
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  if (!pem && keys.length > 0) throw new Error('RELEASE_SIGNING_KEY is missing.');
  if (!pem) return void process.stderr.write('There is no key of releases: SHA256SUMS is not signed.\n');
  const key = createPrivateKey(pem);
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  if (!keys.includes(own)) throw new Error(`RELEASE_SIGNING_KEY is not of a pair in RELEASE_KEYS: ${own}`);
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, sums, key));
}
