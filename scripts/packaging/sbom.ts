import { resolve } from 'node:path';
import type { ThirdParty } from '../../src/cli/third-party.ts';

interface SbomOptions {
  version: string;
  /** Git commit. */
  commit: string;
  /** ISO 8601. */
  time: string;
  thirdParty: Pick<ThirdParty, 'parts'>;
}

/** Lists what the executables contain, with licenses and the hashes of bun.lock, in CycloneDX 1.6 (JSON). */
export async function createSbom({ version, commit, time, thirdParty }: SbomOptions) {
  const hashes = await readLockedHashes();
  const galley = `galley@${version}`;
  const components = thirdParty.parts.map(({ name, version, license }) => {
    const hash = hashes.get(`${name}@${version}`);
    // Parts outside of the lock file are not packages: the runtime, fonts and data.
    const purl = hash === undefined ? undefined : purlOf(name, version);
    return {
      type: hash === undefined && /\((data|font)\)$/.test(name) ? 'data' : 'library',
      'bom-ref': purl ?? `${name}@${version}`,
      name,
      version,
      licenses: [licenseOf(license)],
      ...(purl && { purl }),
      ...(hash && { hashes: [hash] }),
    };
  });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${crypto.randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: time,
      component: {
        type: 'application',
        'bom-ref': galley,
        name: 'galley',
        version,
        licenses: [{ license: { id: 'MIT' } }],
        properties: [{ name: 'galley:commit', value: commit }],
      },
    },
    components,
    dependencies: [{ ref: galley, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

/** One identifier of SPDX, an expression of several, or a name such as "Public domain". */
function licenseOf(license: string) {
  if (/ (OR|AND|WITH) /.test(license)) return { expression: license };
  return /^[A-Za-z0-9.+-]+$/.test(license) ? { license: { id: license } } : { license: { name: license } };
}

/** Package URL: https://github.com/package-url/purl-spec. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

/** The SHA-512 of every locked package by `name@version`. */
async function readLockedHashes(): Promise<Map<string, { alg: 'SHA-512'; content: string }>> {
  const text = await Bun.file(resolve(import.meta.dir, '../../bun.lock')).text();
  const { packages } = Bun.JSONC.parse(text) as { packages: Record<string, unknown[]> };
  return new Map(
    Object.values(packages).flatMap((entry) => {
      const [key] = entry;
      const integrity = entry.find((part) => typeof part === 'string' && part.startsWith('sha512-'));
      if (typeof key !== 'string' || typeof integrity !== 'string') return [];
      const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
      return [[key, { alg: 'SHA-512' as const, content }]];
    }),
  );
}
