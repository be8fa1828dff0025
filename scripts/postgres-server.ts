import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';

/** Where Debian has the programs of the server, which are not in the path. */
const DEBIAN = '/usr/lib/postgresql';

/** Nothing of a test must survive a crash. */
const SETTINGS = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  ...['max_connections=400', 'shared_buffers=128MB', 'wal_level=minimal', 'max_wal_senders=0'],
];

export interface PostgresServer {
  /** Address of a database from which others can be created. */
  url: string;
  /** Ends it as a crash does, and starts it again on what it has stored. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Folder with `initdb` and `postgres`; undefined if the server is not installed. */
export function findPostgres(): string | undefined {
  const inPath = Bun.which('initdb');
  if (inPath !== null) return join(inPath, '..');
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** Starts a server with an empty cluster in a temporary directory, on a free port of 127.0.0.1. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'galley-postgres-'));
  const asUser = chooseUser(folder);
  const data = join(folder, 'data');
  const run = [
    ...asUser,
    join(programs, 'initdb'),
    '-D',
    data,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '-U',
    'galley',
    '-N',
  ];
  const made = Bun.spawnSync(run, { cwd: folder });
  if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = findFreePort();
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...SETTINGS,
  ];
  const start = async () => {
    const started = Bun.spawn(
      [...asUser, join(programs, 'postgres'), '-D', data, ...options.flatMap((option) => ['-c', option])],
      { cwd: folder, stdio: ['ignore', 'ignore', Bun.file(join(folder, 'log'))] },
    );
    await waitForPort(port);
    return started;
  };
  let server = await start();
  return {
    url: `postgres://galley@127.0.0.1:${port}/postgres`,
    async restart() {
      server.kill('SIGQUIT');
      await server.exited;
      server = await start();
    },
    async stop() {
      // Ends at once, without waiting for connections.
      server.kill('SIGQUIT');
      await server.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root: then its files and processes belong to the user that its package makes. */
export function chooseUser(folder: string): string[] {
  if (process.getuid?.() !== 0) return [];
  const id = (flag: string) => Number(Bun.spawnSync(['id', flag, 'postgres']).stdout.toString());
  const [user, group] = [id('-u'), id('-g')];
  chownSync(folder, user, group);
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
}

async function waitForPort(port: number): Promise<void> {
  const { SQL } = await import('bun');
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const sql = new SQL(`postgres://galley@127.0.0.1:${port}/postgres`, { max: 1 });
    try {
      await sql`SELECT 1`;
      return;
    } catch {
      await Bun.sleep(50);
    } finally {
      await sql.close().catch(() => {});
    }
  }
  throw new Error('PostgreSQL did not start within 10 seconds');
}
