import { existsSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { isInContainer } from '../../drivers/sqlite/index.ts';

export type Installation = 'container' | 'deb' | 'homebrew' | 'source' | 'executable';

/** How this program was installed. `allowEphemeral`: a container is treated as a machine. */
export function findInstallation(allowEphemeral: boolean, executable = process.execPath): Installation {
  const path = realpathSync(executable);
  if (/^bun(\.exe)?$/.test(basename(path))) return 'source';
  if (path.includes('/Cellar/')) return 'homebrew';
  if (path === '/usr/bin/galley' && existsSync('/var/lib/dpkg/info/galley.list')) return 'deb';
  return isInContainer() && !allowEphemeral ? 'container' : 'executable';
}

/** The name of this machine's executable in a release, see scripts/release.ts. */
export function nameExecutable(): string {
  const system = { darwin: 'macos', win32: 'windows' }[process.platform as string] ?? process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : existsSync('/etc/alpine-release') ? '-musl' : '';
  return `galley-${system}-${process.arch}${suffix}`;
}

/** The steps to update to `version`, one per line. */
export function describeUpdate(installation: Installation, version: string): string[] {
  switch (installation) {
    case 'container':
      return [
        `Use the image with the tag ${version}, and create the container again, for example:`,
        '  docker compose pull && docker compose up -d',
      ];
    case 'deb': {
      const file = `galley_${version}_${process.arch === 'arm64' ? 'arm64' : 'amd64'}.deb`;
      return [`Download ${file}, then:`, `  sudo apt install ./${file}`];
    }
    case 'homebrew':
      return ['  brew update && brew upgrade galley'];
    case 'source':
      return [`  git fetch --tags && git checkout v${version} && bun run build`];
    case 'executable':
      if (process.platform === 'linux') return ['  galley update'];
      return [
        `Download ${nameExecutable()} and SHA256SUMS of Galley ${version}, then stop Galley:`,
        '  sha256sum --check --ignore-missing SHA256SUMS',
        `  chmod +x ${nameExecutable()} && mv ${nameExecutable()} ${process.execPath}`,
        'and start it again.',
      ];
  }
}
