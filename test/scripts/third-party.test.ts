import { expect, setDefaultTimeout, test } from 'bun:test';
import { version } from '../../package.json';
import { createSbom } from '../../scripts/packaging/sbom.ts';
import { collectThirdParty, readLicense } from '../../scripts/third-party/collect.ts';
import { formatNotices } from '../../src/cli/third-party.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(120_000);

const thirdParty = collectThirdParty();

test('every part of the executable has a version, an allowed license and its text', async () => {
  const { parts, texts } = await thirdParty;
  expect(parts.length).toBeGreaterThan(150);
  for (const part of parts) {
    expect([part.name, part.version]).toEqual([part.name, expect.stringMatching(/^\d+\.\d+/)]);
    const own = part.texts.map((index) => texts[index] ?? '');
    expect([part.name, own.length > 0 && own.every((text) => text.length > 10)]).toEqual([part.name, true]);
    if (!part.license.startsWith('Public')) {
      expect([part.name, own.some((text) => /licen[cs]e|permission|permitted/i.test(text))]).toEqual([
        part.name,
        true,
      ]);
    }
  }
});

test('the runtime, its database, compiled code and data are among the parts', async () => {
  const { parts } = await thirdParty;
  const licenses = Object.fromEntries(parts.map(({ name, license }) => [name, license]));
  expect(licenses).toMatchObject({
    Bun: 'MIT AND LGPL-2.1',
    'SQLite (part of Bun)': 'Public domain',
    '@resvg/resvg-wasm': 'MPL-2.0',
    '@jsquash/avif': 'Apache-2.0',
    'Inter (font)': 'OFL-1.1',
    'caniemail (data)': 'MIT',
    'swagger-ui-dist': 'Apache-2.0',
    mjml: 'MIT',
    elysia: 'MIT',
    // In the dashboard.
    react: 'MIT',
    tailwindcss: 'MIT',
  });
  // The published editor is loaded by pages, and tools of the tests are not in the executable.
  expect(Object.keys(licenses).filter((name) => /templatical|puppeteer|biome/.test(name))).toEqual([]);
});

test('parts under the MPL or the LGPL say where their source is', async () => {
  const { parts } = await thirdParty;
  // A package that offers a choice is used under its other license.
  const weak = parts.filter(({ license }) => /GPL|MPL/.test(license) && !license.includes(' OR '));
  expect(weak.map(({ name }) => name)).toEqual(['@resvg/resvg-wasm', 'Bun']);
  for (const { source } of weak) expect(source).toStartWith('https://github.com/');
});

test('the notices have every part and every text', async () => {
  const { parts, texts } = await thirdParty;
  const notices = formatNotices({ parts, texts });
  for (const { name, version, license } of parts) expect(notices).toContain(`${name} ${version}: ${license}`);
  for (const text of texts) expect(notices).toContain(text.trim());
  expect(notices).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  expect(notices).toContain('Mozilla Public License Version 2.0');
});

test('the list of what is in the executables has every part with its license, in CycloneDX', async () => {
  const { parts } = await thirdParty;
  const sbom = await createSbom({
    version,
    commit: 'abc',
    time: '2026-11-23T00:00:00.000Z',
    thirdParty: { parts },
  });
  expect([sbom.bomFormat, sbom.specVersion, sbom.metadata.component.version]).toEqual([
    'CycloneDX',
    '1.6',
    version,
  ]);
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(sbom.components.length).toBe(parts.length);
  const refs = sbom.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(sbom.dependencies[0]?.dependsOn).toEqual(refs);
  const packages = sbom.components.filter(({ purl }) => purl !== undefined);
  expect(packages.length).toBeGreaterThan(refs.length * 0.8);
  for (const { purl, hashes } of packages) {
    expect(purl).toMatch(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@[^/@]+$/);
    expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  }
  expect(packages.map(({ purl }) => purl)).toContain('pkg:npm/%40modelcontextprotocol/server@2.4.0');
});

const licenses: [given: unknown, isAllowed: boolean][] = [
  ['MIT', true],
  [{ type: 'ISC' }, true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  ['UNLICENSED', false],
  [undefined, false],
];
test.each(licenses)('the license %p of a package is allowed: %p', (license, isAllowed) => {
  const read = () => readLicense({ name: 'new-package', version: '1.2.3', license: license as string });
  if (isAllowed) expect(read()).toBeString();
  else expect(read).toThrow(/new-package 1\.2\.3 has the license/);
});
