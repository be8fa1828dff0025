import type { Command } from 'commander';
import { loadSettings, processEnvironment } from '../../config/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { toPrintable } from '../../platform/printable-text.ts';
import { createPublicFetch } from '../../platform/public-fetch/index.ts';
import { RELEASES_URL, VERSION } from '../../platform/version.ts';
import { addCommonFlags, runAction } from '../command.ts';
import { printResult } from '../output.ts';
import type { Flags } from '../session.ts';
import { describeUpdate, findInstallation, type Installation } from './installation.ts';
import { fetchReleases, findNewer, type Release } from './releases.ts';

/** Exit status if there is a newer release, for programs. */
const NEWER_EXISTS = 2;

/** Most releases shown at a terminal, and most lines of the notes of each. */
const MAX_SHOWN_RELEASES = 10;
const MAX_SHOWN_LINES = 15;
const MAX_LINE_CHARACTERS = 160;

export function addUpdateCommand(program: Command): void {
  addCommonFlags(program.command('update'))
    .summary('ask whether there is a newer version, and how to get it (--check)')
    .description(
      'Asks the list of releases (GALLEY_RELEASES_URL) whether there is a newer version, shows what is new in it, and how to ' +
        'update this kind of installation. It changes nothing. Exit status 0: this is the newest version; 2: there is a ' +
        'newer one; 1: it could not be found out. Galley never asks by itself.',
    )
    .option('--check', 'ask now')
    .action(runAction(checkForUpdate));
}

async function checkForUpdate(flags: Flags): Promise<void> {
  if (flags.check !== true)
    throw new DomainError(
      'validation_failed',
      'Galley does not update itself. "galley update --check" says whether there is a newer version, and how to get it.',
    );
  const { releases_url, fetch_private } = loadSettings(flags, processEnvironment);
  const url = releases_url === '' ? RELEASES_URL : releases_url;
  if (url === '' || !URL.canParse(url))
    throw new DomainError(
      'validation_failed',
      'This build does not know where its releases are listed. Set GALLEY_RELEASES_URL.',
    );
  // The operator has chosen the address, which may be in a private network.
  const allowPrivate = [...fetch_private, new URL(url).hostname];
  const releases = await fetchReleases(createPublicFetch({ allowPrivate }), url);
  const newer = findNewer(releases, VERSION);
  const installation = findInstallation();
  const [newest] = newer;
  const found = {
    installed: VERSION,
    newest: newest?.version ?? VERSION,
    installation,
    newer: newer.map(({ version, day = null, page = null, notes }) => ({ version, day, page, notes })),
    update: newest === undefined ? [] : describeUpdate(installation, newest.version, newest.page),
  };
  printResult(flags, found, () => describe(newer, installation));
  if (newest !== undefined) process.exitCode = NEWER_EXISTS;
}

function describe(newer: readonly Release[], installation: Installation): string {
  const [newest] = newer;
  if (newest === undefined) return `Galley ${VERSION} is the newest version.`;
  const more = newer.length - MAX_SHOWN_RELEASES;
  return [
    `Galley ${newest.version} is available. This is ${VERSION}.`,
    ...newer.slice(0, MAX_SHOWN_RELEASES).flatMap((release) => ['', ...describeRelease(release)]),
    ...(more > 0 ? ['', `… and ${more} older ${more === 1 ? 'release' : 'releases'} between them.`] : []),
    '',
    'To update, make a backup ("galley backup") first.',
    ...describeUpdate(installation, newest.version, newest.page),
  ].join('\n');
}

/** Other people write the notes, so control characters are removed. */
function describeRelease({ version, day, notes, page }: Release): string[] {
  const lines = notes
    .split('\n')
    .map((line) => toPrintable(line.trimEnd(), MAX_LINE_CHARACTERS))
    .filter((line) => line !== '');
  const isCut = lines.length > MAX_SHOWN_LINES;
  return [
    day === undefined ? version : `${version} (${day})`,
    ...lines.slice(0, MAX_SHOWN_LINES).map((line) => `  ${line}`),
    ...(isCut ? [`  …${page === undefined ? '' : ` all of it: ${page}`}`] : []),
  ];
}
