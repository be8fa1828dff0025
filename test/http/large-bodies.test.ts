import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

test('a small request is answered between large ones of another tenant', async () => {
  const [busy, quiet] = [await app.openTenant('busy'), await app.openTenant('quiet')];
  const order: string[] = [];
  const content = (i: number) => ({
    blocks: [{ id: 'b1', type: 'paragraph', content: `<p>${i} ${'text '.repeat(100_000)}</p>` }],
    settings: {},
  });
  const bodies = Array.from({ length: 12 }, (_, i) => JSON.stringify({ content: content(i) }));
  const all = bodies.map(async (body, i) => {
    const { status } = await busy.request('POST', '/templates', { body });
    order.push(`large ${i} ${status}`);
  });
  all.push(
    Promise.resolve()
      .then(() => quiet.request('GET', '/templates'))
      .then(({ status }) => void order.push(`small ${status}`)),
  );
  await Promise.all(all);
  expect(order).toContain('small 200');
  expect(order.indexOf('small 200')).toBeLessThanOrEqual(3);
  expect(order.filter((entry) => entry.endsWith('201'))).toHaveLength(12);
});

test('too many large bodies of a tenant are refused with Retry-After', async () => {
  const busy = await app.openTenant('bounded');
  const body = JSON.stringify({
    content: { blocks: [], settings: { preheaderText: 'x'.repeat(1_000_000) } },
  });
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => busy.request('POST', '/templates', { body })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  for (const { headers, body } of refused) {
    expect([body.code, headers.get('retry-after')]).toEqual(['rate_limited', '1']);
  }
});
