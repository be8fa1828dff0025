import { existsSync } from 'node:fs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser, and fonts of the widths that mails ask for, with letters of Arabic and Hebrew. */
const PACKAGES = ['chromium', 'fonts-liberation', 'fonts-dejavu-core'];

const INSTALL_MS = 8 * 60_000;

const REMEDY =
  'Install Chromium or Chrome, or set CHROMIUM_PATH to the executable; on Debian, as root: bun scripts/chromium.ts';

/** Path of a Chromium that is there: CHROMIUM_PATH, or the first one in PATH. */
export function findChromium(): string | undefined {
  const given = Bun.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, but there is no such file.`);
    return given;
  }
  for (const name of NAMES) {
    const path = Bun.which(name);
    if (path !== null) return path;
  }
  return undefined;
}

/**
 * Says on standard error that the browser tests are left out, and how to have them.
 * @throws in CI: what was not looked at there counts as broken
 */
export function leaveOutBrowserTests(fault?: string): void {
  const reason = fault === undefined ? '' : `\napt-get: ${fault}`;
  if (Bun.env.CI === 'true' || Bun.env.CI === '1') {
    throw new Error(`No Chromium here, and in CI no tests may be left out. ${REMEDY}${reason}`);
  }
  process.stderr.write(`No Chromium here: the tests in test/browser are left out. ${REMEDY}${reason}\n`);
}

/**
 * Path of a Chromium, installed with the distribution's package manager if need be and if we may (Debian and its kin,
 * as root). Undefined, with a sentence on standard error, where there is none.
 * @throws in CI where there is none
 */
export async function ensureChromium(): Promise<string | undefined> {
  const found = findChromium();
  if (found !== undefined) return found;
  const fault = canInstall() ? await install() : undefined;
  const installed = findChromium();
  if (installed !== undefined) return installed;
  leaveOutBrowserTests(fault);
  return undefined;
}

function canInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && Bun.which('apt-get') !== null;
}

/** Installs the packages; what the package manager complained of, or undefined. */
async function install(): Promise<string | undefined> {
  process.stderr.write(`Installing ${PACKAGES.join(', ')} for the browser tests …\n`);
  return (await aptGet('update')) ?? (await aptGet('install', '-y', '--no-install-recommends', ...PACKAGES));
}

async function aptGet(...args: string[]): Promise<string | undefined> {
  // Another run may be at it: wait for the lock instead of failing.
  const child = Bun.spawn(['apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...Bun.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALL_MS,
  });
  const [output, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return status === 0 ? undefined : (errors.trim() || output.trim()).slice(-2000);
}

if (import.meta.main) {
  const path = await ensureChromium();
  if (path !== undefined) process.stdout.write(`${path}\n`);
}
