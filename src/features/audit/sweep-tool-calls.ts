import type { Deps } from '../../platform/deps.ts';
import { deleteAdminActionsBefore, deleteToolCallsBefore } from './queries.ts';

const DAY_MS = 86_400_000;

/** Rows of one transaction: other writers wait for it. */
const ROWS_PER_DELETION = 5_000;

/** Deletes tool calls and admin actions older than `retentionDays`, until `isStopped`. Returns how many it were. */
export async function sweepToolCalls(
  { db, clock }: Deps,
  retentionDays: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const oldest = clock.now() - retentionDays * DAY_MS;
  let deleted = 0;
  await db.transaction((connection) => deleteAdminActionsBefore(connection, oldest));
  while (!isStopped()) {
    const rows = await db.transaction((connection) =>
      deleteToolCallsBefore(connection, oldest, ROWS_PER_DELETION),
    );
    deleted += rows;
    if (rows < ROWS_PER_DELETION) break;
  }
  return deleted;
}
