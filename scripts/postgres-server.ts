import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { type Restartable, startRestartable } from './restartable.ts';

/** The folder in which Debian puts the programs of the server. It is not in PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** Without waiting for the disk, because no data of tests must survive a crash. */
const SETTINGS = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  ...['max_connections=400', 'shared_buffers=128MB', 'wal_level=minimal', 'max_wal_senders=0'],
];

/** Settings of a server with a standby. It confirms a commit only when the standby has it. */
const REPLICATED = ['wal_level=replica', 'max_wal_senders=4', 'synchronous_commit=on'];

/** A server of PostgreSQL for tests. `kill` ends it like a crash. It restarts with its stored data. */
export interface PostgresServer extends Restartable {
  /** Address of a database from which others can be created. */
  url: string;
  port: number;
}

/** Folder with `initdb` and `postgres`; undefined if the server is not installed. */
export function findPostgres(): string | undefined {
  const inPath = Bun.which('initdb');
  if (inPath !== null) return join(realpathSync(inPath), '..');
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

interface PostgresServerOptions {
  isReplicated?: boolean;
  /** What it confirms is there after a kill. */
  isDurable?: boolean;
  /** Files with a certificate and its key. Then a database with the name `encrypted` refuses other connections than encrypted ones. */
  tls?: { cert: string; key: string };
  /** An empty folder for the log, which is kept small. What is confirmed is in it. */
  logFolder?: string;
}

/** Of a server with a small log. */
const SMALL_LOG = ['synchronous_commit=on', 'min_wal_size=2MB', 'max_wal_size=4MB'];

/** Starts a server with an empty cluster in a temporary directory, on a free port of 127.0.0.1. */
export async function startPostgres({
  isReplicated = false,
  isDurable = false,
  tls,
  logFolder,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const options = ['-A', 'trust', '-E', 'UTF8', '--locale=C', '-U', 'galley', '-N'];
  if (logFolder !== undefined) options.push(`--waldir=${logFolder}`, '--wal-segsize=1');
  return startCluster('initdb', options, (folder) => [
    ...(isReplicated ? REPLICATED : []),
    ...(isDurable ? ['synchronous_commit=on'] : []),
    ...(logFolder === undefined ? [] : SMALL_LOG),
    ...(tls === undefined ? [] : prepareEncryption(folder, tls)),
  ]);
}

/** The server refuses a key that others can read. */
function prepareEncryption(folder: string, tls: { cert: string; key: string }): string[] {
  const [cert, key, access] = ['server.crt', 'server.key', 'pg_hba.conf'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  copyFileSync(tls.cert, cert);
  copyFileSync(tls.key, key);
  writeFileSync(access, 'hostnossl encrypted all all reject\nhost all all all trust\n');
  chmodSync(key, 0o600);
  const { uid, gid } = statSync(folder);
  for (const file of [cert, key, access]) chownSync(file, uid, gid);
  return ['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`, `hba_file=${access}`];
}

/**
 * Starts a standby of another server, which from now on waits for it with each commit. When it is promoted, it takes
 * the place of that server.
 */
export async function startStandby(
  primary: PostgresServer,
): Promise<PostgresServer & { promote(): Promise<void> }> {
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'galley', '-R', '-c', 'fast', '-N'];
  const standby = await startCluster('pg_basebackup', from, () => REPLICATED);
  await ask(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await ask(primary.url, 'SELECT pg_reload_conf()');
  return Object.assign(standby, { promote: () => ask(standby.url, 'SELECT pg_promote()') });
}

async function ask(url: string, statement: string): Promise<void> {
  const { SQL } = await import('bun');
  const sql = new SQL(url, { max: 1 });
  await sql.unsafe(statement);
  await sql.close();
}

/**
 * @param program makes the folder of the data, `-D`
 * @param settingsFor of the server; gets a folder of its user
 */
async function startCluster(
  program: 'initdb' | 'pg_basebackup',
  args: readonly string[],
  settingsFor: (folder: string) => readonly string[],
): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'galley-postgres-'));
  const asUser = chooseUser(folder);
  const data = join(folder, 'data');
  const made = Bun.spawnSync([...asUser, join(programs, program), '-D', data, ...args], { cwd: folder });
  if (made.exitCode !== 0) throw new Error(`${program} failed: ${made.stderr}`);
  const port = findFreePort();
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...SETTINGS,
    ...settingsFor(folder),
  ];
  const url = `postgres://galley@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const started = Bun.spawn(
      [...asUser, join(programs, 'postgres'), '-D', data, ...options.flatMap((option) => ['-c', option])],
      { cwd: folder, stdio: ['ignore', 'ignore', Bun.file(join(folder, 'log'))] },
    );
    await waitForDatabase(url, 'PostgreSQL', 10);
    return started;
  };
  return { url, port, ...(await startRestartable(folder, start, 'SIGQUIT')) };
}

/** The server refuses to run as root: then its files and processes belong to the user that its package makes. */
export function chooseUser(folder: string): string[] {
  if (process.getuid?.() !== 0) return [];
  const id = (flag: string) => Number(Bun.spawnSync(['id', flag, 'postgres']).stdout.toString());
  const [user, group] = [id('-u'), id('-g')];
  chownSync(folder, user, group);
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
}

/** Waits until a database answers. `name`: of the program that is starting. */
export async function waitForDatabase(url: string, name: string, seconds: number): Promise<void> {
  const { SQL } = await import('bun');
  for (let attempt = 0; attempt < seconds * 20; attempt += 1) {
    const sql = new SQL(url, { max: 1, prepare: false });
    try {
      await sql`SELECT 1`;
      return;
    } catch {
      await Bun.sleep(50);
    } finally {
      await sql.close().catch(() => {});
    }
  }
  throw new Error(`${name} did not start within ${seconds} seconds`);
}
