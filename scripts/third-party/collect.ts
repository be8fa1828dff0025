import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ThirdParty, ThirdPartyPart } from '../../src/cli/third-party.ts';
import { readSqliteVersion } from '../../src/cli/version.ts';
import { bundleOptions } from '../compile.ts';
import { SCRIPT_OPTIONS } from '../dashboard.ts';

const root = resolve(import.meta.dir, '../..');

/** Licenses under which a part may be in the executable (SPDX). */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'BlueOak-1.0.0', 'Zlib'],
  ...['CC0-1.0', 'Unlicense', 'MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unicode-3.0'],
]);

/** Licenses that packages name in another way → SPDX. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'MIT (http://mootools.net/license.txt)': 'MIT',
  // Of several alternatives, one is enough.
  '(MIT OR Apache-2.0)': 'MIT',
};

/** Licenses that ask for the address of the source beside the part. */
const NEEDS_SOURCE = /^(MPL|LGPL)/;

const LICENSE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$|\.license\.txt$/i;

interface PackageJson {
  name: string;
  version: string;
  license?: string | { type: string };
  author?: string | { name: string };
  repository?: string | { url: string };
}

/**
 * Lists the parts of others in the executable: the packages whose code or files the bundler adds, the runtime, and data
 * in this repository. Throws for a package whose license is not allowed.
 */
export async function collectThirdParty(): Promise<ThirdParty> {
  const packages = (await findBundledPackages()).map(describePackage);
  const found = [...describeOthers(), ...packages].sort(
    (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
  );
  // The same package can be installed in several places.
  const unique = [...new Map(found.map((part) => [`${part.name} ${part.version}`, part])).values()];
  const texts = [...new Set(unique.flatMap((part) => part.texts))];
  return {
    parts: unique.map((part) => ({ ...part, texts: part.texts.map((text) => texts.indexOf(text)) })),
    texts,
  };
}

type Described = Omit<ThirdPartyPart, 'texts'> & { texts: string[] };

/** The folders of the packages of which at least a byte is in the executable. */
async function findBundledPackages(): Promise<string[]> {
  const [service, dashboard] = await Promise.all([
    listBundled({
      ...bundleOptions(resolve(root, 'src')),
      target: 'bun',
      // These are made by macros that run the bundler; the browser client has no dependencies.
      plugins: [
        stub(/src\/cli\/third-party\.ts$/, 'THIRD_PARTY'),
        stub(/src\/sdk\/bundle\.ts$/, 'SDK_FILES'),
        stub(/src\/dashboard\/bundle\.ts$/, 'DASHBOARD_FILES'),
      ],
    }),
    listBundled(SCRIPT_OPTIONS),
  ]);
  // Its style has rules of Tailwind.
  return [...new Set([...service, ...dashboard, resolve(root, 'node_modules/tailwindcss')])];
}

async function listBundled(options: Bun.BuildConfig): Promise<string[]> {
  const result = await Bun.build({ ...options, metafile: true });
  if (!result.success) throw new Error(result.logs.map(String).join('\n'));
  const { inputs, outputs } = result.metafile as Bun.BuildMetafile;
  const bundled = new Set(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  // Embedded files have no bytes in the module that imports them.
  for (const path of Object.keys(inputs)) if (!/\.(m|c)?(j|t)sx?$|\.json$/.test(path)) bundled.add(path);
  const folders = [...bundled].flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return folders.map((folder) => resolve(process.cwd(), folder));
}

function stub(filter: RegExp, name: string): Bun.BunPlugin {
  return {
    name: `stub of ${name}`,
    setup: (build) =>
      void build.onLoad({ filter }, () => ({ contents: `export const ${name} = {};`, loader: 'ts' })),
  };
}

function describePackage(folder: string): Described {
  const manifest: PackageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const license = readLicense(manifest);
  const files = readdirSync(folder).filter((name) => LICENSE_FILE.test(name));
  const texts = files.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  const hasLicense = files.some((name) => !/^notice/i.test(name));
  return {
    name: manifest.name,
    version: manifest.version,
    license,
    ...(NEEDS_SOURCE.test(license) && { source: readSource(manifest) }),
    texts: hasLicense ? texts : [standardText(license, manifest), ...texts],
  };
}

/** The license of a package in SPDX. Throws unless it is allowed. */
export function readLicense({ name, version, license: given }: PackageJson): string {
  const said = typeof given === 'object' ? given.type : (given ?? 'none');
  const license = SPELLINGS[said] ?? said;
  // In "(MIT OR GPL-3.0) AND ISC", each part that is joined by AND needs an allowed alternative.
  const isAllowed = license
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => ALLOWED.has(one)));
  if (isAllowed) return license;
  throw new Error(
    `${name} ${version} has the license "${license}", which is not among the allowed ones (${[...ALLOWED].join(', ')}). ` +
      'Check it, then add it to scripts/third-party/collect.ts, or use another package.',
  );
}

/** The address of the source, for a browser. */
function readSource({ name, repository }: PackageJson): string {
  const url = typeof repository === 'object' ? repository.url : repository;
  if (url === undefined) throw new Error(`${name} does not say where its source is.`);
  return url
    .replace(/^git\+/, '')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git$/, '');
}

/** The text of the license for a package that names its license without including the text. */
function standardText(license: string, { name, author }: PackageJson): string {
  if (license === 'Apache-2.0' || license === 'MPL-2.0') return readOwn(`${license}.txt`);
  const holder = (typeof author === 'object' ? author.name : author) ?? `The authors of ${name}`;
  if (license === 'MIT') return `MIT License\n\nCopyright (c) ${holder}\n\n${MIT_TERMS}`;
  if (license === 'ISC') return `ISC License\n\nCopyright (c) ${holder}\n\n${ISC_TERMS}`;
  throw new Error(`${name} has the license ${license}, but no file with its text.`);
}

const MIT_TERMS = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const ISC_TERMS = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

const BSD_2_TERMS = `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided with the distribution.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

/** Fonts other than Inter, and the folder with the license of each. */
const FONTS = [
  ['Arimo', '1.341', 'thumbnail'],
  ['Cousine', '1.241', 'thumbnail'],
  ['Tinos', '1.340', 'thumbnail'],
  ['Noto Sans Arabic', '2.012', 'pictures'],
  ['Noto Sans Armenian', '2.008', 'pictures'],
  ['Noto Sans Georgian', '2.005', 'pictures'],
  ['Noto Sans Hebrew', '3.001', 'pictures'],
  ['Noto Sans JP', '2.004', 'pictures'],
  ['Noto Sans KR', '2.004', 'pictures'],
  ['Noto Sans SC', '2.004', 'pictures'],
  ['Noto Sans Thai', '2.002', 'pictures'],
] as const;

/** What the executable contains beside packages. */
function describeOthers(): Described[] {
  const fonts = 'src/mail/pictures/fonts';
  return [
    {
      name: 'Bun',
      version: Bun.version,
      license: 'MIT AND LGPL-2.1',
      source: `https://github.com/oven-sh/bun/tree/bun-v${Bun.version} and https://github.com/oven-sh/WebKit`,
      // Its notice explains how to link it again with another JavaScriptCore, as the LGPL asks.
      texts: [
        read('node_modules/bun-types/docs/project/license.mdx').replace(/^---[\s\S]*?---\n/, ''),
        `MIT License\n\nCopyright (c) The authors of Bun\n\n${MIT_TERMS}`,
        readOwn('LGPL-2.1.txt'),
      ],
    },
    {
      name: 'SQLite (part of Bun)',
      version: readSqliteVersion(),
      license: 'Public domain',
      texts: [
        'The authors of SQLite have dedicated its code to the public domain: https://www.sqlite.org/copyright.html',
      ],
    },
    {
      name: 'libavif and libaom (in @jsquash/avif)',
      version: readVersion('@jsquash/avif'),
      license: 'BSD-2-Clause',
      texts: [
        `Copyright 2019 Joe Drago. All rights reserved. (libavif)\nCopyright (c) 2016, Alliance for Open Media. All rights reserved. (libaom)\n\n${BSD_2_TERMS}`,
      ],
    },
    { name: 'Inter (font)', version: '4.001', license: 'OFL-1.1', texts: [read(`${fonts}/OFL.txt`)] },
    ...FONTS.map(([name, version, folder]) => ({
      name: `${name} (font)`,
      version,
      license: 'OFL-1.1',
      texts: [read(`src/mail/${folder}/fonts/OFL.txt`)],
    })),
    {
      name: 'caniemail (data)',
      version: '2.0.2',
      license: 'MIT',
      texts: [read('src/mail/score/rules/best-practices/LICENSE.caniemail')],
    },
  ];
}

const readVersion = (name: string): string => JSON.parse(read(`node_modules/${name}/package.json`)).version;

const read = (path: string): string => readFileSync(join(root, path), 'utf8').trim();
const readOwn = (name: string): string => read(`scripts/third-party/${name}`);

if (import.meta.main) process.stdout.write(JSON.stringify(await collectThirdParty()));
