import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { findProgram } from '../../scripts/test-tools.ts';

const FIXTURES = resolve(import.meta.dir, '../fixtures/tls');

/** The certificate of the directory, for `GALLEY_ACME_CA`. */
export const PEBBLE_CA = join(FIXTURES, 'first.crt');

/** A certificate authority on this machine, for which every name is 127.0.0.1. */
export interface Pebble {
  directory: string;
  /** Sets and clears records of the name server: `/set-txt`, `/clear-txt`. */
  records: string;
  stop(): Promise<void>;
}

interface PebbleOptions {
  /** Keys by id. With them, accounts must use one (external account binding). */
  externalAccounts?: Record<string, string>;
}

/** Starts pebble, which requests challenges at `httpPort`. */
export async function startPebble(
  httpPort: number,
  { externalAccounts }: PebbleOptions = {},
): Promise<Pebble> {
  const program = findProgram('pebble');
  const nameServer = findProgram('pebble-challtestsrv');
  if (program === undefined || nameServer === undefined) throw new Error('pebble is not installed');
  const [port, dnsPort, managementPort] = [findFreePort(), findFreePort(), findFreePort()];
  const dir = mkdtempSync(join(tmpdir(), 'galley-pebble-'));
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    certificate: PEBBLE_CA,
    privateKey: join(FIXTURES, 'first.key'),
    httpPort,
    tlsPort: httpPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: externalAccounts !== undefined,
    ...(externalAccounts && { externalAccountMACKeys: externalAccounts }),
  };
  writeFileSync(join(dir, 'pebble.json'), JSON.stringify({ pebble: config }));
  const start = (command: string[]) =>
    Bun.spawn(command, {
      env: { PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const children = [
    start([
      nameServer,
      ...off,
      '-dns01',
      `127.0.0.1:${dnsPort}`,
      '-management',
      `127.0.0.1:${managementPort}`,
    ]),
    start([program, '-config', join(dir, 'pebble.json'), '-dnsserver', `127.0.0.1:${dnsPort}`]),
  ];
  const directory = `https://127.0.0.1:${port}/dir`;
  const stop = async () => {
    for (const child of children) child.kill();
    await Promise.all(children.map(({ exited }) => exited));
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await waitFor(directory);
  } catch (error) {
    await stop();
    throw error;
  }
  return { directory, records: `http://127.0.0.1:${managementPort}`, stop };
}

const START_ATTEMPTS = 300;

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    const answer = await fetch(url, { tls: { rejectUnauthorized: false } }).catch(() => undefined);
    if (answer?.ok) return;
    await Bun.sleep(50);
  }
  throw new Error('pebble does not answer');
}
