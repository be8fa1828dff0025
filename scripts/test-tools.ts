import { existsSync, mkdtempSync, readFileSync, realpathSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './postgres-server.ts';

interface Tool {
  /** Its path; undefined if it is not there. */
  find(): string | undefined;
  /** Of Debian and Ubuntu; the first of them that the system offers. None: it cannot be installed. */
  packages: readonly (readonly string[])[];
}

const program = (name: string, ...packages: string[]): Tool => ({
  find: () => findProgram(name),
  packages: [packages.length > 0 ? packages : [name]],
});

/** With fonts of the widths of mail fonts, and with Arabic and Hebrew letters. */
const FONTS = ['fonts-liberation', 'fonts-dejavu-core'];

/**
 * What tests use beside Bun and npm's packages. `bun scripts/test-tools.ts` installs what is missing, as root on Debian
 * and Ubuntu.
 */
const TOOLS = {
  // Ubuntu has it only as a snap, which does not run in containers.
  Chromium: {
    find: findChromium,
    packages: ['chromium-headless-shell', 'chromium'].map((name) => [name, ...FONTS]),
  },
  PostgreSQL: { find: findPostgres, packages: [['postgresql']] },
  PgBouncer: program('pgbouncer'),
  Redis: program('redis-server'),
  nginx: program('nginx'),
  HAProxy: program('haproxy'),
  // A certificate authority for tests, with a name server.
  pebble: {
    find: () => findProgram('pebble-challtestsrv') && findProgram('pebble'),
    packages: [['pebble']],
  },
  curl: program('curl'),
  Python: program('python3', 'python3-minimal'),
  'a C compiler': program('cc', 'gcc', 'libc6-dev'),
  sqlite3: program('sqlite3'),
  // It looks for the programs that a unit calls, among them kill.
  'systemd-analyze': program('systemd-analyze', 'systemd', 'procps'),
  'the rights of root': {
    find: () => (process.getuid?.() === 0 ? findProgram('setpriv') : undefined),
    packages: [],
  },
  // Some containers do not give it to root.
  'the right to mount': { find: () => (canMount() ? findProgram('mount') : undefined), packages: [] },
} as const satisfies Record<string, Tool>;

type ToolName = keyof typeof TOOLS;

const INSTALL_MS = 15 * 60_000;

const IS_CI = Bun.env.CI === 'true' || Bun.env.CI === '1';

/** The headless shell comes first: it takes a quarter less processor time than the whole browser. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Path of Chromium: CHROMIUM_PATH, or the first one in PATH. */
export function findChromium(): string | undefined {
  const given = Bun.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, and that file does not exist.`);
    return given;
  }
  return CHROMIUM_NAMES.map(findProgram).find((path) => path !== undefined && !isSnap(path));
}

/** A snap cannot read the temporary files of tests. In Ubuntu's package is only a script that asks for the snap. */
function isSnap(path: string): boolean {
  const file = realpathSync(path);
  return (
    file.includes('/snap') || (Bun.file(file).size < 10_000 && readFileSync(file, 'utf8').includes('snap'))
  );
}

/** Path of a program in PATH, or in the folders that are only in root's PATH. */
export function findProgram(name: string): string | undefined {
  return Bun.which(name, { PATH: `${Bun.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin` }) ?? undefined;
}

/** Mounts a tmpfs with these options on a folder. Returns whether that worked. */
export const mount = (options: string, folder: string): boolean =>
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
    stdio: ['ignore', 'ignore', 'ignore'],
  }).exitCode === 0;

export const unmount = (folder: string) => Bun.spawnSync(['umount', '-l', folder], { stderr: 'ignore' });

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'galley-disk-'));
  const isMounted = mount('size=64k', folder);
  if (isMounted) unmount(folder);
  rmdirSync(folder);
  return isMounted;
}

/**
 * Whether all of it is there, for `skipIf`. Says what is missing, once for a file; `bun run check` says it once for all.
 * @throws in CI, where no test may be skipped
 */
export function isAvailable(...names: readonly ToolName[]): boolean {
  const missing = names.filter((name) => TOOLS[name].find() === undefined);
  if (missing.length === 0) return true;
  if (IS_CI) throw new Error(`${describeMissing(missing)} In CI no test may be skipped.`);
  if (Bun.env.GALLEY_TEST_WORKERS === undefined) process.stderr.write(`${describeMissing(missing)}\n`);
  return false;
}

function describeMissing(names: readonly ToolName[], hint: string = INSTALL_HINT): string {
  const isInstallable = names.some((name) => TOOLS[name].packages.length > 0);
  return `Missing: ${names.join(', ')}. Tests that need this are skipped.${isInstallable ? ` ${hint}` : ''}`;
}

const BY_HAND =
  'Install it with the package manager of your system; CHROMIUM_PATH can name any Chromium or Chrome but a snap.';

const INSTALL_HINT =
  process.platform === 'linux' && Bun.which('apt-get') !== null
    ? 'As root, this installs what the system offers: npx -y bun@1.4.5 scripts/test-tools.ts'
    : BY_HAND;

/** Installs the missing tools if it can, and says which tests are skipped for want of others. */
async function installMissing(): Promise<void> {
  const names = Object.keys(TOOLS) as ToolName[];
  const listMissing = () => names.filter((name) => TOOLS[name].find() === undefined);
  const wanted = listMissing().filter((name) => TOOLS[name].packages.length > 0);
  if (wanted.length > 0 && canInstall()) {
    process.stdout.write(
      `Installing ${wanted.join(', ')} for the tests. This usually takes 1 to 3 minutes …\n`,
    );
    const fault = await install(wanted);
    if (fault !== '') process.stderr.write(`apt-get: ${fault}\n`);
    const missing = listMissing();
    const installed = wanted.filter((name) => !missing.includes(name));
    process.stdout.write(`Installed: ${installed.join(', ') || 'nothing'}.\n`);
  }
  const missing = listMissing();
  if (missing.length === 0) process.stdout.write('All tools of the tests are there.\n');
  else process.stdout.write(`${describeMissing(missing, canInstall() ? BY_HAND : INSTALL_HINT)}\n`);
}

function canInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && Bun.which('apt-get') !== null;
}

/** Returns the errors of the package manager, or an empty text. */
async function install(wanted: readonly ToolName[]): Promise<string> {
  const fault = await aptGet('update');
  if (fault !== '') return fault;
  const choices = wanted.map((name) => {
    const packages: Tool['packages'] = TOOLS[name].packages;
    return packages.find(([first]) => first !== undefined && isOffered(first)) ?? packages[0] ?? [];
  });
  const installPackages = (packages: readonly string[]) =>
    aptGet('install', '-y', '--no-install-recommends', ...packages);
  if ((await installPackages(choices.flat())) === '') return '';
  // One that the system does not offer must not keep the others away.
  const faults: string[] = [];
  for (const packages of choices) faults.push(await installPackages(packages));
  return faults.filter((text) => text !== '').join('\n');
}

/** Whether the package manager offers it. */
const isOffered = (name: string): boolean => Bun.spawnSync(['apt-cache', 'show', name]).exitCode === 0;

async function aptGet(...args: string[]): Promise<string> {
  // Waits for the lock of another installation instead of failing.
  const child = Bun.spawn(['apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    // The run level prevents that nginx starts as a service.
    env: { ...Bun.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALL_MS,
  });
  const [output, errors, status] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return status === 0 ? '' : (errors.trim() || output.trim() || `ended with ${status}`).slice(-2000);
}

if (import.meta.main) await installMissing();
