import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { stopwatch } from '../../src/platform/clock.ts';
import { fetchOnce, type OpenTenant, openTenant } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import { median } from './measure.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

const LARGE = 100_000;
const SMALL = 1_000;

const TENANT = 'search';
const WARM_UPS = 50;
const ROUNDS = 300;

/** Most time with many templates, as a multiple of that with few. */
const ALLOWED_GROWTH = 2;

/** Templates have `common`, every hundredth one `hundredth`, and ten of each tenant `tenth`. */
const QUERIES: readonly (readonly [what: string, query: string])[] = [
  ['a word of every template', 'search=common'],
  ['a word of every template, by date of change', 'search=common&sort=updated'],
  ['a word of every template, by name', 'search=common&sort=name_asc'],
  ['a word of every hundredth template', 'search=hundredth'],
  ['a word of every hundredth template, by date of change', 'search=hundredth&sort=updated'],
  ['a word of ten templates', 'search=tenth'],
  ['a word of ten templates, by name', 'search=tenth&sort=name_asc'],
  ['the beginning of a word', 'search=comm'],
  ['two words', 'search=common%20tenth'],
  ['part of a name', 'search=ewslett'],
  ['no match', 'search=absent'],
];

interface SearchedTenant extends OpenTenant {
  server: RunningServer;
}

/** Time of the first page of searches in a large tenant, compared with a small one. */
export const searchFigure: Figure = {
  name: 'search',
  async measure() {
    const directory = makeDirectory();
    const tenants: SearchedTenant[] = [];
    try {
      for (const templates of [LARGE, SMALL])
        tenants.push(await startTenant(`${directory}/${templates}`, templates));
      const [large, small] = tenants as [SearchedTenant, SearchedTenant];
      const outcomes: Outcome[] = [];
      for (const [what, query] of QUERIES) outcomes.push(await compareSearches(what, query, large, small));
      return outcomes;
    } finally {
      for (const { server } of tenants) await server.stop();
      removeDirectory(directory);
    }
  },
};

async function startTenant(directory: string, templates: number): Promise<SearchedTenant> {
  const first = initializeData(directory);
  seedTexts(directory, first.project_id, templates);
  const server = await startGalley(directory, first);
  const searched = { server, ...(await openTenant(server, TENANT)) };
  // Waits until the index is built: searches find only names before and report that.
  while ((await search(searched, 'search=common')).includes('"search_incomplete":true')) await Bun.sleep(500);
  return searched;
}

function seedTexts(directory: string, projectId: string, count: number): void {
  const sqlite = new Database(join(directory, 'galley.db'), { strict: true });
  const insertTenant = sqlite.query<{ id: number }, [string, string, number, number]>(
    'INSERT INTO tenants (project_id, slug, template_count, created_at) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const insertContent = sqlite.query('INSERT INTO contents (id, tenant_id, hash, json) VALUES (?, ?, ?, ?)');
  const insertTemplate = sqlite.query(
    `INSERT INTO templates (id, tenant_id, name, name_folded, content_id, content_by, content_at, version, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, 'user:ada', ?6, 1, ?6, ?7)`,
  );
  sqlite.run('PRAGMA synchronous = OFF');
  sqlite.transaction(() => {
    const start = Date.now() - count * 1000;
    const tenantId = insertTenant.get(projectId, TENANT, count, start)?.id as number;
    for (let index = 0; index < count; index += 1) {
      const json = JSON.stringify({ blocks: blocksOf(index, count), settings: {} });
      insertContent.run(index + 1, tenantId, new Bun.CryptoHasher('sha256').update(json).digest(), json);
      const name = `Newsletter ${index}`;
      // In another order than that of the ids.
      const changedAt = start + ((index * 7919) % count) * 1000;
      insertTemplate.run(Bun.randomUUIDv7(), tenantId, name, name.toUpperCase(), index + 1, start, changedAt);
    }
  })();
  sqlite.close();
}

function blocksOf(index: number, count: number) {
  const words = Array.from({ length: 30 }, (_, place) => `w${(index * 31 + place * place * 17) % 5000}`);
  if (index % 100 === 7) words.push('hundredth');
  if (index % (count / 10) === 11) words.push('tenth');
  const url = `https://shop${index % 50}.example.com/sale`;
  return [
    { id: 'title', type: 'title', content: `A common title ${index}` },
    { id: 'text', type: 'paragraph', content: `<p>${words.join(' ')}</p>` },
    { id: 'button', type: 'button', text: 'Open', url },
  ];
}

const search = ({ server, token, templates }: SearchedTenant, query: string): Promise<string> =>
  fetchOnce(server, { method: 'GET', path: `${templates}?${query}`, token });

async function compareSearches(
  what: string,
  query: string,
  large: SearchedTenant,
  small: SearchedTenant,
): Promise<Outcome> {
  const times = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const pair = { large: await timeSearch(large, query), small: await timeSearch(small, query) };
    if (round < WARM_UPS) continue;
    times.large.push(pair.large);
    times.small.push(pair.small);
  }
  return {
    figure: `search ${LARGE} templates, ${what}, p50`,
    unit: 'µs/request',
    galley: median(times.large) * 1000,
    baseline: median(times.small) * 1000,
    target: { atMost: ALLOWED_GROWTH },
    generatorLoad: null,
  };
}

/** The milliseconds of one request. */
async function timeSearch(tenant: SearchedTenant, query: string): Promise<number> {
  const elapsed = stopwatch();
  await search(tenant, query);
  return elapsed();
}
