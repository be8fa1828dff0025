import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import {
  askGalley,
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  startServer,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const COUNT = 5_000;

let place: TestDirectory;
let credentials: Credentials;
beforeAll(async () => {
  ({ place, first: credentials } = await createInitializedDirectory());
});
afterAll(() => place?.remove());

function withDatabase<T>(use: (database: Database) => T): T {
  const database = new Database(join(place.data, 'galley.db'));
  database.run('PRAGMA busy_timeout = 5000');
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const countPending = () =>
  withDatabase(
    (database) =>
      database
        .query<{ count: number }, []>('SELECT count(*) AS count FROM search_entries WHERE is_pending = 1')
        .get()?.count ?? 0,
  );

test('kills while the search index is being built do not lose or spoil any of it', async () => {
  const first = await startServer(place);
  const tenant = await openTenant(first.url, credentials);
  const { body } = await tenant.call('POST', '/templates', {
    body: {
      name: 'Original',
      content: { blocks: [{ type: 'paragraph', content: 'jackfruit' }], settings: {} },
    },
  });
  expect(await first.stop()).toBe(0);
  withDatabase((database) =>
    database.run(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${COUNT})
      INSERT INTO templates (id, tenant_id, name, name_folded, content_id, content_by, content_at, version, created_at, updated_at)
      SELECT printf('copy%07d', n), tenant_id, 'copy ' || n, 'COPY ' || n, content_id, content_by, content_at, 1, created_at, updated_at
      FROM templates, numbers WHERE templates.id = ?`,
      [body.data.id],
    ),
  );
  withDatabase((database) => database.run('UPDATE tenants SET template_count = template_count + ?', [COUNT]));
  let pending = countPending();
  for (let kills = 0; kills < 3; kills += 1) {
    const server = await startServer(place);
    const before = pending;
    await waitFor('progress of the index', () => countPending() < before);
    await server.kill();
    pending = countPending();
    expect(pending).toBeGreaterThan(0);
  }
  const server = await startServer(place);
  await waitFor('the end of the index', () => countPending() === 0);
  const again = await openTenant(server.url, credentials);
  const found = await again.call('GET', `/templates?${new URLSearchParams({ search: `copy ${COUNT}` })}`);
  expect(found.body.data).toMatchObject([{ name: `copy ${COUNT}` }]);
  expect(found.body.meta.search_incomplete).toBeUndefined();
  expect(await server.stop()).toBe(0);
  const { faults } = await askGalley(place, 'check');
  expect(faults).toEqual([]);
});
