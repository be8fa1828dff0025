import { SQL } from 'bun';
import { findPostgres, startPostgres } from '../../scripts/postgres-server.ts';
import type { Figure } from './figure.ts';
import {
  ACTIVE_TENANTS,
  compareGrowth,
  LARGE,
  planReads,
  type SeededServer,
  SMALL,
} from './growth-figure.ts';
import { createDatabase } from './postgres-figures.ts';
import { type SeedSize, seededTenant } from './seed.ts';
import { initializeData, makeDirectory, removeDirectory, startGalley } from './servers.ts';

/** Rows per statement. The client aborts a statement that takes half a minute. */
const BATCH = 50_000;

/** Like `growth`, on two databases of one server of PostgreSQL. */
export const postgresGrowthFigure: Figure = {
  name: 'postgres-growth',
  whyLeftOut: () => (findPostgres() === undefined ? 'PostgreSQL is not installed' : undefined),
  async measure() {
    const directory = makeDirectory();
    const postgres = await startPostgres();
    const servers: { stop(): Promise<void> }[] = [postgres];
    const start = async (name: string, size: SeedSize): Promise<SeededServer> => {
      const env = { GALLEY_DATABASE_URL: await createDatabase(postgres, name) };
      const first = initializeData(`${directory}/${name}`, env);
      const ids = await seedPostgres(env.GALLEY_DATABASE_URL, first.project_id, size);
      const server = await startGalley(`${directory}/${name}`, first, env);
      servers.unshift(server);
      return planReads(server, ids);
    };
    try {
      const large = await start('large', LARGE);
      const small = await start('small', SMALL);
      return [
        await compareGrowth('PostgreSQL: GET with 1,000,000 templates, baseline 1,000', large, small, 'gets'),
        await compareGrowth(
          'PostgreSQL: list with 1,000,000 templates, baseline 1,000',
          large,
          small,
          'lists',
        ),
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

/**
 * Writes small templates of all tenants in turn. Without triggers, which would only mark them for the search index.
 * Returns the ids of the first tenants.
 */
async function seedPostgres(
  url: string,
  project: string,
  { tenants, templates }: SeedSize,
): Promise<string[][]> {
  await using sql = new SQL(url, { max: 1 });
  const now = Date.now();
  await sql`SET session_replication_role = replica`;
  const [{ first }] = await sql`SELECT coalesce(max(id), 0)::int + 1 AS first FROM tenants`;
  await sql`
    INSERT INTO tenants (id, project_id, slug, template_count, created_at) OVERRIDING SYSTEM VALUE
    SELECT ${first}::int + n, ${project}, 'tenant-' || n, ${templates / tenants}::int, ${now}
    FROM generate_series(0, ${tenants - 1}::int) n`;
  for (let from = 0; from < templates; from += BATCH) {
    const to = Math.min(templates, from + BATCH) - 1;
    await sql`
      INSERT INTO contents (id, tenant_id, hash, json) OVERRIDING SYSTEM VALUE
      SELECT n + 1, ${first}::int + n % ${tenants}::int, sha256(convert_to(json, 'UTF8')), json
      FROM generate_series(${from}::int, ${to}::int) n,
        LATERAL (SELECT '{"blocks":[{"id":"b' || n || '","type":"paragraph","content":"<p>Hello</p>"}],"settings":{}}' AS json) one`;
    await sql`
      INSERT INTO templates (id, tenant_id, name, name_folded, content_id, content_by, content_at, version, created_at, updated_at)
      SELECT '01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), ${first}::int + n % ${tenants}::int,
        'template ' || n, 'TEMPLATE ' || n, n + 1, 'user:ada', ${now}, 1, ${now}, ${now}
      FROM generate_series(${from}::int, ${to}::int) n`;
  }
  await sql.unsafe('VACUUM ANALYZE tenants, contents, templates');
  const wanted = Array.from({ length: Math.min(tenants, ACTIVE_TENANTS) }, (_, index) => seededTenant(index));
  return await Promise.all(
    wanted.map(async (slug) => {
      const rows = await sql`
        SELECT id FROM templates WHERE tenant_id = (SELECT id FROM tenants WHERE slug = ${slug} AND project_id = ${project})`;
      return rows.map(({ id }: { id: string }) => id);
    }),
  );
}
