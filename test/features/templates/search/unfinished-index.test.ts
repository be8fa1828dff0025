import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { checkIntegrity } from '../../../../src/features/instance/index.ts';
import { rebuildSearchIndex } from '../../../../src/features/templates/index.ts';
import { SearchIndexer } from '../../../../src/features/templates/search/indexer.ts';
import { DomainError } from '../../../../src/platform/errors.ts';
import { perform } from '../../../../src/platform/operation.ts';
import { executeSql, refuseInserts } from '../../../support/execute-sql.ts';
import { adminScope, createTestApp, type TestApp } from '../../../support/test-app.ts';
import { findIds } from './search-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const check = () => perform(checkIntegrity, app.deps, adminScope, {});

describe('an index that is not complete', () => {
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
    expect(await findIds(tenant, 'rambutan')).toEqual([body.data.id]);
    expect((await check()).faults).toEqual([]);
  });

  test('has what another process wrote', async () => {
    const tenant = await app.openTenant('processes');
    const { body } = await tenant.request('POST', '/templates', {
      body: { name: 'Pitaya', content: { blocks: [], settings: {} } },
    });
    expect(await findIds(tenant, 'pitaya')).toEqual([body.data.id]);
    const names = "name = 'Cherimoya', name_folded = 'CHERIMOYA'";
    await executeSql(app, `UPDATE templates SET ${names} WHERE id = '${body.data.id}'`);
    expect(await findIds(tenant, 'pitaya')).toEqual([]);
    expect(await findIds(tenant, 'cherimoya')).toEqual([body.data.id]);
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
    expect(await findIds(tenant, 'feijoa')).toEqual(ids.toReversed());
    const page = await tenant.request('GET', '/templates?search=feijoa');
    expect(page.body.meta.search_incomplete).toBeUndefined();
    indexer.catchUp = catchUp;
    await perform(rebuildSearchIndex, app.deps, adminScope, {});
    expect(await findIds(tenant, 'feijoa')).toEqual(ids.toReversed());
  });
});
