import type { SQL } from 'bun';
import { DomainError } from '../../platform/errors.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import { toPostgresError } from './errors.ts';

/**
 * Whether the disk of the database was full when something was last written. PostgreSQL does not tell how much room
 * there is, so after a write that failed the check for readiness writes a table and rolls it back.
 */
export class DiskProbe {
  #wasFull = false;

  /** Notes the failure of a write. */
  watch<Result>(writing: Promise<Result>): Promise<Result> {
    return writing.catch((error) => {
      if (error instanceof DomainError && error.code === 'storage_full') this.#wasFull = true;
      throw error;
    });
  }

  /** Throws `storage_full` while there is no room. */
  async requireRoom(pool: SQL): Promise<void> {
    if (!this.#wasFull) return;
    await writeTable(pool);
    this.#wasFull = false;
  }
}

/** One megabyte, in rows that are too short to be compressed. */
const ROWS = `SELECT repeat('x', 1500) FROM generate_series(1, 700)`;

async function writeTable(pool: SQL): Promise<void> {
  const client = await pool.reserve();
  // Several servers may do so at once.
  const name = `probe_${Buffer.from(randomBytes(8)).toString('hex')}`;
  try {
    await client
      .unsafe(`BEGIN; SET LOCAL statement_timeout = 5000; CREATE UNLOGGED TABLE ${name} AS ${ROWS}`)
      .simple();
  } catch (error) {
    throw toPostgresError(error);
  } finally {
    await client
      .unsafe('ROLLBACK')
      .simple()
      .catch(() => {});
    client.release();
  }
}
