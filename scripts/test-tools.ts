import { existsSync } from 'node:fs';
import { findPostgres } from './postgres-server.ts';

/** The headless shell comes first: it takes a quarter less processor time than the whole browser. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Programs that tests use and that npm does not have: Chromium, nginx for the proxy configuration in the
 * documentation, pebble, a certificate authority, PostgreSQL, PgBouncer, Redis and HAProxy. `bun scripts/test-tools.ts` installs missing ones, as root on Debian and derived systems.
 */
const TOOLS = [
  {
    name: 'Chromium',
    find: findChromium,
    // With fonts of the widths of mail fonts, and with Arabic and Hebrew letters.
    packages: () => [
      isPackage('chromium-headless-shell') ? 'chromium-headless-shell' : 'chromium',
      ...['fonts-liberation', 'fonts-dejavu-core'],
    ],
  },
  { name: 'nginx', find: () => findProgram('nginx'), packages: () => ['nginx'] },
  // A certificate authority for tests, with a name server.
  { name: 'pebble', find: () => findProgram('pebble'), packages: () => ['pebble'] },
  { name: 'PostgreSQL', find: findPostgres, packages: () => ['postgresql'] },
  { name: 'PgBouncer', find: () => findProgram('pgbouncer'), packages: () => ['pgbouncer'] },
  { name: 'Redis', find: () => findProgram('redis-server'), packages: () => ['redis-server'] },
  { name: 'HAProxy', find: () => findProgram('haproxy'), packages: () => ['haproxy'] },
];

const INSTALL_MS = 8 * 60_000;

const HINT = 'Install it; on Debian, as root: bun scripts/test-tools.ts.';

const IS_CI = Bun.env.CI === 'true' || Bun.env.CI === '1';

/** Path of Chromium: CHROMIUM_PATH, or the first one in PATH. */
export function findChromium(): string | undefined {
  const given = Bun.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, and that file does not exist.`);
    return given;
  }
  for (const name of CHROMIUM_NAMES) {
    const path = Bun.which(name);
    if (path !== null) return path;
  }
  return undefined;
}

/** Path of a program in PATH, or in the folders that are only in root's PATH. */
export function findProgram(name: string): string | undefined {
  return Bun.which(name, { PATH: `${Bun.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin` }) ?? undefined;
}

/**
 * Prints that the tests that need a missing tool are skipped, and how to run them.
 * @throws in CI, where no test may be skipped
 */
export function skipTestsWithout(tool: string): void {
  const message = `${tool} is not installed: the tests that need it are skipped. ${HINT}`;
  if (IS_CI) throw new Error(`${message} In CI no test may be skipped.`);
  process.stderr.write(`${message}\n`);
}

/** Installs the missing tools if it can. Without one of them, the tests that need it are skipped. */
async function installMissing(): Promise<void> {
  const missing = TOOLS.filter(({ find }) => find() === undefined);
  const fault = missing.length > 0 && canInstall() ? await install(missing.map((tool) => tool.packages)) : '';
  if (fault !== '') process.stderr.write(`apt-get: ${fault}\n`);
  for (const { name, find } of missing) if (find() === undefined) skipTestsWithout(name);
  for (const { name, find } of TOOLS) process.stdout.write(`${name}: ${find() ?? 'not installed'}\n`);
}

function canInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && Bun.which('apt-get') !== null;
}

/** Returns the error of the package manager, or an empty text. */
async function install(wanted: readonly (() => string[])[]): Promise<string> {
  const fault = await aptGet('update');
  if (fault !== '') return fault;
  const packages = wanted.flatMap((list) => list());
  process.stderr.write(`Installing ${packages.join(', ')} for the tests …\n`);
  return aptGet('install', '-y', '--no-install-recommends', ...packages);
}

/** Whether the package manager offers it. */
const isPackage = (name: string): boolean => Bun.spawnSync(['apt-cache', 'show', name]).exitCode === 0;

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
