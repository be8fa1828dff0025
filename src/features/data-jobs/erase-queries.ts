import { sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';

/** Budgets of the language model have no foreign key to the tenant. Their keys are `user <tenant> <id>`. */
export async function deleteBudgetsOfTenant(db: Connection, tenantId: number): Promise<void> {
  const prefix = `user ${tenantId} `;
  for (const table of ['ai_budgets', 'ai_reservations'])
    await db.run(sql`DELETE FROM ${sql.raw(table)} WHERE substr(key, 1, ${prefix.length}) = ${prefix}`);
}
