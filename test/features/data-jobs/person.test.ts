import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { replaceNames } from '../../../src/features/data-jobs/end-user-names.ts';
import { eraseEndUser, exportEndUser } from '../../../src/features/data-jobs/index.ts';
import { readColumns, readRows } from '../../support/read-rows.ts';
import { signUser } from '../../support/signed-user.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { GUARD_MS } from '../media/library.ts';
import { fileOf, fillTenant, PERSON, readPart, runJob } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  for (const tenant of ['one', 'two']) await fillTenant(app, tenant);
  await fillTenant(app, 'others', { id: 'u-2', name: 'Grace Hopper' });
}, GUARD_MS);
afterAll(() => app.stop());

const searchIn = async (slug: string, text: string) =>
  (await (await app.openTenant(slug)).request('GET', `/templates?search=${text}`)).body.data.length;

/** A further thread of the person, with an answer of somebody else. */
async function answerAsAnother(): Promise<string> {
  const [row] = await readRows<{ id: string }>(
    app,
    "SELECT p.id FROM templates p JOIN tenants t ON t.id = p.tenant_id WHERE t.slug = 'others' AND p.deleted_at IS NULL",
  );
  const write = async (id: string, name: string, body: object) => {
    const { request } = await app.openTenant('others', { user: { id, name } });
    const signed = signUser(app.first.signing_key, id, name);
    const answer = await request('POST', `/templates/${row?.id}/comments`, { body: { ...signed, ...body } });
    return answer.body.data.id as string;
  };
  const root = await write('u-2', 'Grace Hopper', { body: 'A question' });
  return write('u-3', 'Third Person', { body: 'An answer of another', parent_id: root });
}

/** Columns that contain one of the texts. Contents of templates are no data of a person. */
async function findTraces(...texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, columns] of await readColumns(app)) {
    for (const column of columns) {
      const value = `CAST("${column}" AS TEXT)`;
      const mentions = texts.map((text) => `replace(${value}, '${text}', '') <> ${value}`);
      const query = `SELECT count(*) AS count FROM "${name}" WHERE ${mentions.join(' OR ')}`;
      if ((await readRows<{ count: number }>(app, query))[0]?.count) found.push(`${name}.${column}`);
    }
  }
  return found;
}

describe('a user of a project', () => {
  test('is exported from all tenants', async () => {
    const job = await runJob(app, exportEndUser, { user_id: PERSON.id });
    expect(job).toMatchObject({ state: 'done', error: null, tenant: null });
    const comments = await readPart(fileOf(app, job), 'rows/comments.author_id.jsonl');
    expect(comments.match(/Secret comment/g)).toHaveLength(2);
    expect(comments).not.toContain('Grace');
    expect(JSON.parse(await readPart(fileOf(app, job), 'person.json'))).toMatchObject({ user_id: PERSON.id });
    expect((await findTraces(PERSON.id)).filter((place) => place.startsWith('data_jobs'))).toEqual([]);
  });

  test('is in no column of any table after the erasure, and others stay', async () => {
    expect(await searchIn('one', 'Kinglovelace')).toBe(1);
    expect(await findTraces(PERSON.id, PERSON.name)).toContain('comments.author_id');
    const others = await findTraces('Grace Hopper', 'u-2');
    const job = await runJob(app, eraseEndUser, { user_id: PERSON.id });
    expect(job).toMatchObject({ state: 'done', error: null });
    expect(await findTraces(PERSON.id, PERSON.name, PERSON.name.toLowerCase())).toEqual([]);
    expect(await searchIn('one', 'Kinglovelace')).toBe(0);
    expect(await findTraces('Grace Hopper', 'u-2')).toEqual(others);
    const [comment] = await readRows<{ author_id: string; author_name: string; body: string }>(
      app,
      "SELECT author_id, author_name, body FROM comments WHERE body LIKE 'Secret comment%' ORDER BY id",
    );
    expect(comment).toEqual({
      author_id: job.result?.pseudonym as string,
      author_name: 'Deleted person',
      body: 'Secret comment, @Deleted person',
    });
    const again = await runJob(app, eraseEndUser, { user_id: PERSON.id });
    expect(again.result).toMatchObject({ rows: 0, texts: 0 });
  });

  test('can be erased with the comments', async () => {
    const answered = await answerAsAnother();
    const job = await runJob(app, eraseEndUser, { user_id: 'u-2', comments: 'remove' });
    expect(job).toMatchObject({ state: 'done', result: { comments_removed: 3 } });
    expect(await findTraces('Grace Hopper', 'u-2')).toEqual([]);
    const left = await readRows<{ body: string }>(
      app,
      "SELECT c.body FROM comments c JOIN tenants t ON t.id = c.tenant_id WHERE t.slug = 'others'",
    );
    // What others have answered keeps its place.
    expect(left.map(({ body }) => body).toSorted()).toEqual(['An answer of another', '[removed]']);
    expect(answered).toBeDefined();
    expect(
      await readRows(
        app,
        "SELECT 1 FROM activities a JOIN tenants t ON t.id = a.tenant_id WHERE t.slug = 'others' AND summary LIKE '%Secret comment%'",
      ),
    ).toEqual([]);
  });
});

describe('a name in a text', () => {
  const names = new Set(['Will', 'Ada Lovelace']);
  test.each([
    ['Ask @Will, please', 'Ask @X, please'],
    ['Will you come?', 'Will you come?'],
    ['@Willow knows', '@Willow knows'],
    ['Ada Lovelace and (Ada Lovelace)', 'X and (X)'],
    ['Ada Lovelaces', 'Ada Lovelaces'],
  ])('%s → %s', (text, expected) => expect(replaceNames(text, names, 'X')).toBe(expected));

  test('is in no text afterwards, and the rest stays', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const clean = (text: string) => text.replaceAll('Ada', '');
        const text = `${clean(before)} Ada Lovelace ${clean(after)}`;
        expect(replaceNames(text, names, 'X')).toBe(`${clean(before)} X ${clean(after)}`);
      }),
    );
  });
});
