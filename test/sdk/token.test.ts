import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { expiringIn } from './customer.ts';
import { useHostPage } from './host-page.ts';

describeInBrowser('a token', () => {
  const host = useHostPage();
  const start = () => host.ask(`lab.start('one')`);
  const listTemplates = () => host.ask(`lab.call('one', 'listTemplates')`);

  test('that lasts is asked for once', async () => {
    await start();
    for (let i = 0; i < 3; i += 1) expect(await listTemplates()).toHaveProperty('value');
    expect({ tokens: host.customer.calls.length, calls: host.apiCalls.length }).toEqual({
      tokens: 1,
      calls: 3,
    });
  });

  test('with 59 seconds left is replaced before the next call', async () => {
    host.customer.behave(expiringIn(59), (good) => good);
    await start();
    expect(await listTemplates()).toHaveProperty('value');
    expect(host.customer.calls).toHaveLength(2);
    await listTemplates();
    expect(host.customer.calls).toHaveLength(2);
  });

  test('with 62 seconds left is used, and replaced by the timer when 60 are left', async () => {
    host.customer.behave(expiringIn(62), (good) => good);
    await start();
    await listTemplates();
    expect(host.customer.calls).toHaveLength(1);
    await waitFor(() => host.customer.calls.length === 2);
    await listTemplates();
    expect(host.customer.calls).toHaveLength(2);
  });

  test('that never lasts is asked for with each call, and not in between', async () => {
    host.customer.behave(expiringIn(30));
    await start();
    await listTemplates();
    await listTemplates();
    await Bun.sleep(1200);
    expect(host.customer.calls).toHaveLength(3);
  });

  test('that has expired already: the service decides, after one more try', async () => {
    host.customer.behave((good) => ({ ...good, token: 'expired', expires_at: 1_600_000_000 }));
    await start();
    expect(await listTemplates()).toMatchObject({ error: { isSdkError: true, isUnauthorized: true } });
    // At the start, before the call, and after its 401.
    expect({ tokens: host.customer.calls.length, calls: host.apiCalls.length }).toEqual({
      tokens: 3,
      calls: 2,
    });
  });

  test('that expires in the year 50000 sets no timer that fires at once', async () => {
    host.customer.behave((good) => ({ ...good, expires_at: good.expires_at * 1000 }));
    await start();
    await Bun.sleep(300);
    expect(host.customer.calls).toHaveLength(1);
  });

  test('that is refused is replaced, and the call repeated once', async () => {
    host.customer.behave(
      (good) => ({ ...good, token: 'revoked' }),
      (good) => good,
    );
    await start();
    expect(await listTemplates()).toHaveProperty('value');
    expect({ tokens: host.customer.calls.length, calls: host.apiCalls.length }).toEqual({
      tokens: 2,
      calls: 2,
    });
    expect(await host.ask('lab.errors.one')).toEqual([]);
  });

  test('that is refused twice ends the call, and onError gets it', async () => {
    host.customer.behave((good) => ({ ...good, token: 'revoked' }));
    await start();
    const { error } = (await listTemplates()) as { error: object };
    expect(error).toMatchObject({ isSdkError: true, statusCode: 401, isUnauthorized: true });
    expect({ tokens: host.customer.calls.length, calls: host.apiCalls.length }).toEqual({
      tokens: 2,
      calls: 2,
    });
    expect(await host.ask('lab.errors.one')).toEqual([error]);
  });

  test('is refreshed once for 30 calls at a time when it is about to expire', async () => {
    host.customer.behave(expiringIn(10), async (good) => {
      await Bun.sleep(100);
      return Response.json(good);
    });
    await start();
    const outcomes = await host.ask<object[]>(`lab.callMany(30, 'one', 'listTemplates')`);
    expect(outcomes.filter((outcome) => 'value' in outcome)).toHaveLength(30);
    expect({ tokens: host.customer.calls.length, calls: host.apiCalls.length }).toEqual({
      tokens: 2,
      calls: 30,
    });
  });

  test('is refreshed once for 30 calls that are all refused', async () => {
    host.customer.behave(
      (good) => ({ ...good, token: 'revoked' }),
      (good) => good,
    );
    await start();
    const outcomes = await host.ask<object[]>(`lab.callMany(30, 'one', 'listTemplates')`);
    expect(outcomes.filter((outcome) => 'value' in outcome)).toHaveLength(30);
    expect({ tokens: host.customer.calls.length, calls: host.apiCalls.length }).toEqual({
      tokens: 2,
      calls: 60,
    });
  });

  test('that cannot be refreshed ends all 30 calls with one error for onError', async () => {
    host.customer.behave(expiringIn(10), () => Response.json({ message: 'Signed out.' }, { status: 401 }));
    await start();
    const outcomes = await host.ask<object[]>(`lab.callMany(30, 'one', 'listTemplates')`);
    const refused = { error: expect.objectContaining({ message: 'Signed out.', isUnauthorized: true }) };
    expect(outcomes).toEqual(outcomes.map(() => refused));
    expect(await host.ask('lab.errors.one')).toHaveLength(1);
    expect({ tokens: host.customer.calls.length, calls: host.apiCalls.length }).toEqual({
      tokens: 2,
      calls: 0,
    });
    host.customer.behave((good) => good);
    expect(await listTemplates()).toHaveProperty('value');
  });

  test('of two inits on one page are two, and their errors too', async () => {
    await start();
    await host.ask(`lab.start('two', { auth: { requestOptions: { body: { tenant: 'other' } } } })`);
    const named = { name: 'Mine', content: { blocks: [] } };
    await host.ask(`lab.call('one', 'createTemplate', ${JSON.stringify(named)})`);
    expect(await listTemplates()).toMatchObject({ value: { items: [{ name: 'Mine' }] } });
    expect(await host.ask(`lab.call('two', 'listTemplates')`)).toMatchObject({ value: { items: [] } });
    await host.ask(`lab.call('two', 'getTemplate', { template_id: 'none' })`);
    expect(await host.ask('lab.errors')).toMatchObject({ one: [], two: [{ isNotFound: true }] });
    expect(host.customer.calls).toHaveLength(2);
  });

  test('is no longer renewed after destroy', async () => {
    host.customer.behave(expiringIn(61), (good) => good);
    await start();
    await host.ask('lab.galleys.one.destroy()');
    await Bun.sleep(1500);
    expect(host.customer.calls).toHaveLength(1);
  });
});

async function waitFor(isThere: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !isThere(); i += 1) await Bun.sleep(20);
  if (!isThere()) throw new Error('waited in vain');
}
