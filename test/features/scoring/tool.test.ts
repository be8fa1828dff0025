import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());

const SHOUTING = {
  blocks: [
    { id: 'a', type: 'image', src: 'https://orchard.example/a.png', linkUrl: 'https://orchard.example/' },
    {
      id: 'b',
      type: 'paragraph',
      content: '<p style="font-family:Lobster">Hello <span style="color:#aaaaaa">there</span></p>',
    },
    { id: 'c', type: 'section', columns: '2', children: [[], []] },
  ],
  settings: { width: 900 },
};

test('rates content that was not saved', async () => {
  const { data } = await connect(app).call('score-template', {
    content: SHOUTING,
    subject: 'FREE MONEY NOW!!!',
  });
  expect(Object.keys(data.categories)).toEqual(['spam', 'readability', 'accessibility', 'bestPractices']);
  const ids = Object.values<{ findings: { id: string }[] }>(data.categories).flatMap(({ findings }) =>
    findings.map(({ id }) => id),
  );
  for (const id of [
    'a11y.linked-img-no-alt:a:1',
    'best.structure:c:1',
    'best.width:mail:1',
    'best.web-font:b:1',
  ]) {
    expect(ids).toContain(id);
  }
});

test('returns the areas and the number of findings that were asked for, worst first', async () => {
  const args = { content: SHOUTING, areas: ['bestPractices', 'accessibility'] };
  const all = (await connect(app).call('score-template', args)).data;
  const few = (await connect(app).call('score-template', { ...args, max_findings: 2 })).data;
  const count = (of: typeof all) =>
    Object.values<{ findings: unknown[] }>(of.categories).reduce(
      (sum, { findings }) => sum + findings.length,
      0,
    );
  expect(Object.keys(few.categories)).toEqual(['accessibility', 'bestPractices']);
  expect([count(few), few.findings_omitted]).toEqual([2, count(all) - 2]);
  expect(few.score).toBe(all.score);
  const severities = few.categories.accessibility.findings.map(
    (finding: { severity: string }) => finding.severity,
  );
  expect(severities).toEqual(severities.map(() => 'high'));
  expect(
    (await connect(app).call('score-template', { ...args, max_findings: 0 })).data.findings_omitted,
  ).toBe(count(all));
});

test('applies all fixes in one call of update-template', async () => {
  const client = connect(app);
  const { id: template_id } = (await client.call('create-template', { content: SHOUTING })).data;
  const before = (await client.call('score-template', { template_id, fixes: 'together' })).data;
  expect(JSON.stringify(before.categories)).not.toContain('"fix"');
  const updated = await client.call('update-template', { template_id, operations: before.fixes });
  expect([updated.text, updated.isError]).toEqual([updated.text, false]);
  const after = (await client.call('score-template', { template_id })).data;
  expect(after.score).toBeGreaterThan(before.score);
  expect(JSON.stringify(after)).not.toContain('"fix"');
  expect(
    (await client.call('score-template', { template_id, fixes: 'together' })).data.fixes,
  ).toBeUndefined();
});

test('names blocks by their short ids, which update-template takes in the fixes', async () => {
  const client = connect(app);
  const blocks = SHOUTING.blocks.map(({ id: _id, ...block }) => block);
  const { id: template_id } = (await client.call('create-template', { content: { ...SHOUTING, blocks } }))
    .data;
  const { data } = await client.call('score-template', { template_id });
  const areas = Object.values<{ findings: { id: string; blockId: string | null; fix?: object[] }[] }>(
    data.categories,
  );
  const found = areas.flatMap(({ findings }) => findings).filter(({ blockId }) => blockId !== null);
  for (const { id, blockId } of found) {
    expect(blockId).toMatch(/^[0-9a-f]{6}$/);
    expect(id).toContain(`:${blockId}:`);
  }
  const operations = found.flatMap(({ fix }) => fix ?? []);
  expect(operations.length).toBeGreaterThan(0);
  expect(JSON.stringify(data)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  const updated = await client.call('update-template', { template_id, operations });
  expect([updated.text, updated.isError]).toEqual([updated.text, false]);
});

test('measures more of a rendered mail', async () => {
  const args = { content: SHOUTING, areas: ['bestPractices'] };
  const rules = (data: { categories: { bestPractices: { not_measured?: { rules: string[] }[] } } }) =>
    data.categories.bestPractices.not_measured?.flatMap((entry) => entry.rules) ?? [];
  expect(rules((await connect(app).call('score-template', args)).data)).toContain('best.style-size');
  expect(rules((await connect(app).call('score-template', { ...args, render: true })).data)).not.toContain(
    'best.style-size',
  );
});

test('refuses what it cannot rate', async () => {
  const client = connect(app);
  for (const [args, words] of [
    [{}, 'template_id is required'],
    [{ template_id: '00000000-0000-7000-8000-000000000000' }, 'Template not found.'],
    [{ content: { blocks: [{ type: 'tabs' }] } }, 'tabs'],
    [{ content: SHOUTING, max_findings: -1 }, 'max_findings'],
    [{ content: SHOUTING, merge_tags: [] }, 'merge_tags'],
  ] as const) {
    const { isError, text } = await client.call('score-template', args);
    expect([isError, text.includes(words), text]).toEqual([true, true, text]);
  }
});
