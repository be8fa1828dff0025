import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { connect, UNLIMITED_CALLS } from '../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Filled, fillDatabase } from './fill-postgres.ts';

setDefaultTimeout(120_000);
const isInstalled = isAvailable('PostgreSQL');

/** Tables that grow with what customers do. */
const BIG = new Set([
  ...[
    'tenants',
    'templates',
    'contents',
    'snapshots',
    'comments',
    'comment_totals',
    'tagged_templates',
    'template_tags',
  ],
  ...[
    'media_files',
    'media_blobs',
    'search_entries',
    'search_texts',
    'search_index',
    'activities',
    'tool_calls',
  ],
  ...['api_keys', 'content_media'],
]);

/** So often that PostgreSQL has to choose between plans for the given values and one for all. */
const TIMES = 7;

/** A step of a plan, as `EXPLAIN (ANALYZE, FORMAT JSON)` writes it. */
interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Step[];
}

interface Plan {
  /** Of the statement. */
  text: string;
  steps: Step[];
}

const allSteps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(allSteps)];

/** Rows that a step has read from its table. */
const rowsOf = (step: Step) =>
  step['Actual Loops'] *
  (step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0));

describe.skipIf(!isInstalled)('on a filled database of PostgreSQL', () => {
  let server: PostgresServer;
  let admin: SQL;
  let app: TestApp;
  let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
  let filled: Filled;
  let log = '';

  beforeAll(async () => {
    server = await startPostgres();
    admin = new SQL(server.url, { max: 1 });
    await admin.unsafe('CREATE DATABASE galley');
    const settings = {
      ...UNLIMITED_CALLS,
      database_url: server.url.replace(/postgres$/, 'galley'),
      database_pool: 1,
    };
    const before = await createTestApp(settings);
    filled = await fillDatabase(before, settings.database_url);
    await before.stop();
    await tellPlans();
    app = await createTestApp(settings, {}, before.first);
  });
  afterAll(async () => {
    await app?.stop();
    await admin?.close();
    await server?.stop();
  });

  /** From now on the server writes the plan of each statement of new sessions to its log. */
  async function tellPlans(): Promise<void> {
    await admin.unsafe("LOAD 'auto_explain'");
    for (const setting of [
      "session_preload_libraries = 'auto_explain'",
      'auto_explain.log_min_duration = 0',
      'auto_explain.log_analyze = on',
      'auto_explain.log_timing = off',
      "auto_explain.log_format = 'json'",
    ])
      await admin.unsafe(`ALTER DATABASE galley SET ${setting}`);
    const [{ folder }] = await admin.unsafe("SELECT current_setting('data_directory') AS folder");
    log = join(folder, '..', 'log');
  }

  /** The plans of the statements of some work. */
  async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
    const start = readFileSync(log).length;
    await work();
    await untilIdle();
    const lines = readFileSync(log).subarray(start).toString();
    return [...lines.matchAll(/plan:\n((?:\t.*\n)+)/g)].map(([, json]) => {
      const { 'Query Text': text, Plan } = JSON.parse((json as string).replace(/\n\t/g, '\n'));
      return { text, steps: allSteps(Plan) };
    });
  }

  /** A plan is written before its session is idle. */
  async function untilIdle(): Promise<void> {
    for (;;) {
      const [{ busy }] = await admin.unsafe(
        "SELECT count(*)::int AS busy FROM pg_stat_activity WHERE datname = 'galley' AND state <> 'idle'",
      );
      if (busy === 0) return;
      await Bun.sleep(5);
    }
  }

  /** Statements that scan a large table, or read more rows of large tables than `most`. */
  function findSlow(plans: readonly Plan[], most: number): unknown[] {
    return plans.flatMap(({ text, steps }) => {
      const reads = steps.filter((step) => BIG.has(step['Relation Name'] ?? ''));
      const scans = reads.filter((step) => step['Node Type'].endsWith('Seq Scan'));
      const rows = reads.reduce((sum, step) => sum + rowsOf(step), 0);
      const of = reads.map((step) => `${step['Node Type']} ${step['Relation Name']} ${rowsOf(step)}`);
      return scans.length > 0 || rows > most ? [{ text, of }] : [];
    });
  }

  async function repeat(work: () => Promise<unknown>): Promise<Plan[]> {
    const plans = [];
    for (let time = 0; time < TIMES; time += 1) plans.push(...(await plansOf(work)));
    expect(plans.length).toBeGreaterThan(0);
    return plans;
  }

  const get = (path: string) => async () => {
    const filledIn = path.replace('/ID', `/${filled.templateId}`).replace('=FOLDER', `=${filled.folderId}`);
    const answer = await tenant.request('GET', filledIn);
    expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)]);
    return answer.body;
  };

  // First, because the service remembers keys and tenants.
  test('tokens, keys and tenants are found by indexes', async () => {
    const first = async () => {
      tenant = await app.openTenant();
      await get('/config')();
      await connect(app).get('get-template', { template_id: filled.templateId });
    };
    const plans = await plansOf(first);
    const read = plans.flatMap(({ steps }) => steps.map((step) => step['Relation Name']));
    expect(read).toEqual(expect.arrayContaining(['tenants', 'api_keys', 'templates']));
    expect(findSlow(plans, 5)).toEqual([]);
  });

  const ORDERS = [
    'newest',
    'oldest',
    'updated',
    'name_asc',
    'name_desc',
    'score_desc',
    'score_asc',
    'exported',
  ];
  test.each([
    ...ORDERS.map((order) => [`/templates?sort=${order}`, 60]),
    ['/templates?archived=all&sort=name_asc', 60],
    // Few have the tag, many have the other.
    ['/templates?tag=rare', 100],
    ['/templates?tag=frequent', 800],
    ['/templates?author=ada', 1_000],
    ['/templates?search=needle', 300],
    ['/templates/ID', 5],
    ['/templates/ID/snapshots', 200],
    ['/templates/ID/comments', 200],
    ['/templates/ID/activity', 200],
    ['/activity', 200],
    ['/config', 50],
    ...['', '?sort=name_asc', '?folder_id=FOLDER', '?category=images', '?folder_id=FOLDER&sort=name_asc'].map(
      (query) => [`/media/browse${query}`, 200],
    ),
  ] as [string, number][])('GET %s reads at most %d rows a statement', async (path, most) => {
    expect(findSlow(await repeat(get(path)), most)).toEqual([]);
  });

  test.each(ORDERS)('the next page of the list by %s starts where the one before ended', async (sort) => {
    let cursor = (await get(`/templates?sort=${sort}`)()).meta.next_cursor;
    const next = async () => {
      const { data, meta } = await get(`/templates?sort=${sort}&cursor=${encodeURIComponent(cursor)}`)();
      expect(data.length).toBe(25);
      cursor = meta.next_cursor;
    };
    expect(findSlow(await repeat(next), 60)).toEqual([]);
  });

  test('a change of a template reads few rows', async () => {
    let number = 0;
    const change = async () => {
      number += 1;
      const body = { name: `Changed ${number}` };
      expect((await tenant.request('PUT', `/templates/${filled.templateId}`, { body })).status).toBe(200);
    };
    expect(findSlow(await repeat(change), 200)).toEqual([]);
  });
});
