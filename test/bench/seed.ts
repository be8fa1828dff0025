import { Database } from 'bun:sqlite';
import { join } from 'node:path';

export interface SeedSize {
  tenants: number;
  /** Templates of all tenants together. */
  templates: number;
}

/** The identifier of a seeded tenant. */
export const seededTenant = (index: number): string => `tenant-${index}`;

/**
 * Writes small templates directly into the database of a data directory without a running server. Tenants take turns,
 * so that rows of a tenant are not adjacent, as after years of use. Returns the template ids of the first `wanted`
 * tenants.
 */
export function seedTemplates(
  directory: string,
  projectId: string,
  { tenants, templates }: SeedSize,
  wanted: number,
): string[][] {
  const sqlite = new Database(join(directory, 'galley.db'), { strict: true });
  try {
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -1000000']) {
      sqlite.run(`PRAGMA ${pragma}`);
    }
    const tenantIds = insertTenants(sqlite, projectId, tenants, templates / tenants);
    insertTemplates(sqlite, tenantIds, templates);
    sqlite.run('PRAGMA journal_mode = WAL');
    const idsOf = sqlite.query<{ id: string }, [number]>('SELECT id FROM templates WHERE tenant_id = ?');
    return tenantIds.slice(0, wanted).map((tenantId) => idsOf.all(tenantId).map(({ id }) => id));
  } finally {
    sqlite.close();
  }
}

function insertTenants(sqlite: Database, projectId: string, count: number, templateCount: number): number[] {
  const insert = sqlite.query<{ id: number }, [string, string, number, number]>(
    'INSERT INTO tenants (project_id, slug, template_count, created_at) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const insertAll = sqlite.transaction(() =>
    Array.from({ length: count }, (_, index) => {
      const row = insert.get(projectId, seededTenant(index), templateCount, Date.now());
      if (row === null) throw new Error('the tenant was not inserted');
      return row.id;
    }),
  );
  return insertAll();
}

function insertTemplates(sqlite: Database, tenantIds: readonly number[], count: number): void {
  const insertContent = sqlite.query('INSERT INTO contents (id, tenant_id, hash, json) VALUES (?, ?, ?, ?)');
  const insertTemplate = sqlite.query(
    `INSERT INTO templates (id, tenant_id, name, name_folded, content_id, content_by, content_at, version, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, 'user:ada', ?6, 1, ?6, ?7)`,
  );
  const insertAll = sqlite.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const tenantId = tenantIds[index % tenantIds.length] as number;
      const json = `{"blocks":[{"id":"b${index}","type":"paragraph","content":"<p>Hello</p>"}],"settings":{}}`;
      const hash = new Bun.CryptoHasher('sha256').update(json).digest();
      const name = `template ${index}`;
      const now = Date.now();
      insertContent.run(index + 1, tenantId, hash, json);
      insertTemplate.run(Bun.randomUUIDv7(), tenantId, name, name, index + 1, now, now);
    }
  });
  insertAll();
}
