import { chmodSync, chownSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { chooseUser, waitForDatabase } from './postgres-server.ts';
import { type Restartable, startRestartable } from './restartable.ts';
import { findProgram } from './test-tools.ts';

const findPgbouncer = (): string | undefined => findProgram('pgbouncer');

/** A pool of transactions in front of a server of PostgreSQL. */
export interface Pooler extends Restartable {
  /** The address of the same database through the pooler. */
  urlOf(direct: string): string;
}

/**
 * Starts a pooler for all databases of the server at a port of 127.0.0.1. `sessions`: of each database, fewer than the service has
 * connections; with `defaults`, all else is as PgBouncer is delivered.
 */
export async function startPgbouncer(
  postgresPort: number,
  sessions: number | 'defaults' = 3,
): Promise<Pooler> {
  const program = findPgbouncer();
  if (program === undefined) throw new Error('PgBouncer is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'galley-pgbouncer-'));
  const asUser = chooseUser(folder);
  const port = findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    // A user that is named here needs no list of users.
    ...['[databases]', `* = host=127.0.0.1 port=${postgresPort} user=galley`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'max_client_conn = 1000'],
    // Databases of tests can be removed soon after their last connection.
    ...(sessions === 'defaults'
      ? []
      : [`default_pool_size = ${sessions}`, 'server_idle_timeout = 5', 'server_fast_close = 1']),
  ];
  writeFileSync(file, lines.join('\n'));
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
  chmodSync(file, 0o600);
  const urlOf = (direct: string) => Object.assign(new URL(direct), { port: String(port) }).href;
  const start = async () => {
    const started = Bun.spawn([...asUser, program, '-q', file], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const url = urlOf(`postgres://galley@127.0.0.1:${postgresPort}/postgres`);
    await waitForDatabase(url, 'PgBouncer', 5);
    return started;
  };
  return { urlOf, ...(await startRestartable(folder, start)) };
}
