import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, spyOn } from 'bun:test';
import { sql } from 'drizzle-orm';
// Plans as the embedded engine tells them.
import { sqliteTest as test } from '../../support/engine.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember, signInOperator } from '../members/people.ts';

/** Tables that grow with templates and with what people and agents do. */
const BIG = [
  ...['templates', 'contents', 'snapshots', 'comments', 'proposals', 'media_files', 'search_index'],
  ...['activities', 'tool_calls', 'admin_actions'],
];

const prepared = spyOn(Database.prototype, 'prepare');

let app: TestApp;
let viewer: Browser;
let operator: Browser;
let templateId: string;
beforeAll(async () => {
  app = await createTestApp();
  for (const slug of ['acme', 'globex']) {
    const tenant = await app.openTenant(slug);
    const body = { name: `Hello ${slug}`, content: smallContent() };
    const { data } = (await tenant.request('POST', '/templates', { body })).body;
    templateId = slug === 'acme' ? data.id : templateId;
  }
  viewer = await signInMember(app, app.first.team_id as string, 'viewer');
  operator = await signInOperator(app);
});
afterAll(async () => {
  await app.stop();
  prepared.mockRestore();
});

/** Makes tenants count as large, as if they had this many templates. */
const countTemplates = (count: number) =>
  app.deps.db.transaction((db) => db.run(sql`UPDATE tenants SET template_count = ${count}`));

/** The answer to a request below /api/v1/admin and the plans of its queries. */
async function readWithPlans(browser: Browser, path: string) {
  const before = prepared.mock.calls.length;
  const filled = path
    .replace('TENANT', 'PROJECT/tenants/acme')
    .replace('PROJECT', 'projects/ID')
    .replace('ID', String(app.first.project_id))
    .replace('TEMPLATE', templateId);
  const { status, body } = await browser.send('GET', `/api/v1/admin/${filled}`);
  expect([path, status]).toEqual([path, 200]);
  const queries = [];
  for (const [statement] of prepared.mock.calls.slice(before)) {
    const text = String(statement);
    if (!/^\s*(select|with)\b/i.test(text)) continue;
    // Not by the reader, which an EXPLAIN leaves in an old state of the database.
    const steps = await app.deps.db.transaction((db) =>
      db.all<{ detail: string }>(sql.raw(`EXPLAIN QUERY PLAN ${text}`)),
    );
    queries.push({ text, plan: steps.map(({ detail }) => detail) });
  }
  return { body, queries };
}

/** Steps that read all of a big table, or sort what they read of it. Walking it in its order up to a limit is neither. */
function findScans({ text, plan }: { text: string; plan: string[] }): string[] {
  const reads = (kind: string) => new RegExp(`^(${kind}) (${BIG.join('|')})\\b`);
  const sorts = plan.some((step) => reads('SCAN|SEARCH').test(step))
    ? plan.filter((step) => step.includes('TEMP B-TREE'))
    : [];
  const isWalk = /\blimit \+\?/i.test(text) && sorts.length === 0;
  return isWalk ? [] : [...plan.filter((step) => reads('SCAN').test(step)), ...sorts];
}

const OF_PEOPLE = [
  ...['overview', 'daily-usage', 'project-counts', 'projects', 'teams', 'me', 'keys', 'grants'],
  ...['PROJECT/tenants', 'PROJECT/tenants?search=ac', 'TENANT'],
  ...['templates', 'templates?search=hello', 'templates?archived=true', 'templates?project_id=ID'],
  ...['activity?project_id=ID', 'activity?project_id=ID&tenant=acme', 'actions?project_id=ID'],
  ...['tool-calls?project_id=ID', 'tool-calls?project_id=ID&tenant=acme'],
  ...['TENANT/templates', 'TENANT/templates/TEMPLATE', 'TENANT/templates/TEMPLATE/snapshots'],
  ...['TENANT/templates/TEMPLATE/activity', 'TENANT/activity', 'TENANT/media/browse'],
];
const OF_OPERATORS = ['activity', 'actions', 'tool-calls', 'PROJECT/deleted-tenants'];

describe('queries of the dashboard', () => {
  test('read few templates by the index of their tenants, many by age, and find the same', async () => {
    const paths = ['templates?project_id=ID', 'templates?tenant=acme', 'templates?search=HELLO%20g'];
    const lastPlan = ({ queries }: Awaited<ReturnType<typeof readWithPlans>>) =>
      queries.at(-1)?.plan.join('\n');
    const few = [];
    for (const path of paths) few.push(await readWithPlans(operator, path));
    await countTemplates(100_000);
    for (const [index, path] of paths.entries()) {
      const many = await readWithPlans(operator, path);
      expect(many.body.data.length).toBeGreaterThan(0);
      expect(few[index]?.body.data).toEqual(many.body.data);
      expect(lastPlan(many)).toContain('SCAN templates USING INDEX sqlite_autoindex_templates_1');
    }
    for (const each of few)
      expect(lastPlan(each)).toMatch(/INDEX templates_list\w* \(tenant_id=\? AND <expr>=\?\)/);
  });

  test.each([
    ['a member of a team', () => viewer, OF_PEOPLE],
    ['an operator', () => operator, [...OF_PEOPLE, ...OF_OPERATORS]],
  ] as const)('of %s neither scan nor sort a table that grows', async (_, person, paths) => {
    await countTemplates(100_000);
    const found: unknown[] = [];
    for (const path of paths) {
      for (const query of (await readWithPlans(person(), path)).queries)
        found.push(...findScans(query).map((step) => [path, step, query.text]));
    }
    expect(found).toEqual([]);
  });
});
