import { expect, test } from 'bun:test';
import { setProjectPlan } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { adminScope, smallContent } from '../support/test-app.ts';
import { useProviderPage } from './provider-page.ts';

const CONTENT = JSON.stringify(smallContent());

describeInBrowser('comments of the provider objects, live', () => {
  const page = useProviderPage();
  const until = (condition: string) =>
    page.page.waitForFunction(`(() => { const { one, two } = lab.editors; return ${condition}; })()`, {
      polling: 20,
    });
  const BOTH = 'lab.galleys.one.realtime.socketId && lab.galleys.two.realtime.socketId';

  /** Ada and Bob have the same template open. */
  const openBoth = async () => {
    await page.mount('one');
    await page.mount('two', { user: { id: 'u2', name: 'Bob' } });
    await page.run(`const { id } = await one.create({ content: ${CONTENT} }); await two.load(id);`);
    await until(BOTH);
    await page.run(`
      const joined = (name) => lab.galleys[name].realtime.join(one.template.id);
      lab.rooms = { one: await joined('one'), two: await joined('two') };`);
    await until('lab.rooms.one.members.size === 2 && lab.rooms.two.members.size === 2');
    // The lists that are read again once the channel is joined.
    await page.page.waitForNetworkIdle({ idleTime: 100 });
  };
  type Request = (method: string, path: string, options: { body: object }) => Promise<unknown>;

  /** Writes comments as Ada while the connections of the pages are cut. */
  const writeElsewhere = async (write: (request: Request, signed: object) => Promise<void>) => {
    const { request } = await page.app.openTenant('acme', { user: { id: 'u1', name: 'Ada' } });
    const { user } = await page.run<{ user: { id: string; name: string; signature: string } }>(
      'return lab.galleys.one.getSession()',
    );
    const signed = { user_id: user.id, user_name: user.name, user_signature: user.signature };
    const path = `/templates/${await page.run('return one.template.id')}/comments`;
    await write((method, rest, options) => request(method, path + rest, options), signed);
  };
  const bodies = (name: string) =>
    page.run(
      `return ${name}.threads.map(({ body, replies }) => [body, ...replies.map((reply) => reply.body)])`,
    );

  test('reach the other page, each kind of change once, and are no echo', async () => {
    await openBoth();
    const { id } = await page.run<{ id: string }>(`return one.comment({ body: 'Bigger?', blockId: 'b1' })`);
    await until('two.threads.length === 1');
    await page.run(`await two.comment({ body: 'Yes', parentId: '${id}' })`);
    await until('one.threads[0].replies.length === 1');
    await page.run(`await one.editComment('${id}', 'Larger?'); await two.resolve('${id}', true);`);
    await until('one.threads[0].resolvedAt && two.threads[0].body === "Larger?"');
    expect(await bodies('one')).toEqual([['Larger?', 'Yes']]);
    await page.run(`await two.resolve('${id}', false); await one.deleteComment('${id}');`);
    await until('two.threads.length === 0');
    expect(await page.run('return one.commentEvents')).toEqual([
      ...[
        'local created',
        'remote created',
        'local updated',
        'remote resolved',
        'remote unresolved',
        'local deleted',
      ],
    ]);
    expect(await page.run('return two.commentEvents')).toEqual([
      ...[
        'remote created',
        'local created',
        'remote updated',
        'local resolved',
        'local unresolved',
        'remote deleted',
      ],
    ]);
  });

  test('stay deleted if a change of them by somebody else arrives after their deletion', async () => {
    await page.run(`
      window.sockets = [];
      window.WebSocket = class extends WebSocket {
        constructor(...given) {
          super(...given);
          window.sockets.push(this);
        }
      };`);
    await openBoth();
    const { id } = await page.run<{ id: string }>(`return one.comment({ body: 'Done?' })`);
    await until('two.threads.length === 1');
    await page.run(`
      window.held = [];
      for (const socket of window.sockets) {
        const receive = socket.onmessage;
        socket.onmessage = (event) => window.held.push(() => receive.call(socket, event));
      }
      await two.resolve('${id}', true);`);
    await until(`window.held.length > 0`);
    await page.run(`
      await one.deleteComment('${id}');
      while (window.held.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const receive of window.held) receive();`);
    await until('two.threads.length === 0');
    expect(await page.run('return one.commentEvents')).toEqual(['local created', 'local deleted']);
    expect(await bodies('one')).toEqual([]);
  });

  test('that were missed during an outage are made up for', async () => {
    await openBoth();
    const ids = await page.run<string[]>(`
      const made = [];
      for (const body of ['Stays', 'Goes', 'Changes']) made.push((await one.comment({ body })).id);
      return made;`);
    await until('two.threads.length === 3');
    await page.run('two.commentEvents.length = 0');
    await page.goAway();
    await until('!lab.galleys.two.realtime.socketId');
    await writeElsewhere(async (request, signed) => {
      await request('POST', '', { body: { body: 'New', ...signed } });
      await request('DELETE', `/${ids[1]}`, { body: signed });
      await request('PUT', `/${ids[2]}`, { body: { body: 'Changed', ...signed } });
    });
    page.comeBack();
    await until('two.commentEvents.length === 3');
    expect(await bodies('two')).toEqual([['Stays'], ['Changed'], ['New']]);
    expect(await page.run('return two.commentEvents.toSorted()')).toEqual([
      ...['remote created', 'remote deleted', 'remote updated'],
    ]);
  });

  test('that are written while the list is read again count, whatever is in the list', async () => {
    await openBoth();
    const { id } = await page.run<{ id: string }>(`return one.comment({ body: 'Before' })`);
    await until('two.threads.length === 1');
    // The answer of the list is held back until a later comment has arrived.
    await page.run(`
      window.realFetch = fetch;
      window.held = [];
      window.fetch = async (url, init) => {
        const answer = await window.realFetch(url, init);
        const isList = String(url).endsWith('/comments') && (init?.method ?? 'GET') === 'GET';
        if (isList) await new Promise((resolve) => window.held.push(resolve));
        return answer;
      };`);
    await page.goAway();
    await until('!lab.galleys.two.realtime.socketId');
    await writeElsewhere(async (request, signed) => {
      await request('PUT', `/${id}`, { body: { body: 'During the outage', ...signed } });
    });
    page.comeBack();
    await until('window.held.length === 2 && lab.rooms.two.members.size === 2');
    await page.run(`await one.editComment('${id}', 'Last'); await one.comment({ body: 'Meanwhile' })`);
    await until('two.threads.length === 2');
    await page.run('window.fetch = window.realFetch; for (const release of window.held) release();');
    await page.run(`await one.comment({ body: 'After' })`);
    await until('two.threads.length === 3');
    expect(await bodies('two')).toEqual([['Last'], ['Meanwhile'], ['After']]);
    const created = Array(3).fill('remote created');
    expect((await page.run<string[]>('return two.commentEvents')).toSorted()).toEqual([
      ...created,
      'remote updated',
    ]);
  });

  test('are not set back by a list that was requested before the panel was opened', async () => {
    await openBoth();
    const { id } = await page.run<{ id: string }>(`return one.comment({ body: 'Before' })`);
    await until('two.threads.length === 1');
    await page.run(`
      const { fetch } = window;
      window.held = [];
      window.fetch = async (url, init) => {
        const answer = await fetch(url, init);
        const isList = String(url).endsWith('/comments') && (init?.method ?? 'GET') === 'GET';
        if (isList && window.held.length < 2) await new Promise((resolve) => window.held.push(resolve));
        return answer;
      };`);
    await page.goAway();
    await until('!lab.galleys.two.realtime.socketId');
    await writeElsewhere(async (request, signed) => {
      await request('PUT', `/${id}`, { body: { body: 'During the outage', ...signed } });
    });
    page.comeBack();
    await until('window.held.length === 2 && lab.rooms.two.members.size === 2');
    await page.run('await two.openComments()');
    await page.run(`await one.editComment('${id}', 'Last')`);
    await until(`two.threads[0].body === 'Last'`);
    await page.run(`
      for (const release of window.held) release();
      await one.comment({ body: 'After' });`);
    await until('two.threads.length === 2');
    await page.page.waitForNetworkIdle({ idleTime: 100 });
    expect(await bodies('two')).toEqual([['Last'], ['After']]);
  });

  test('follow the template that is open, and leave the one before', async () => {
    await openBoth();
    const first = await page.run<string>('return two.template.id');
    await page.run('lab.rooms.two.leave()');
    // The page has left, the editor still follows.
    await page.run(`await one.comment({ body: 'To the first' })`);
    await until('two.threads.length === 1');
    await page.run(`await two.create({ content: ${CONTENT} })`);
    await until('lab.rooms.one.members.size === 1');
    await page.run(`await one.comment({ body: 'Unheard' })`);
    await page.run(`await two.load('${first}')`);
    expect(await bodies('two')).toEqual([['To the first'], ['Unheard']]);
    await page.run('two.unsubscribe()');
    await until('!lab.galleys.two.realtime.socketId');
    expect(await page.ask('lab.errors')).toEqual({ one: [], two: [] });
  });

  test('are not live where the plan has no collaboration', async () => {
    const setPlan = (plan: string) =>
      perform(setProjectPlan, page.app.deps, adminScope, { project_id: page.app.first.project_id, plan });
    await setPlan('growth');
    try {
      await page.mount('one');
      expect(await page.run(`return 'subscribe' in one.config.comments`)).toBe(false);
      await page.run(`await one.create({ content: ${CONTENT} }); await one.comment({ body: 'Still' });`);
      expect(await page.ask('lab.errors.one')).toEqual([]);
    } finally {
      await setPlan('scale');
    }
  });

  test('show who has the template open', async () => {
    await openBoth();
    expect(await page.run('return [...lab.rooms.one.members.values()]')).toEqual([
      { id: 'u1', name: 'Ada', type: 'user' },
      { id: 'u2', name: 'Bob', type: 'user' },
    ]);
  });
});
