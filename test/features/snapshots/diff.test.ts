import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { type Answer, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeEach(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  id = await create(smallContent('One old word'));
});
afterEach(() => app.stop());

async function create(content: unknown): Promise<string> {
  return (await tenant.request('POST', '/templates', { body: { content } })).body.data.id;
}
async function snapshot(template = id, body: object = {}): Promise<string> {
  return (await tenant.request('POST', `/templates/${template}/snapshots`, { body })).body.data.id;
}
const write = (content: unknown) => tenant.request('PUT', `/templates/${id}`, { body: { content } });
const diff = (query: Record<string, string>, template = id): Promise<Answer> =>
  tenant.request('GET', `/templates/${template}/diff?${new URLSearchParams(query)}`);

test('a snapshot against the present content, in full', async () => {
  const at = new Date(app.clock.now()).toISOString();
  const from = await snapshot(id, { label: 'Before' });
  app.clock.advance(1000);
  const content = smallContent('One new word');
  await write({ ...content, settings: { ...content.settings, width: 640 } });
  const answer = await diff({ from });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    data: {
      template_id: id,
      from: { id: from, at, label: 'Before', is_autosave: false },
      to: { id: 'now', at: new Date(app.clock.now()).toISOString(), version: 2 },
      summary: { added: 0, removed: 0, moved: 0, changed: 1, settings: 1 },
      blocks: [
        {
          change: 'changed',
          id: 'b1',
          type: 'paragraph',
          outline: 'b1 paragraph "One new word"',
          place: { index: 0 },
          fields: [
            {
              path: 'content',
              before: '<p>One old word</p>',
              after: '<p>One new word</p>',
              runs: [
                { kind: 'equal', text: 'One ', html: 'One ' },
                { kind: 'deleted', text: 'old', html: 'old' },
                { kind: 'inserted', text: 'new', html: 'new' },
                { kind: 'equal', text: ' word', html: ' word' },
              ],
            },
          ],
        },
      ],
      settings: [{ path: 'width', before: 600, after: 640 }],
      operations: [
        { op: 'update_settings', fields: { width: 640 } },
        { op: 'update', id: 'b1', fields: { content: '<p>One new word</p>' } },
      ],
    },
  });
});

test('as a few lines, between any two states, in both directions', async () => {
  const one = await snapshot();
  await write(smallContent('One new word'));
  const two = await snapshot();
  await write(smallContent('Three'));
  const line = async (query: Record<string, string>) =>
    (await diff({ ...query, answer: 'compact' })).body.data.diff.split('\n')[1];
  expect(await line({ from: one, to: two })).toBe('~ b1 paragraph: "One [-old-][+new+] word"');
  expect(await line({ from: two, to: one })).toBe('~ b1 paragraph: "One [-new-][+old+] word"');
  expect(await line({ from: 'now', to: one })).toBe('~ b1 paragraph: "[-Three-][+One old word+]"');
  expect(await line({ from: one, to: 'now' })).toBe(await line({ from: one }));
  const { data } = (await diff({ from: one, to: two, answer: 'compact' })).body;
  expect(Object.keys(data)).toEqual(['template_id', 'from', 'to', 'summary', 'diff']);
});

test('between versions, present ones and those of renames too', async () => {
  await write(smallContent('One new word'));
  await tenant.request('PUT', `/templates/${id}`, { body: { name: 'Renamed' } });
  await write(smallContent('Three'));
  const line = async (query: Record<string, string>) =>
    (await diff({ ...query, answer: 'compact' })).body.data.diff.split('\n')[1];
  expect(await line({ from: '1', to: '2' })).toBe('~ b1 paragraph: "One [-old-][+new+] word"');
  expect(await line({ from: '2', to: '3' })).toBeUndefined();
  expect(await line({ from: '3', to: '4' })).toBe('~ b1 paragraph: "[-One new word-][+Three+]"');
  expect((await diff({ from: '1', to: '4' })).body.data.to).toMatchObject({ id: 'now', version: 4 });
  expect((await diff({ from: '2', to: '4' })).body.data.from).toMatchObject({ id: '2', version: 2 });
  for (const from of ['0', '5', '999999999999999']) expectError(await diff({ from }), 404, 'not_found');
});

test('equal contents differ in nothing, whatever they hold', async () => {
  const from = await snapshot();
  const { data } = (await diff({ from })).body;
  expect(data).toMatchObject({
    summary: { added: 0, removed: 0, moved: 0, changed: 0, settings: 0 },
    blocks: [],
    settings: [],
    operations: [],
  });
  expect((await diff({ from, answer: 'compact' })).body.data.diff).toBe('No differences.');
});

test('its operations, sent to PUT, lead from the one to the other: newer blocks and fields too', async () => {
  const from = sampleContent(3, 20_000);
  const to = sampleContent(3, 24_000) as { blocks: Record<string, unknown>[] };
  to.blocks.push({ id: 'new', type: 'carousel', slides: [{ image: null }] });
  to.blocks.splice(2, 0, to.blocks.splice(7, 1)[0] as Record<string, unknown>);
  Object.assign(to.blocks[0] as object, { glow: { size: 3, color: null } });
  const first = await snapshot(id, { content: from });
  const second = await snapshot(id, { content: to });
  const { operations } = (await diff({ from: first, to: second })).body.data;
  await write(from);
  const answer = await tenant.request('PUT', `/templates/${id}`, { body: { operations } });
  expect([answer.status, answer.body.data.content]).toEqual([200, to]);
});

test('when no operations lead there, it says why and the rest is there', async () => {
  const from = await snapshot();
  await write({ ...smallContent('x'), theme: { dark: true } });
  const { data } = (await diff({ from })).body;
  expect(data.operations).toBeNull();
  expect(data.operations_missing).toStartWith('Operations cannot express it');
  expect(data.others).toEqual([{ path: 'theme', after: { dark: true } }]);
  expect(data.summary.changed).toBe(1);
});

test('large contents are compared in a process of their own, with the same outcome', async () => {
  const from = await snapshot(id, { content: sampleContent(1, 300_000) });
  const [first, ...others] = sampleContent(1, 300_000).blocks;
  const large = { ...sampleContent(1, 300_000), blocks: [...others, first] };
  const to = await snapshot(id, { content: large });
  const { data } = (await diff({ from, to })).body;
  expect(data.summary).toEqual({ added: 0, removed: 0, moved: 1, changed: 0, settings: 0 });
  expect(data.operations).toEqual([{ op: 'move', id: first?.id, after: others.at(-1)?.id }]);
  const text = (await diff({ from, to, answer: 'compact' })).body.data.diff;
  expect(text).toMatch(/^1 moved:\n> \w{6} title .* \(at 0 -> at \d+\)$/);
});

test('text of templates is never markup in what is to be shown', async () => {
  const from = await snapshot();
  await write(smallContent('<img src=x onerror=alert(1)><script>y</script> &lt;b&gt;'));
  const { data } = (await diff({ from })).body;
  const html = data.blocks[0].fields[0].runs.map((run: { html: string }) => run.html).join('');
  expect(html).not.toMatch(/[<>]/);
  expect(html).toContain('&#60;b&#62;');
});

describe('refused', () => {
  test('without saying from what', async () => {
    const answer = await diff({});
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual(['from']);
  });

  test('another form of answer', async () => {
    expectError(await diff({ from: 'now', answer: 'short' }), 422, 'validation_failed');
  });

  test('what is not there, or belongs to another template or tenant; nothing of it shows', async () => {
    const mine = await snapshot();
    const otherTemplate = await create(smallContent('CANARY'));
    const ofOtherTemplate = await snapshot(otherTemplate);
    const neighbour = await app.openTenant('neighbour');
    const theirs = (
      await neighbour.request('POST', '/templates', { body: { content: smallContent('CANARY') } })
    ).body.data.id;
    const ofNeighbour = (await neighbour.request('POST', `/templates/${theirs}/snapshots`)).body.data.id;
    const dump = await dumpDatabase(app);
    for (const strange of [
      ofOtherTemplate,
      ofNeighbour,
      'x',
      '',
      'NOW',
      '00000000-0000-7000-8000-000000000000',
    ]) {
      for (const query of [{ from: strange }, { from: mine, to: strange }, { from: strange, to: strange }]) {
        const answer = await diff(query);
        expectError(answer, 404, 'not_found');
        expect([answer.body.message, answer.text.includes('CANARY')]).toEqual(['Snapshot not found.', false]);
      }
    }
    for (const template of [theirs, 'x']) {
      const answer = await diff({ from: 'now' }, template);
      expectError(answer, 404, 'not_found');
      expect(answer.body.message).toBe('Template not found.');
    }
    expect(await dumpDatabase(app)).toBe(dump);
  });
});

test('reading a snapshot, the same text is an option; content comes only if it is asked for', async () => {
  const from = await snapshot();
  await write(smallContent('One new word'));
  for (const spelling of ['snapshots', 'versions']) {
    const get = async (query: string) =>
      (await tenant.request('GET', `/templates/${id}/${spelling}/${from}${query}`)).body.data;
    const { diff: text, content } = await get('?diff_with=now');
    expect([text, content]).toEqual(['1 changed:\n~ b1 paragraph: "One [-old-][+new+] word"', undefined]);
    expect(Object.keys(await get('?diff_with=now&format=full'))).toContain('content');
    expect(await get('')).not.toHaveProperty('diff');
  }
});
