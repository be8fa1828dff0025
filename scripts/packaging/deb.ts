import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const SOURCE = resolve(import.meta.dir, '../../packaging/debian');

type DebArchitecture = 'amd64' | 'arm64';

interface DebOptions {
  /** Path of the executable, for this architecture and glibc. */
  executable: string;
  notices: string;
  version: string;
  architecture: DebArchitecture;
  /** Path of the package to write. */
  file: string;
  /** Time of its files, in seconds since the epoch. */
  epoch: number;
  compression?: 'xz' | 'none';
}

/** Files of the package: path, source and mode. */
const filesOf = ({ executable, notices }: DebOptions) =>
  [
    ['usr/bin/galley', executable, 0o755],
    ['usr/lib/systemd/system/galley.service', join(SOURCE, 'galley.service'), 0o644],
    // The file may contain secrets. The service manager reads it as root.
    ['etc/galley/galley.env', join(SOURCE, 'galley.env'), 0o600],
    ['usr/share/doc/galley/copyright', notices, 0o644],
    ['DEBIAN/postinst', join(SOURCE, 'postinst'), 0o755],
    ['DEBIAN/prerm', join(SOURCE, 'prerm'), 0o755],
    ['DEBIAN/postrm', join(SOURCE, 'postrm'), 0o755],
  ] as const;

/** Builds a package for Debian and derived systems with `dpkg-deb`. Throws if that program is missing or refuses. */
export async function buildDeb(options: DebOptions): Promise<void> {
  if (Bun.which('dpkg-deb') === null)
    throw new Error('dpkg-deb is missing. On Debian: apt-get install dpkg.');
  const root = mkdtempSync(join(tmpdir(), 'galley-deb-'));
  try {
    writeFiles(root, options);
    const child = Bun.spawn(
      ['dpkg-deb', '--root-owner-group', `-Z${options.compression ?? 'xz'}`, '--build', root, options.file],
      {
        env: { ...Bun.env, SOURCE_DATE_EPOCH: String(options.epoch) },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const fault = await child.stderr.text();
    if ((await child.exited) !== 0) throw new Error(`dpkg-deb: ${fault}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The modes are those of the package, whatever the builder's umask is. */
function writeFiles(root: string, options: DebOptions): void {
  const umask = process.umask(0o022);
  chmodSync(root, 0o755);
  for (const [path, source, mode] of filesOf(options)) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
    chmodSync(target, mode);
  }
  writeFileSync(join(root, 'DEBIAN/conffiles'), '/etc/galley/galley.env\n');
  writeFileSync(join(root, 'DEBIAN/control'), controlOf(options));
  process.umask(umask);
}

/** See deb-control(5). Who maintains the package comes from the variables of Debian's tools. */
function controlOf({ version, architecture, executable }: DebOptions): string {
  const kilobytes = Math.ceil(statSync(executable).size / 1024);
  return `Package: galley
Version: ${version}
Architecture: ${architecture}
Maintainer: ${Bun.env.DEBFULLNAME ?? 'Galley'} <${Bun.env.DEBEMAIL ?? 'galley@localhost'}>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.27), passwd
Section: web
Priority: optional
Description: self-hosted email template service in one executable
 Galley stores, renders and checks email templates. It is the backend of a
 visual email editor, has a dashboard for people and tools for AI agents.
`;
}
