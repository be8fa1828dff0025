import { chownSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadSettings, processEnvironment, type Settings } from '../../config/index.ts';
import { findServer } from '../../control/client.ts';
import type { ServerInfo } from '../../control/server.ts';
import { createBackup, listBackups, runBackup } from '../../features/backups/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { createPublicFetch } from '../../platform/network/public-fetch/index.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import { VERSION } from '../../platform/version.ts';
import { toAddress } from '../backup.ts';
import { addCommonFlags, runAction } from '../command.ts';
import { printResult } from '../output.ts';
import { identifyExecutable } from '../own-executable.ts';
import { type Flags, openSession } from '../session.ts';
import { Executable } from './executable.ts';
import { describeFailure, handOver } from './follow.ts';
import { describeUpdate, findInstallation, type Installation, nameExecutable } from './installation.ts';
import { RELEASE_KEYS } from './release-keys.ts';
import { findNewer, type Release, ReleaseSource } from './release-source.ts';

/** Exit status of `--check` if there is a newer release, for programs. */
const NEWER_EXISTS = 2;

/** Most releases shown at a terminal, and most lines of the notes of each. */
const MAX_SHOWN_RELEASES = 10;
const MAX_SHOWN_LINES = 15;
const MAX_LINE_CHARACTERS = 160;

export function addUpdateCommand(program: Command): void {
  addCommonFlags(program.command('update'))
    .summary(
      'update the executable and the running server, or ask whether there is a newer version (--check)',
    )
    .description(
      'Downloads the newest version from GALLEY_RELEASE_URL, verifies its signature and checksum, makes a backup, replaces this ' +
        'executable (the former one becomes galley.previous), and lets the new version take the place of the running server ' +
        'without refusing a request. If the new version is not ready within a minute, the former one serves again, with the ' +
        'data as before. For an executable on Linux with a data directory; other installations are told what to do. Galley ' +
        'never asks by itself.',
    )
    .option(
      '--check',
      'only tell. Exit status 0: this is the newest version; 2: there is a newer one; 1: it could not be found out',
    )
    .option('--version <version>', 'this version instead of the newest')
    .option('--from <url>', 'another release address (env GALLEY_RELEASE_URL)')
    .option(
      '--backup <place>',
      'file, directory or s3://bucket/prefix for the backup. Default: GALLEY_BACKUP_TARGET of the server, or backups/ in the data directory',
    )
    .option('--yes', 'do not ask')
    .action(runAction((flags) => (flags.check === true ? check(flags) : update(flags))));
}

function openSource(flags: Flags, { release_url, fetch_private }: Settings): ReleaseSource {
  const address = typeof flags.from === 'string' ? flags.from : release_url;
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new DomainError('validation_failed', `"${address}" is not a web address of releases.`);
  const { hostname } = new URL(address);
  if (hostname.endsWith('.example'))
    throw new DomainError(
      'validation_failed',
      `There is no release address yet: ${address} is a placeholder. Set GALLEY_RELEASE_URL, or pass --from.`,
    );
  // The operator has chosen the address, which may be in a private network.
  return new ReleaseSource(address, createPublicFetch({ allowPrivate: [...fetch_private, hostname] }));
}

async function check(flags: Flags): Promise<void> {
  const settings = loadSettings(flags, processEnvironment);
  const newer = findNewer(await openSource(flags, settings).list(), VERSION);
  const installation = findInstallation(settings.allow_ephemeral);
  const [newest] = newer;
  const found = {
    installed: VERSION,
    newest: newest?.version ?? VERSION,
    installation,
    newer,
    update: newest === undefined ? [] : describeUpdate(installation, newest.version),
  };
  printResult(flags, found, () =>
    newest === undefined
      ? `Galley ${VERSION} is the newest version.`
      : [...describeNews(newer), '', 'To update:', ...found.update].join('\n'),
  );
  if (newest !== undefined) process.exitCode = NEWER_EXISTS;
}

async function update(flags: Flags): Promise<void> {
  const settings = loadSettings(flags, processEnvironment);
  const keys = settings.release_keys.length > 0 ? settings.release_keys : RELEASE_KEYS;
  if (keys.length === 0)
    throw new DomainError(
      'validation_failed',
      'This build has no public key of releases, so nothing can be verified. Set GALLEY_RELEASE_KEYS to the key of the one who builds your releases.',
    );
  const source = openSource(flags, settings);
  const installation = findInstallation(settings.allow_ephemeral);
  const named = readVersion(flags);
  if (installation !== 'executable' || process.platform !== 'linux')
    throw new DomainError('conflict', describeOther(installation, named ?? 'VERSION'));
  const server = await requireServer(resolve(settings.data));
  const newer = named === undefined ? findNewer(await source.list(), VERSION) : [];
  const version = named ?? newer[0]?.version ?? VERSION;
  if (version === VERSION) {
    printResult(flags, { updated: false, version }, () => `Galley ${VERSION} is installed already.`);
    return;
  }
  const executable = new Executable(realpathSync(process.execPath));
  const say = (text: string) => void (flags.json !== true && process.stdout.write(`${text}\n`));
  say([...describeNews(newer), ...describePlan(version, executable)].join('\n'));
  confirm(flags);
  executable.reserve();
  try {
    await executable.fetch(source, { version, name: nameExecutable(), keys });
    say(`Galley ${version} is downloaded and verified.`);
    const backup = await backUp(flags, server);
    say(`The backup is ${backup}.`);
    await replace(executable, server, version);
    const { previous } = executable;
    printResult(
      flags,
      { updated: true, from: VERSION, version, backup, previous },
      () => `Galley ${version} serves. The former version is ${previous}.`,
    );
  } finally {
    executable.clear();
  }
}

/** An interruption would leave a new executable beside a former server. */
async function replace(executable: Executable, server: ServerInfo, version: string): Promise<void> {
  const ignore = () => void process.stderr.write('The update ends in a moment.\n');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, ignore);
  executable.swap();
  try {
    const outcome = await handOver(server, executable.path, version).catch((error) => {
      executable.swapBack();
      throw error;
    });
    if (outcome === undefined) return;
    if (outcome === 'unknown')
      throw new DomainError(
        'unavailable',
        `It is not known which version serves. The former executable is ${executable.previous}. Read the log of the server, and ask "galley health".`,
      );
    executable.swapBack();
    throw new DomainError('conflict', `${describeFailure(outcome)} The executable is the former one again.`);
  } finally {
    for (const signal of signals) process.off(signal, ignore);
  }
}

function readVersion({ version }: Flags): string | undefined {
  if (typeof version !== 'string') return undefined;
  if (/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) return version;
  throw new DomainError('validation_failed', `"${version}" is not a version such as 1.2.3.`);
}

/** Throws `conflict` or `not_found` if no server runs here that this executable could replace. */
async function requireServer(dataDir: string): Promise<ServerInfo> {
  const server = await findServer(dataDir);
  if (server === undefined)
    throw new DomainError(
      'not_found',
      `No server runs on the data directory ${dataDir}. Name the right one with --data, or start it: only then can the new version be tried. Nothing was changed.`,
    );
  if (server.isRemote)
    throw new DomainError(
      'conflict',
      'The database of this server is on PostgreSQL, where a migration cannot be undone and other servers may run. Update its servers one after the other, see "Rolling upgrades" in docs/scaling.md. Nothing was changed.',
    );
  const own = identifyExecutable();
  if (server.file === own.file) return server;
  throw new DomainError(
    'conflict',
    `The running server is ${server.executable}, version ${server.version}, and this command is ${own.executable}, version ${VERSION}. Use "update" of the executable that serves, or restart the server first. Nothing was changed.`,
  );
}

/** At the target of the schedule, if there is one. */
async function backUp(flags: Flags, { dataDir }: ServerInfo): Promise<string> {
  const session = await openSession({ ...flags, data: dataDir });
  try {
    if (flags.backup === undefined && (await session.call(listBackups, {})).target !== null) {
      const { backup } = await session.call(runBackup, {});
      return `${backup.target.replace(/\/$/, '')}/${backup.name}`;
    }
    const place = typeof flags.backup === 'string' ? flags.backup : `${requireBackups(dataDir)}/`;
    return (await session.call(createBackup, { file: toAddress(place), passphrase: '' })).file;
  } finally {
    await session.close();
  }
}

/** The folder of automatic backups, for the user of the server. */
function requireBackups(dataDir: string): string {
  const folder = join(dataDir, 'backups');
  if (existsSync(folder)) return folder;
  const { uid, gid } = statSync(dataDir);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
  return folder;
}

function confirm({ yes }: Flags): void {
  if (yes === true) return;
  if (process.stdin.isTTY === true && /^y(es)?$/i.test(prompt('Go on? [y/N]') ?? '')) return;
  throw new DomainError('conflict', 'Nothing was changed. Answer "y" when asked, or pass --yes.');
}

const describePlan = (version: string, { path, previous }: Executable) => [
  '',
  `Galley ${version} is downloaded and verified, a backup is made, and ${path} is replaced (the former one`,
  `becomes ${previous}). Then the new version takes the place of the running server, without refusing a request.`,
  'If it is not ready within a minute, the former version serves again, with the data as before.',
];

const describeOther = (installation: Installation, version: string) =>
  `This installation is not updated by "galley update". ${describeUpdate(installation, version).join('\n')}`;

function describeNews(newer: readonly Release[]): string[] {
  const [newest] = newer;
  if (newest === undefined) return [];
  const more = newer.length - MAX_SHOWN_RELEASES;
  return [
    `Galley ${newest.version} is available. This is ${VERSION}.`,
    ...newer.slice(0, MAX_SHOWN_RELEASES).flatMap((release) => ['', ...describeRelease(release)]),
    ...(more > 0 ? ['', `… and ${more} older ${more === 1 ? 'release' : 'releases'} between them.`] : []),
  ];
}

/** Other people write the notes, so control characters are removed. */
function describeRelease({ version, day, notes }: Release): string[] {
  const lines = notes
    .split('\n')
    .map((line) => toPrintable(line.trimEnd(), MAX_LINE_CHARACTERS))
    .filter((line) => line !== '');
  return [
    day === '' ? version : `${version} (${day})`,
    ...lines.slice(0, MAX_SHOWN_LINES).map((line) => `  ${line}`),
    ...(lines.length > MAX_SHOWN_LINES ? ['  …'] : []),
  ];
}
