import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { writePdf } from '../media/library.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeEach(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  id = await create('Start');
});
afterEach(() => app.stop());

async function create(text: string): Promise<string> {
  return (await tenant.request('POST', '/templates', { body: { content: smallContent(text) } })).body.data.id;
}
const save = (text: string, body: object = {}) =>
  tenant.request('POST', `/templates/${id}/snapshots`, { body: { content: smallContent(text), ...body } });
const keep = (text: string | number) => save(`${text}`, { label: `No. ${text}` });
const remove = (snapshot: string, template = id, spelling = 'snapshots') =>
  tenant.request('DELETE', `/templates/${template}/${spelling}/${snapshot}`);
const readStorage = async () => (await tenant.request('GET', '/config')).body.data.storage;

describe('deleting a snapshot', () => {
  test('takes it out of the history, in both spellings; its content goes with the last that has it', async () => {
    const [a, b] = [(await keep('a')).body.data.id, (await save('b')).body.data.id];
    for (const [snapshot, spelling] of [
      [a, 'snapshots'],
      [b, 'versions'],
    ]) {
      const answer = await remove(snapshot, id, spelling);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(app.events.at(-1)).toEqual({
        type: 'snapshot.deleted',
        payload: { templateId: id, snapshotId: snapshot },
      });
      expectError(await remove(snapshot, id, spelling), 404, 'not_found');
    }
    expect((await tenant.request('GET', `/templates/${id}/snapshots`)).body.data).toEqual([]);
    expect(await countRows(app, 'contents')).toBe(1);
    const { data } = (await tenant.request('GET', '/activity')).body;
    const entries = data
      .filter(({ subject_id }: { subject_id: string }) => subject_id === a)
      .map(({ type, summary }: { type: string; summary: string | null }) => [type, summary]);
    expect(entries).toEqual([
      ['snapshot.deleted', null],
      ['snapshot.created', null],
    ]);
    for (const path of [`snapshots/${a}`, `diff?from=${a}`]) {
      expect((await tenant.request('GET', `/templates/${id}/${path}`)).body.message).toBe(
        'Snapshot not found.',
      );
    }
    expectError(await tenant.request('POST', `/templates/${id}/snapshots/${a}/restore`), 404, 'not_found');
  });

  test('leaves the template that has the same content', async () => {
    const body = { label: 'as it is' };
    const present = (await tenant.request('POST', `/templates/${id}/snapshots`, { body })).body.data.id;
    await remove(present);
    const { data } = (await tenant.request('GET', `/templates/${id}`)).body;
    expect(data.content.blocks[0].content).toBe('<p>Start</p>');
    expect(await readStorage()).toMatchObject({ snapshot_bytes: 0 });
  });

  test('of another template or tenant, or of no template, is not found', async () => {
    const other = await create('Other');
    const mine = (await keep(1)).body.data.id;
    const neighbor = await app.openTenant('neighbor');
    const dump = await dumpDatabase(app);
    expect((await remove(mine, other)).body.message).toBe('Snapshot not found.');
    expect((await remove(mine, 'x')).body.message).toBe('Template not found.');
    const strange = await neighbor.request('DELETE', `/templates/${id}/snapshots/${mine}`);
    expect([strange.status, strange.body.message]).toEqual([404, 'Template not found.']);
    expect(await dumpDatabase(app)).toBe(dump);
  });

  test('frees the file that only it shows', async () => {
    const body = new FormData();
    body.set('file', new File([writePdf('a')], 'a.pdf'));
    const file = (await tenant.request('POST', '/media/upload', { body })).body.data;
    const linked = smallContent(`<a href="${file.url}">terms</a>`);
    const snapshot = (await save('', { content: linked })).body.data.id;
    const countUses = async () =>
      (await tenant.request('POST', '/media/check-usage', { body: { ids: [file.id] } })).body.data[file.id]
        .uses.length;
    expect(await countUses()).toBe(1);
    await remove(snapshot);
    expect(await countUses()).toBe(0);
  });
});
