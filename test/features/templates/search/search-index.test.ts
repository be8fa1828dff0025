import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { checkIntegrity } from '../../../../src/features/instance/index.ts';
import { rebuildSearchIndex } from '../../../../src/features/templates/index.ts';
import { ALL_IDS, countPending } from '../../../../src/features/templates/search/index-queries.ts';
import { DELAY_MS, SearchIndexer } from '../../../../src/features/templates/search/indexer.ts';
import { extractTexts } from '../../../../src/mail/texts/index.ts';
import { DomainError } from '../../../../src/platform/errors.ts';
import { perform } from '../../../../src/platform/operation.ts';
import type { Database as DatabasePort } from '../../../../src/platform/ports/database.ts';
import { foldText, readWords } from '../../../../src/platform/words.ts';
import { sqliteTest } from '../../../support/engine.ts';
import { executeSql, refuseInserts } from '../../../support/execute-sql.ts';
import { runs } from '../../../support/property-runs.ts';
import { shortenTimers } from '../../../support/short-timers.ts';
import { signUser } from '../../../support/signed-user.ts';
import { adminScope, createTestApp, type TestApp } from '../../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

type Tenant = Awaited<ReturnType<TestApp['openTenant']>>;

async function search(tenant: Tenant, text: string): Promise<string[]> {
  const { status, body } = await tenant.request('GET', `/templates?${new URLSearchParams({ search: text })}`);
  expect(status).toBe(200);
  return body.data.map(({ id }: { id: string }) => id);
}

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
    } else await search(tenant, text.slice(0, 20) || 'x');
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const one of steps) await run(one);
      await search(tenant, 'sale');
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
    expect(await search(tenant, 'tangerine')).toEqual([id]);
    await trash('comments', said.body.data.id, 1);
    expect(await search(tenant, 'tangerine')).toEqual([]);
    await trash('comments', said.body.data.id, null);
    expect(await search(tenant, 'tangerine')).toEqual([id]);
    await trash('templates', id, 1);
    for (const text of ['tangerine', 'kumquat']) expect(await search(tenant, text)).toEqual([]);
    await trash('templates', id, null);
    for (const text of ['tangerine', 'kumquat']) expect(await search(tenant, text)).toEqual([id]);
  });

  test('is checked, and built again on request', async () => {
    const tenant = await app.openTenant('check');
    const { body } = await tenant.request('POST', '/templates', {
      body: {
        name: 'Guava',
        content: { blocks: [{ type: 'video', url: 'https://video.example.com/1' }], settings: {} },
      },
    });
    expect(await search(tenant, 'guava')).toEqual([body.data.id]);
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
    expect(await search(tenant, 'guava')).toEqual([]);
    const { entries } = await perform(rebuildSearchIndex, app.deps, adminScope, {});
    expect(entries).toBeGreaterThan(0);
    expect(await search(tenant, 'guava')).toEqual([body.data.id]);
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
        indexer.noteChange();
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
    20_000,
  );

  test('searches names and says so while it is being built', async () => {
    const tenant = await app.openTenant('unfinished');
    const { body } = await tenant.request('POST', '/templates', {
      body: { name: 'Lime soda', content: { blocks: [], settings: {} } },
    });
    const indexer = app.deps.services.templates.search;
    const { catchUp } = indexer;
    indexer.catchUp = async () => false;
    for (const sort of [{}, { sort: 'updated' }]) {
      const page = await tenant.request(
        'GET',
        `/templates?${new URLSearchParams({ search: 'me so', ...sort })}`,
      );
      expect(page.body).toMatchObject({ data: [{ id: body.data.id }], meta: { search_incomplete: true } });
    }
    indexer.catchUp = catchUp;
    const page = await tenant.request('GET', '/templates?search=lime');
    expect(page.body.meta.search_incomplete).toBeUndefined();
  });

  test('is completed by later searches after a failed transaction', async () => {
    const tenant = await app.openTenant('failing');
    const acceptAgain = await refuseInserts(app, 'search_texts');
    const { body } = await tenant.request('POST', '/templates', {
      body: {
        name: 'Salak',
        content: { blocks: [{ type: 'paragraph', content: 'rambutan' }], settings: {} },
      },
    });
    const during = await tenant.request('GET', '/templates?search=salak');
    expect(during.body).toMatchObject({ data: [{ id: body.data.id }], meta: { search_incomplete: true } });
    await acceptAgain();
    expect(await search(tenant, 'rambutan')).toEqual([body.data.id]);
    expect((await check()).faults).toEqual([]);
  });

  test('has what another process wrote', async () => {
    const tenant = await app.openTenant('processes');
    const { body } = await tenant.request('POST', '/templates', {
      body: { name: 'Pitaya', content: { blocks: [], settings: {} } },
    });
    expect(await search(tenant, 'pitaya')).toEqual([body.data.id]);
    const names = "name = 'Cherimoya', name_folded = 'CHERIMOYA'";
    await executeSql(app, `UPDATE templates SET ${names} WHERE id = '${body.data.id}'`);
    expect(await search(tenant, 'pitaya')).toEqual([]);
    expect(await search(tenant, 'cherimoya')).toEqual([body.data.id]);
  });

  test('has the name of a content that no worker can read, and goes on', async () => {
    const tenant = await app.openTenant('unreadable');
    const large = Array.from({ length: 20 }, () => ({ type: 'paragraph', content: 'x'.repeat(4_000) }));
    const indexer = app.deps.services.templates.search;
    const catchUp = indexer.catchUp;
    indexer.catchUp = (tenantId) => unable.catchUp(tenantId);
    const tooLarge = new DomainError('too_large', 'Reading takes too long.');
    const unable = new SearchIndexer(app.deps, {
      run: () => Promise.reject(tooLarge),
    } as unknown as ConstructorParameters<typeof SearchIndexer>[1]);
    const ids: string[] = [];
    for (const [name, blocks] of [
      ['Feijoa one', large],
      ['Feijoa two', []],
    ]) {
      const { body } = await tenant.request('POST', '/templates', {
        body: { name, content: { blocks, settings: {} } },
      });
      ids.push(body.data.id);
    }
    expect(await search(tenant, 'feijoa')).toEqual(ids.toReversed());
    const page = await tenant.request('GET', '/templates?search=feijoa');
    expect(page.body.meta.search_incomplete).toBeUndefined();
    indexer.catchUp = catchUp;
    await perform(rebuildSearchIndex, app.deps, adminScope, {});
    expect(await search(tenant, 'feijoa')).toEqual(ids.toReversed());
  });
});
