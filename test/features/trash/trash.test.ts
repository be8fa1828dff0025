import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { sweepTrash } from '../../../src/features/trash/index.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { expectError } from '../../support/expect-error.ts';
import { signUser } from '../../support/signed-user.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { openTrash } from './open-trash.ts';

let app: TestApp;
let at: Awaited<ReturnType<typeof openTrash>>;
let count = 0;
const plans = { tiny: { extends: 'scale', limits: { max_templates: 2 } } };
beforeAll(async () => {
  const plans_file = join(mkdtempSync(join(tmpdir(), 'galley-plans-')), 'plans.json');
  writeFileSync(plans_file, JSON.stringify(plans));
  app = await createTestApp({ plans_file });
});
afterAll(() => app.stop());

const open = async () => {
  count += 1;
  at = await openTrash(app, `tenant-${count}`);
};

describe('a template', () => {
  test('goes to the trash and comes back with history, comments and version', async () => {
    await open();
    const id = await at.create();
    const author = signUser(app.first.signing_key);
    await at.ok('POST', `/templates/${id}/snapshots`, { label: 'One' });
    await at.ok('POST', `/templates/${id}/comments`, { body: 'Nice', ...author });
    await at.ok('PUT', `/templates/${id}`, { name: 'Sale', content: smallContent('Bye') });
    const read = async () =>
      Promise.all(
        ['', '/snapshots', '/comments'].map((path) => at.tenant.request('GET', `/templates/${id}${path}`)),
      );
    const before = await read();
    expect((await at.tenant.request('DELETE', `/templates/${id}`)).status).toBe(204);
    expect((await read()).map(({ status }) => status)).toEqual([404, 404, 404]);
    const [item] = await at.listed();
    expect(item).toMatchObject({ id, kind: 'template', name: 'Sale', deleted_by: { kind: 'user' } });
    expect(Date.parse(item.purge_at) - Date.parse(item.deleted_at)).toBe(30 * DAY_MS);
    expect((await at.config()).template_count).toBe(0);
    // A page that still has it open loses nothing: its save is refused as for a missing template.
    const late = { name: 'Late', content: smallContent('late'), expected_version: 2 };
    expectError(await at.tenant.request('PUT', `/templates/${id}`, { body: late }), 404, 'not_found');
    expect(await at.restore(id)).toEqual({ id, kind: 'template', name: 'Sale', changes: [] });
    expect((await read()).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect((await at.ok('PUT', `/templates/${id}`, late)).version).toBe(3);
    expect(await at.listed()).toEqual([]);
    expectError(await at.tenant.request('POST', `/trash/${id}/restore`), 404, 'not_found');
    expectError(await at.tenant.request('DELETE', `/trash/${id}`), 404, 'not_found');
    expect(await at.faults()).toEqual([]);
  });

  test('is gone for good after its time, not before', async () => {
    await open();
    const id = await at.create();
    await at.ok('DELETE', `/templates/${id}`);
    // Tokens expire meanwhile.
    const reopen = async () => {
      at = await openTrash(app, `tenant-${count}`);
    };
    app.clock.advance(30 * DAY_MS - 1);
    await sweepTrash(app.deps);
    await reopen();
    expect(await at.listed()).toHaveLength(1);
    app.clock.advance(1);
    await sweepTrash(app.deps);
    expect(await at.listed()).toEqual([]);
    expectError(await at.tenant.request('POST', `/trash/${id}/restore`), 404, 'not_found');
    const [purged] = await at.ok('GET', '/activity');
    expect(purged).toMatchObject({ type: 'template.purged', actor: { kind: 'system', name: 'Trash' } });
    expect(await at.faults()).toEqual([]);
  });

  test('needs room under the plan’s limit to come back', async () => {
    count += 1;
    at = await openTrash(app, `tenant-${count}`, { plan: 'tiny' });
    const ids = [await at.create('1'), await at.create('2')];
    await at.ok('DELETE', `/templates/${ids[0]}`);
    const third = await at.create('3');
    expectError(await at.tenant.request('POST', `/trash/${ids[0]}/restore`), 422, 'plan_limit_reached');
    await at.ok('DELETE', `/templates/${third}`);
    await at.restore(ids[0] as string);
    expect((await at.config()).template_count).toBe(2);
  });

  test('comes back without its key and its folder if these are gone', async () => {
    await open();
    const id = await at.create();
    const other = await at.create('Other');
    await app.deps.db.transaction(async (db) => {
      const columns = 'id, tenant_id, parent_id, name, name_folded, created_at';
      const values = `'folder-${count}', tenant_id, NULL, 'Spring', 'spring', 1 FROM templates WHERE id = '${id}'`;
      await db.run(sql.raw(`INSERT INTO template_folders (${columns}) SELECT ${values}`));
      await db.run(
        sql.raw(`UPDATE templates SET key = 'sale', folder_id = 'folder-${count}' WHERE id = '${id}'`),
      );
    });
    await at.ok('DELETE', `/templates/${id}`);
    expect((await at.listed())[0].folder).toBe('Spring');
    expect((await at.restore(id)).changes).toEqual([]);
    await at.ok('DELETE', `/templates/${id}`);
    await app.deps.db.transaction(async (db) => {
      await db.run(sql.raw(`UPDATE templates SET key = 'sale' WHERE id = '${other}'`));
      await db.run(sql.raw(`UPDATE template_folders SET deleted_at = 1 WHERE id = 'folder-${count}'`));
    });
    expect((await at.restore(id)).changes).toEqual(['key_removed', 'moved_to_top']);
    await app.deps.db.transaction((db) =>
      db.run(sql.raw(`DELETE FROM template_folders WHERE deleted_at = 1`)),
    );
  });

  test('two restorations at once: one brings it back, the other finds nothing', async () => {
    await open();
    const id = await at.create();
    await at.ok('DELETE', `/templates/${id}`);
    const answers = await Promise.all([1, 2].map(() => at.tenant.request('POST', `/trash/${id}/restore`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await at.config()).template_count).toBe(1);
  });

  test.each([1, 2, 3, 4, 5])('a save and a deletion at once, attempt %i', async (attempt) => {
    await open();
    const id = await at.create();
    const save = at.tenant.request('PUT', `/templates/${id}`, { body: { name: `N${attempt}` } });
    const [saved, deleted] = await Promise.all([save, at.tenant.request('DELETE', `/templates/${id}`)]);
    expect([200, 404]).toContain(saved.status);
    expect(deleted.status).toBe(204);
    await at.restore(id);
    const { version, name } = await at.ok('GET', `/templates/${id}`);
    expect([version, name]).toEqual(saved.status === 200 ? [2, `N${attempt}`] : [1, 'Sale']);
  });

  test('restored or purged, whichever comes first', async () => {
    await open();
    const id = await at.create();
    await at.ok('DELETE', `/templates/${id}`);
    const [back, gone] = await Promise.all([
      at.tenant.request('POST', `/trash/${id}/restore`),
      at.tenant.request('DELETE', `/trash/${id}`),
    ]);
    const isBack = (await at.tenant.request('GET', `/templates/${id}`)).status === 200;
    expect(back.status === 200).toBe(isBack);
    expect(gone.status).toBeOneOf([204, 404]);
    expect((await at.config()).template_count).toBe(isBack ? 1 : 0);
    expect(await at.faults()).toEqual([]);
  });
});

describe('the list', () => {
  test('has pages, and is of its tenant', async () => {
    await open();
    const ids: string[] = [];
    for (let i = 0; i < 53; i += 1) {
      ids.push(await at.create(`${i}`));
      await at.ok('DELETE', `/templates/${ids[i]}`);
      if (i % 3 === 0) app.clock.advance(1);
    }
    const first = await at.tenant.request('GET', '/trash');
    const second = await at.tenant.request('GET', `/trash?cursor=${first.body.meta.next_cursor}`);
    expect([first.body.data.length, second.body.data.length]).toEqual([50, 3]);
    const seen = [...first.body.data, ...second.body.data].map((item: { id: string }) => item.id);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    await open();
    expect(await at.listed()).toEqual([]);
    expectError(await at.tenant.request('GET', '/trash?kind=x'), 422, 'validation_failed');
  });

  test('keeps so many bytes per tenant only of what counts towards no limit', async () => {
    await open();
    const file = (await at.upload(77)).id;
    await at.ok('POST', '/media/delete', { ids: [file] });
    for (let i = 0; i < 5; i += 1) {
      app.clock.advance(1);
      await at.ok('DELETE', `/templates/${await at.create(`${i}`, `${i}`)}`);
    }
    const [{ size }] = await at.listed('?kind=template');
    await sweepTrash(app.deps, { maxUncountedBytes: 3 * size });
    const names = (await at.listed()).map((item: { name: string }) => item.name);
    expect(names).toEqual(['4', '3', '2', 'p77.png']);
    expect(await at.faults()).toEqual([]);
  });

  test('keeps so many per tenant only', async () => {
    await open();
    for (let i = 0; i < 5; i += 1) {
      await at.ok('DELETE', `/templates/${await at.create(`${i}`)}`);
      app.clock.advance(1);
    }
    await sweepTrash(app.deps, { maxEntries: 3 });
    expect((await at.listed()).map((item: { name: string }) => item.name)).toEqual(['4', '3', '2']);
  });
});
