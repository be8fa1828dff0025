import type { Database } from '../platform/ports/database.ts';
import type { PostgresOptions } from './postgres/index.ts';
import {
  type OpeningOptions,
  openDatabase as openSqlite,
  openDatabaseBeforeMigration as openSqliteBeforeMigration,
  openDatabaseForReading as openSqliteForReading,
} from './sqlite/index.ts';

/**
 * `hold`: for the server or command that holds the data; `read`: for reading beside it; `rehearse`: to try a start
 * beside it.
 */
export type OpeningMode = 'hold' | 'read' | 'rehearse';

interface DatabaseSettings {
  database_url: string;
  database_pool: number;
  database_direct_url: string;
  allow_ephemeral: boolean;
}

type DatabaseOptions = Required<Omit<OpeningOptions, 'allowEphemeral'>> &
  Pick<PostgresOptions, 'lease'> & {
    /** The directory with the file of the embedded database. */
    dataDir: string;
    mode: OpeningMode;
  };

/** The database of the settings: SQLite in the data directory, unless they name a server of PostgreSQL. */
export async function openDatabase(settings: DatabaseSettings, options: DatabaseOptions): Promise<Database> {
  const { dataDir, mode, clock, log, tracing, cacheBytes, startNew, lease } = options;
  if (settings.database_url === '') {
    const { allow_ephemeral: allowEphemeral } = settings;
    return OPEN_SQLITE[mode](dataDir, { clock, log, tracing, cacheBytes, startNew, allowEphemeral });
  }
  // Loaded only here, because most installations do not use it.
  const postgres = await import('./postgres/index.ts');
  const { database_url: url, database_pool: poolSize, database_direct_url: directUrl } = settings;
  const parts = { clock, log, tracing, poolSize, directUrl };
  if (lease !== undefined) return postgres.openPostgres(url, { ...parts, lease });
  return mode === 'rehearse'
    ? postgres.openPostgresBeforeMigration(url, parts)
    : postgres.openPostgresForReading(url, parts);
}

const OPEN_SQLITE = {
  hold: openSqlite,
  read: openSqliteForReading,
  rehearse: openSqliteBeforeMigration,
} as const;
