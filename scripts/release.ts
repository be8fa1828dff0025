import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatNotices } from '../src/cli/third-party.ts';
import { sha256HexOf } from '../src/platform/crypto.ts';
import { compile } from './compile.ts';
import { collectThirdParty } from './third-party/collect.ts';

/** Builds the executables of a release, the notices of third parties and checksums in dist/release. `bun run release` */

/** Platforms of a release: Bun's name and ours. */
const TARGETS: readonly (readonly [Bun.Build.CompileTarget, string])[] = [
  ['bun-linux-x64', 'linux-x64'],
  ['bun-linux-arm64', 'linux-arm64'],
  ['bun-linux-x64-musl', 'linux-x64-musl'],
  ['bun-linux-arm64-musl', 'linux-arm64-musl'],
  ['bun-darwin-x64', 'macos-x64'],
  ['bun-darwin-arm64', 'macos-arm64'],
  ['bun-windows-x64', 'windows-x64.exe'],
];

const folder = resolve(import.meta.dir, '../dist/release');
rmSync(folder, { recursive: true, force: true });

const sums: string[] = [];
for (const [target, platform] of TARGETS) {
  const name = `galley-${platform}`;
  await compile(`dist/release/${name}`, target);
  const hash = await sha256HexOf(Bun.file(resolve(folder, name)));
  sums.push(`${hash}  ${name}`);
  process.stdout.write(`${hash}  ${name}\n`);
}
const NOTICES = 'THIRD-PARTY-NOTICES.txt';
await Bun.write(resolve(folder, NOTICES), formatNotices(await collectThirdParty()));
sums.push(`${await sha256HexOf(Bun.file(resolve(folder, NOTICES)))}  ${NOTICES}`);
await Bun.write(resolve(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
