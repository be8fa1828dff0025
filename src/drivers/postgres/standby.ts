import { withDeadline } from './deadline.ts';
import { HAS_ENDED } from './lease-table.ts';

/** Whether a server uses a database of PostgreSQL, whose lease has not ended. Rejects if the database does not answer. */
export async function isInUse(url: string, { isPooled }: { isPooled: boolean }): Promise<boolean> {
  const sql = new Bun.SQL(url, { max: 1, connectionTimeout: 3, ...(isPooled && { prepare: false }) });
  try {
    const [{ exists }] = await withDeadline(
      sql.unsafe(`SELECT to_regclass('servers') IS NOT NULL AS "exists"`),
    );
    if (!exists) return false;
    const [{ taken }] = await withDeadline(
      sql.unsafe(`SELECT EXISTS (SELECT 1 FROM servers WHERE NOT (${HAS_ENDED})) AS taken`),
    );
    return taken;
  } finally {
    void sql.close({ timeout: 0 }).catch(() => {});
  }
}
