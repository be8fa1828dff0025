import { blob, index, integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { tenantColumn } from '../projects/table.ts';

/** A cache of renderings. It can be emptied at any time. */
export const renderings = sqliteTable(
  'renderings',
  {
    /** See `renderingKey`. */
    key: blob('key', { mode: 'buffer' }).primaryKey(),
    tenantId: tenantColumn(),
    /** JSON of a `Rendering`, compressed. */
    rendering: blob('rendering', { mode: 'buffer' }).notNull(),
    bytes: integer('bytes').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (table) => [
    index('renderings_used').on(table.usedAt, table.bytes),
    index('renderings_tenant').on(table.tenantId),
  ],
);
