import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { GUARD_MS } from './press.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const htmlContent = (html: string) => ({ blocks: [{ id: 'b1', type: 'html', content: html }], settings: {} });

test(
  'a tenant with many slow renderings does not delay that of another tenant',
  async () => {
    const [busy, quiet] = [await app.openTenant('busy'), await app.openTenant('quiet')];
    const finished: string[] = [];
    const render = async (name: string, tenant: typeof busy, content: object) => {
      const { status } = await tenant.request('POST', '/render', { body: { content } });
      finished.push(`${name} ${status}`);
    };
    const slow = (i: number) => htmlContent(`<p>${i}</p>${'<table><tr><td>'.repeat(2_000)}`);
    const all = Array.from({ length: 6 }, (_, i) => render(`busy ${i}`, busy, slow(i)));
    all.push(render('quiet', quiet, smallContent()));
    await Promise.all(all);
    expect(finished.toSorted()).toEqual([
      ...Array.from({ length: 6 }, (_, i) => `busy ${i} 200`),
      'quiet 200',
    ]);
    expect(finished.at(-1)).not.toBe('quiet 200');
  },
  GUARD_MS,
);

test(
  'a tenant with too many waiting renderings is told when to try again, and others are served',
  async () => {
    const [busy, quiet] = [await app.openTenant('bounded'), await app.openTenant('quiet')];
    const flood = Array.from({ length: 60 }, (_, i) =>
      busy.request('POST', '/render', { body: { content: smallContent(`no ${i}`) } }),
    );
    const other = await quiet.request('POST', '/render', { body: { content: smallContent('other') } });
    const answers = await Promise.all(flood);
    expect(other.status).toBe(200);
    const refused = answers.filter(({ status }) => status !== 200);
    // 50 may wait, and one or two are being rendered.
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
  },
  GUARD_MS,
);
