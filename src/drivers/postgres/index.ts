import type { SQL } from 'bun';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Database, DatabaseCopy, DatabaseSnapshot } from '../../platform/ports/database.ts';
import type { Tracing } from '../../platform/ports/tracing.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import { runOnce } from '../../platform/workers/run-once.ts';
import { openCopy, verifyCopy } from '../sqlite/copies.ts';
import type { CopyJob } from '../transfer/copy.worker.ts';
import { DiskProbe } from './disk-probe.ts';
import { readOnlyFault, toOpeningError, toPostgresError } from './errors.ts';
import { ServerLease } from './lease.ts';
import {
  findPending,
  hasLeases,
  migrate,
  requireKnownSchema,
  requireRights,
  requireSameDatabase,
  requireUsableServer,
} from './migrate.ts';
import { toConnection } from './session.ts';
import { STATEMENT_MS, TransactionPool } from './transactions.ts';

export interface PostgresOptions {
  clock: Clock;
  log: Logger;
  /** Connections for transactions, and as many for reading. */
  poolSize: number;
  /**
   * The direct address of the database, for everything that needs a session, if the other address is that of a
   * transaction pooler.
   */
  directUrl?: string;
  /** Of this server, if the database is not opened for reading. Left out: it is the only one. */
  lease?: ServerLease | undefined;
  tracing?: Tracing | undefined;
}

/**
 * What reading a page elsewhere costs compared with the next one. With PostgreSQL's 4, which is that of rotating disks,
 * a list of a tenant can read the rows of all tenants in the order of their ids.
 */
const RANDOM_PAGE_COST = '1.1';

/** How long the measured size of the database is reused, because metrics ask for it. */
const SIZE_VALID_MS = 60_000;

/** Time limit of a connection attempt, in seconds. */
const CONNECT_SECONDS = 10;

/**
 * Opens a database of PostgreSQL for a server, begins its lease and migrates the database. Throws `conflict`, with a message for
 * the operator, if it cannot be used.
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Database> {
  const direct = directAddressOf(url, options);
  const { clock, log, lease = new ServerLease({ clock, log, isShared: false }) } = options;
  const prepare = async (sql: SQL) => {
    if (options.directUrl) await requireSameDatabase(sql, options.directUrl);
    if (!(await isWritable(sql))) throw readOnlyFault(url);
    await requireRights(sql);
    const open = () => lease.open(() => connectWith(url, options, LEASE_CONNECTIONS, {}));
    try {
      // A database in use is not migrated before its server has ended. An empty one has no leases yet.
      const begun = (await hasLeases(sql)) ? await open() : undefined;
      await migrate(direct.url, clock, log);
      return begun ?? (await open());
    } catch (error) {
      await lease.close();
      throw error;
    }
  };
  return open(url, { ...options, lease }, prepare, direct);
}

/** For renewals, and for locks meanwhile. */
const LEASE_CONNECTIONS = 2;

/** Opens a database beside the server that uses it, for reading. */
export async function openPostgresForReading(url: string, options: PostgresOptions): Promise<Database> {
  return open(url, options, async (sql) => {
    await requireKnownSchema(sql);
    return {};
  });
}

/**
 * Like `openPostgresForReading`, but the schema may also be missing or older, which this build can migrate. Throws
 * `conflict` for a newer one.
 */
export async function openPostgresBeforeMigration(url: string, options: PostgresOptions): Promise<Database> {
  return open(url, options, async (sql) => {
    await findPending(sql);
    return {};
  });
}

/** An address and the setting that contains it, both for error messages. */
interface Address {
  url: string;
  setting: string;
}

function directAddressOf(url: string, { directUrl = '' }: PostgresOptions): Address {
  return directUrl === '' || directUrl === url
    ? { url, setting: 'GALLEY_DATABASE_URL' }
    : { url: directUrl, setting: 'GALLEY_DATABASE_DIRECT_URL' };
}

/** @param preparedAt what `prepare` connects to */
async function open(
  url: string,
  options: PostgresOptions,
  prepare: (sql: SQL) => Promise<{ isFirst?: boolean }>,
  preparedAt?: Address,
): Promise<Database> {
  const { clock, poolSize, lease, tracing } = options;
  const { reading, writing } = connect(url, options);
  const closeAll = () => Promise.all([reading.close(), writing.close()]);
  let address: Address = { url, setting: 'GALLEY_DATABASE_URL' };
  let prepared: { isFirst?: boolean };
  try {
    // A pooler refuses this connection.
    await requireUsableServer(reading);
    address = preparedAt ?? address;
    prepared = await prepare(writing);
  } catch (error) {
    await closeAll();
    throw toOpeningError(error, address.url, address.setting);
  }
  const transactions = new TransactionPool(writing, poolSize, { lease, tracing });
  const disk = new DiskProbe();
  const size = { bytes: 0, readAt: Number.NEGATIVE_INFINITY };
  return {
    isRemote: true,
    isFirst: prepared.isFirst,
    reader: toConnection(() => reading, { tracing, toError: toPostgresError }),
    transaction: (job, owner) => disk.watch(transactions.run(job, owner)),
    instanceSecret: (name) => readOrCreateSecret(writing, name),
    async requireWritable() {
      await requireWritable(writing);
      await disk.requireRoom(writing);
    },
    copyTo: (target, signal) => copyDatabase(directAddressOf(url, options).url, target, signal),
    openSnapshot: () => openSnapshot(connectForReading(url, options, 1)),
    verifyCopy,
    findIntegrityFaults: () => findIndexFaults(reading),
    stats() {
      if (clock.now() - size.readAt > SIZE_VALID_MS) {
        size.readAt = clock.now();
        void readSize(reading).then((bytes) => Object.assign(size, { bytes }));
      }
      return { bytes: size.bytes, logBytes: 0, ...transactions.counts };
    },
    async close() {
      await transactions.drain();
      await lease?.close();
      await closeAll();
    },
  };
}

const connect = (url: string, options: PostgresOptions) => ({
  reading: connectForReading(url, options, options.poolSize),
  writing: connectWith(url, options, options.poolSize, {}),
});

const connectForReading = (url: string, options: PostgresOptions, size: number): SQL =>
  connectWith(url, options, size, {
    default_transaction_read_only: 'on',
    statement_timeout: String(STATEMENT_MS),
    random_page_cost: RANDOM_PAGE_COST,
  });

/**
 * A pooler of transactions gives each transaction another session: statements cannot be prepared for the next one, and it
 * refuses settings of a session. Then only tests without a pooler show that readers do not write.
 * @param connection settings of a session
 */
function connectWith(
  url: string,
  { directUrl = '' }: PostgresOptions,
  size: number,
  connection: Record<string, string>,
): SQL {
  return new Bun.SQL(url, {
    ...{ max: size, bigint: true, connectionTimeout: CONNECT_SECONDS },
    ...(directUrl === '' ? { connection } : { prepare: false }),
  });
}

/** Backups of both engines contain an SQLite database, so that each can be restored to the other. */
async function copyDatabase(url: string, target: string, signal?: AbortSignal): Promise<DatabaseCopy> {
  const rows = await runOnce<CopyJob, Record<string, number>>(
    'drivers/transfer/copy.worker',
    { url, target },
    signal,
  );
  return openCopy(target, rows);
}

async function requireWritable(sql: SQL): Promise<void> {
  try {
    if (await isWritable(sql)) return;
  } catch (error) {
    throw toPostgresError(error);
  }
  throw new DomainError('unavailable', 'The database can only be read at the moment.');
}

async function isWritable(sql: SQL): Promise<boolean> {
  const [row] = await sql.unsafe(
    `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS "isWritable"`,
  );
  return row.isWritable;
}

/**
 * A transaction that sees what was committed before its first statement. It takes long, so it takes no connection of the
 * pool.
 */
async function openSnapshot(sql: SQL): Promise<DatabaseSnapshot> {
  try {
    const client = await sql.reserve();
    await client
      .unsafe(
        'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0; SELECT 1',
      )
      .simple();
    const end = async () => {
      await client.unsafe('ROLLBACK').simple();
      client.release();
    };
    return {
      reader: toConnection(() => client, { toError: toPostgresError }),
      close: () =>
        void end()
          .catch(() => {})
          .finally(() => sql.close()),
    };
  } catch (error) {
    void sql.close({ timeout: 0 });
    throw toPostgresError(error);
  }
}

async function readOrCreateSecret(sql: SQL, name: string): Promise<Uint8Array> {
  const secret = Buffer.from(randomBytes(32));
  await sql`INSERT INTO instance_secrets (name, value) VALUES (${name}, ${secret}) ON CONFLICT DO NOTHING`;
  const [row] = await sql`SELECT value FROM instance_secrets WHERE name = ${name}`;
  return row.value;
}

/** Indexes that PostgreSQL has marked as unusable. It checks pages when they are read. */
async function findIndexFaults(sql: SQL): Promise<string[]> {
  const rows: { name: string }[] = await sql`
    SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT i.indisvalid AND n.nspname = current_schema()`;
  return rows.map(({ name }) => `the index ${name} is not valid: run REINDEX INDEX ${name}`);
}

async function readSize(sql: SQL): Promise<number> {
  const rows: { bytes: bigint }[] = await sql`SELECT pg_database_size(current_database()) AS bytes`.catch(
    () => [],
  );
  return Number(rows[0]?.bytes ?? 0);
}
