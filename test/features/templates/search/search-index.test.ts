import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { checkIntegrity } from '../../../../src/features/instance/index.ts';
import { rebuildSearchIndex } from '../../../../src/features/templates/index.ts';
import { ALL_IDS, countPending } from '../../../../src/features/templates/search/index-queries.ts';
import { DELAY_MS, SearchIndexer } from '../../../../src/features/templates/search/indexer.ts';
import { extractTexts } from '../../../../src/mail/texts/index.ts';
import { perform } from '../../../../src/platform/operation.ts';
import type { Database as DatabasePort } from '../../../../src/platform/ports/database.ts';
import { foldText, readWords } from '../../../../src/platform/text/search-folding.ts';
import { sqliteTest } from '../../../support/engine.ts';
import { executeSql } from '../../../support/execute-sql.ts';
import { runs } from '../../../support/property-runs.ts';
import { shortenTimers } from '../../../support/short-timers.ts';
import { signUser } from '../../../support/signed-user.ts';
import { adminScope, createTestApp, type TestApp } from '../../../support/test-app.ts';
import { findIds } from './search-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const check = () => perform(checkIntegrity, app.deps, adminScope, {});

const WORDS = [
  'Straße',
  'ÉTÉ',
  'ёлка',
  '新年快樂',
  'セール',
  'sale',
  'Internationalization',
  'x',
  '7',
  '🎄',
  '안녕',
  'a&b',
  'İyi',
];
const someText = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 8, unit: 'grapheme' })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((words) => words.join(' ').replaceAll('\0', ''));
const someBlock = fc.oneof(
  someText.map((text) => ({ type: 'paragraph', content: `<p>${Bun.escapeHTML(text)}</p>` })),
  someText.map((text) => ({ type: 'html', content: `<div title="${Bun.escapeHTML(text)}">${text}</div>` })),
  someText.map((text) => ({ type: 'button', text, url: 'https://shop.example.com/x' })),
  someText.map((alt) => ({ type: 'image', src: '', alt })),
);
const someBlocks = fc.array(someBlock, { maxLength: 4 });

test('every word of every text of a template finds it', async () => {
  let tenants = 0;
  await fc.assert(
    fc.asyncProperty(someBlocks, async (blocks) => {
      tenants += 1;
      const tenant = await app.openTenant(`words ${tenants}`);
      const created = await tenant.request('POST', '/templates', {
        body: { content: { blocks, settings: {} } },
      });
      if (created.status !== 201) return;
      const { id, content } = created.body.data;
      const words = extractTexts(content).parts.flatMap(({ text }) =>
        readWords(foldText(text)).map((word) => word.text),
      );
      for (const word of new Set(words)) {
        for (const form of [word, word.toLowerCase()]) {
          const { body } = await tenant.request('GET', `/templates?${new URLSearchParams({ search: form })}`);
          expect([form, body.data[0]?.id]).toEqual([form, id]);
        }
      }
    }),
    { numRuns: runs(20) },
  );
});

test('after random changes the index is as if it was built anew', async () => {
  const tenant = await app.openTenant('edits');
  const ada = signUser(app.first.signing_key);
  const ids: string[] = [];
  const comments: [string, string][] = [];
  const step = fc.record({ kind: fc.nat(6), at: fc.nat(), blocks: someBlocks, text: someText });
  const run = async ({
    kind,
    at,
    blocks,
    text,
  }: {
    kind: number;
    at: number;
    blocks: object[];
    text: string;
  }) => {
    const content = { blocks, settings: {} };
    const id = ids[at % ids.length];
    if (kind === 0 || id === undefined) {
      const { body } = await tenant.request('POST', '/templates', {
        body: { name: text.slice(0, 50), content },
      });
      if (body.data !== undefined) ids.push(body.data.id);
    } else if (kind === 1) await tenant.request('PUT', `/templates/${id}`, { body: { content } });
    else if (kind === 2)
      await tenant.request('PUT', `/templates/${id}`, { body: { name: text.slice(0, 50) } });
    else if (kind === 3) {
      const { body } = await tenant.request('POST', `/templates/${id}/comments`, {
        body: { ...ada, body: text },
      });
      if (body.data !== undefined) comments.push([id, body.data.id]);
    } else if (kind === 4) {
      const [of, comment] = comments[at % comments.length] ?? [];
      if (comment !== undefined)
        await tenant.request('DELETE', `/templates/${of}/comments/${comment}`, { body: ada });
    } else if (kind === 5 && ids.length > 3) {
      await tenant.request('DELETE', `/templates/${id}`);
      ids.splice(ids.indexOf(id), 1);
    } else await findIds(tenant, text.slice(0, 20) || 'x');
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const one of steps) await run(one);
      await findIds(tenant, 'sale');
      expect((await check()).faults).toEqual([]);
    }),
    { numRuns: runs(15) },
  );
});

describe('the index', () => {
  test('leaves out what is in the trash, and has it again after that', async () => {
    const tenant = await app.openTenant('trash');
    const ada = signUser(app.first.signing_key);
    const { body } = await tenant.request('POST', '/templates', {
      body: { name: 'Kumquat', content: { blocks: [], settings: {} } },
    });
    const id = body.data.id;
    const said = await tenant.request('POST', `/templates/${id}/comments`, {
      body: { ...ada, body: 'tangerine' },
    });
    const trash = (table: string, row: string, at: number | null) =>
      executeSql(app, `UPDATE ${table} SET deleted_at = ${at} WHERE id = '${row}'`);
    expect(await findIds(tenant, 'tangerine')).toEqual([id]);
    await trash('comments', said.body.data.id, 1);
    expect(await findIds(tenant, 'tangerine')).toEqual([]);
    await trash('comments', said.body.data.id, null);
    expect(await findIds(tenant, 'tangerine')).toEqual([id]);
    await trash('templates', id, 1);
    for (const text of ['tangerine', 'kumquat']) expect(await findIds(tenant, text)).toEqual([]);
    await trash('templates', id, null);
    for (const text of ['tangerine', 'kumquat']) expect(await findIds(tenant, text)).toEqual([id]);
  });

  test('is checked, and built again on request', async () => {
    const tenant = await app.openTenant('check');
    const { body } = await tenant.request('POST', '/templates', {
      body: {
        name: 'Guava',
        content: { blocks: [{ type: 'video', url: 'https://video.example.com/1' }], settings: {} },
      },
    });
    expect(await findIds(tenant, 'guava')).toEqual([body.data.id]);
    const entry = `(SELECT id FROM search_entries WHERE template_id = '${body.data.id}')`;
    await executeSql(
      app,
      `DELETE FROM search_index WHERE rowid = ${entry}`,
      `UPDATE search_texts SET text = 'wrong' WHERE id = ${entry}`,
    );
    expect((await check()).faults).toEqual([
      '1 texts of the search index have no terms in it',
      `the search index has other texts than template ${body.data.id}`,
    ]);
    expect(await findIds(tenant, 'guava')).toEqual([]);
    const { entries } = await perform(rebuildSearchIndex, app.deps, adminScope, {});
    expect(entries).toBeGreaterThan(0);
    expect(await findIds(tenant, 'guava')).toEqual([body.data.id]);
    expect((await check()).faults).toEqual([]);
  });

  test('is brought up to date in the background, again and again', async () => {
    const tenant = await app.openTenant('background');
    const restoreTimers = shortenTimers(DELAY_MS);
    const indexer = new SearchIndexer(app.deps, {} as ConstructorParameters<typeof SearchIndexer>[1]);
    indexer.commentReader = app.deps.services.templates.search.commentReader;
    try {
      indexer.start();
      for (const word of ['lychee', 'rambutan', 'durian']) {
        const content = { blocks: [{ type: 'paragraph', content: word }], settings: {} };
        await tenant.request('POST', '/templates', { body: { content } });
        indexer.recordChange();
        while ((await countPending(app.deps.db.reader, ALL_IDS, 1)) > 0) await Bun.sleep(5);
      }
    } finally {
      restoreTimers();
      await indexer.stop();
    }
  });

  // The driver of PostgreSQL goes by the same clock, which is set here.
  sqliteTest(
    'is left as it is when the server stops, also during the long rest after a batch that took minutes',
    async () => {
      const tenant = await app.openTenant('resting');
      const committed = Promise.withResolvers<void>();
      const later = performance.now() + 10 * 60_000;
      let restoreClock = () => {};
      const db: DatabasePort = Object.create(app.deps.db);
      db.transaction = async (run, owner) => {
        const result = await app.deps.db.transaction(run, owner);
        const clock = spyOn(performance, 'now').mockReturnValue(later);
        restoreClock = () => clock.mockRestore();
        committed.resolve();
        return result;
      };
      const restoreTimers = shortenTimers(DELAY_MS);
      const indexer = new SearchIndexer(
        { ...app.deps, db },
        {} as ConstructorParameters<typeof SearchIndexer>[1],
      );
      try {
        await tenant.request('POST', '/templates', { body: { content: { blocks: [], settings: {} } } });
        indexer.start();
        await committed.promise;
        // The rest begins after the commit.
        await new Promise(setImmediate);
        await indexer.stop();
      } finally {
        restoreTimers();
        restoreClock();
      }
    },
    120_000,
  );
});
