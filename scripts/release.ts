import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../package.json';
import { formatNotices } from '../src/cli/third-party.ts';
import { sha256HexOf } from '../src/platform/security/crypto.ts';
import { listChanges } from './changelog.ts';
import { compile } from './compile.ts';
import { buildDeb } from './packaging/deb.ts';
import { createFormula } from './packaging/homebrew.ts';
import { writeReleaseFiles, writeSums } from './packaging/release-files.ts';
import { createSbom } from './packaging/sbom.ts';
import { collectThirdParty } from './third-party/collect.ts';

/**
 * Builds a release in dist/release: executables, packages for Debian, the notices of third parties, a list of what is in
 * the executables (SBOM), what `galley update` and install.sh read, and checksums. `bun run release`. RELEASE_URL is where
 * releases are, such as https://github.com/OWNER/galley/releases: these files will be in `download/vVERSION` below it. With it,
 * a formula for Homebrew is written too. RELEASE_SIGNING_KEY is the private key that signs the checksums. A tag of the commit
 * must name the version of package.json.
 */

/** Platforms of a release: Bun's name and ours. */
export const TARGETS: readonly (readonly [Bun.Build.CompileTarget, string])[] = [
  ['bun-linux-x64', 'linux-x64'],
  ['bun-linux-arm64', 'linux-arm64'],
  ['bun-linux-x64-musl', 'linux-x64-musl'],
  ['bun-linux-arm64-musl', 'linux-arm64-musl'],
  ['bun-darwin-x64', 'macos-x64'],
  ['bun-darwin-arm64', 'macos-arm64'],
  ['bun-windows-x64', 'windows-x64.exe'],
];

const NOTICES = 'THIRD-PARTY-NOTICES.txt';

const folder = resolve(import.meta.dir, '../dist/release');
const pathOf = (name: string) => resolve(folder, name);

function git(...args: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...args], {
    cwd: resolve(import.meta.dir, '..'),
  });
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.toString().trim();
}

/** Throws if the commit has tags of versions, and none of them is this one. */
function requireMatchingTag(): void {
  const tags = git('tag', '--points-at', 'HEAD')
    .split('\n')
    .filter((tag) => /^v\d/.test(tag));
  if (tags.length > 0 && !tags.includes(`v${version}`))
    throw new Error(`The commit has the tag ${tags[0]}, but package.json has the version ${version}.`);
  if (tags.length > 0 && listChanges(resolve(import.meta.dir, '..')).length > 0)
    throw new Error(
      'CHANGELOG.md lacks what is in changes. Run "bun run changelog", commit it, and tag that commit.',
    );
}

async function release(): Promise<void> {
  requireMatchingTag();
  const epoch = Number(Bun.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct'));
  rmSync(folder, { recursive: true, force: true });
  const hashes = new Map<string, string>();
  const list = async (name: string) => {
    const hash = await sha256HexOf(Bun.file(pathOf(name)));
    hashes.set(name, hash);
    process.stdout.write(`${hash}  ${name}\n`);
  };
  for (const [target, platform] of TARGETS) {
    await compile(`dist/release/galley-${platform}`, target);
    await list(`galley-${platform}`);
  }
  const thirdParty = await collectThirdParty();
  await Bun.write(pathOf(NOTICES), formatNotices(thirdParty));
  await list(NOTICES);
  for (const [architecture, platform] of [
    ['amd64', 'linux-x64'],
    ['arm64', 'linux-arm64'],
  ] as const) {
    const name = `galley_${version}_${architecture}.deb`;
    const executable = pathOf(`galley-${platform}`);
    const notices = pathOf(NOTICES);
    await buildDeb({ executable, notices, version, architecture, epoch, file: pathOf(name) });
    await list(name);
  }
  const time = new Date(epoch * 1000).toISOString();
  const sbom = await createSbom({ version, commit: git('rev-parse', 'HEAD'), time, thirdParty });
  await Bun.write(pathOf('galley.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  await list('galley.cdx.json');
  const url = (Bun.env.RELEASE_URL ?? '').replace(/\/$/, '');
  if (url !== '') {
    const formula = createFormula({ version, url: `${url}/download/v${version}`, hashes });
    await Bun.write(pathOf('galley.rb'), formula);
    await list('galley.rb');
  }
  for (const name of writeReleaseFiles({ folder, version, day: time.slice(0, 10), url })) await list(name);
  writeSums(folder, hashes, { pem: Bun.env.RELEASE_SIGNING_KEY });
}

if (import.meta.main) await release();
