import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { readRaster } from '../../../src/mail/pictures/photo/index.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { BASE_URL, GUARD_MS, mailsOf } from './press.ts';

setDefaultTimeout(GUARD_MS);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ base_url: BASE_URL });
});
afterAll(() => app.stop());

async function open(name: string) {
  const tenant = await app.openTenant(name);
  const { create } = mailsOf(tenant);
  const ask = (id: string, query = '', init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${tenant.token}`);
    const url = `http://localhost${tenant.base}/templates/${id}/thumbnail.png${query}`;
    return app.http.handle(new Request(url, { ...init, headers })) as Promise<Response>;
  };
  return { ...tenant, create, ask };
}

describe('a thumbnail', () => {
  test('is a PNG', async () => {
    const { create, ask } = await open('acme');
    const id = await create(smallContent());
    const t = performance.now();
    const answer = await ask(id);
    const bytes = await answer.bytes();
    console.log(answer.status, Object.fromEntries(answer.headers), bytes.length, performance.now() - t);
    if (answer.status !== 200) console.log(new TextDecoder().decode(bytes));
    const raster = await readRaster(new Bun.Image(bytes));
    console.log(raster.width, raster.height);
    console.log(app.logLines.slice(-3));
  });
});
