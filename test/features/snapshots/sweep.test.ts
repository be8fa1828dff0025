import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sweepSnapshots } from '../../../src/features/snapshots/sweep-snapshots.ts';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { readRows } from '../../support/read-rows.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

test('old automatic snapshots go; manual ones, the present content and young ones stay', async () => {
  // The clock goes on past the end of tokens.
  const request: Awaited<ReturnType<TestApp['openTenant']>>['request'] = async (...call) =>
    (await app.openTenant('acme')).request(...call);
  const { id } = (await request('POST', '/templates', { body: { content: smallContent('0') } })).body.data;
  const save = async (text: string) => {
    // Of those of one hour, thinning keeps one.
    app.clock.advance(2 * HOUR_MS);
    await request('PUT', `/templates/${id}`, { body: { content: smallContent(text) } });
  };
  const list = async () =>
    (await readRows(app, `SELECT id FROM snapshots WHERE template_id = '${id}'`)).length;
  await save('1');
  await save('2');
  await request('POST', `/templates/${id}/snapshots`, { body: { label: 'Kept' } });
  await save('3');
  app.clock.advance(2 * DAY_MS);
  await save('4');
  expect(await list()).toBe(5);
  expect(await sweepSnapshots(app.deps, 0)).toBe(0);
  expect(await sweepSnapshots(app.deps, 3)).toBe(0);
  expect(await sweepSnapshots(app.deps, 1)).toBe(3);
  expect(await list()).toBe(2);
  expect((await request('GET', `/templates/${id}`)).body.data.content.blocks[0].content).toBe('<p>4</p>');
  expect(await sweepSnapshots(app.deps, 1)).toBe(0);
});
