import { expect, test } from 'bun:test';
import { setProjectPlan } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { adminScope, smallContent } from '../support/test-app.ts';
import { expiringIn } from './customer.ts';
import { useHostPage } from './host-page.ts';

const asUser = (id: string, name: string) =>
  JSON.stringify({ auth: { requestOptions: { body: { user: { id, name } } } } });

describeInBrowser('the realtime client', () => {
  const host = useHostPage();
  const until = (expression: string) => host.page.waitForFunction(expression, { polling: 20 });

  /** A template with one and two in its room, both in this page. */
  const joinBoth = async () => {
    await host.ask(`lab.start('one')`);
    await host.ask(`lab.start('two', ${asUser('u2', 'Bob')})`);
    const content = JSON.stringify(smallContent());
    return host.ask<string>(`(async () => {
      const { id } = await lab.galleys.one.api.createTemplate({ content: ${content} });
      lab.heard = { one: [], two: [] };
      lab.rooms = {};
      const events = ['client-operation', 'client-note', 'mcp-operation', 'comment-broadcast', 'member_added', 'member_removed', 'subscribed'];
      for (const name of ['one', 'two']) {
        const room = await lab.galleys[name].realtime.join(id);
        for (const event of events) room.on(event, (data) => lab.heard[name].push({ event, data }));
        lab.rooms[name] = room;
      }
      return id;
    })()`);
  };
  const heard = (name: string, event: string) =>
    `lab.heard.${name}.filter((one) => one.event === '${event}').map(({ data }) => data)`;

  test('tells who is there, who comes and who goes', async () => {
    await joinBoth();
    expect(await host.ask('[...lab.rooms.two.members.values()]')).toEqual([
      { id: 'u1', name: 'Ada', type: 'user' },
      { id: 'u2', name: 'Bob', type: 'user' },
    ]);
    await until(`${heard('one', 'member_added')}.length === 1`);
    await host.ask('lab.rooms.two.leave()');
    await until(`${heard('one', 'member_removed')}.length === 1`);
    expect(await host.ask(heard('one', 'member_removed'))).toEqual([{ id: 'u2', name: 'Bob', type: 'user' }]);
    expect(await host.ask('[...lab.rooms.one.members.keys()]')).toEqual(['u1']);
    // The last room closes the connection.
    expect(await host.ask('lab.galleys.two.realtime.socketId === undefined')).toBe(true);
  });

  test('passes events on to the others, as they were sent', async () => {
    await joinBoth();
    const note = { text: 'Grüße', list: [1, { a: null }], big: 'x'.repeat(100_000) };
    expect(await host.ask(`lab.rooms.one.send('client-note', ${JSON.stringify(note)})`)).toBe(true);
    await until(`${heard('two', 'client-note')}.length === 1`);
    expect(await host.ask(heard('two', 'client-note'))).toEqual([note]);
    expect(await host.ask(heard('one', 'client-note'))).toEqual([]);
  });

  test('changes by a call reach the others, and not who made them', async () => {
    const template_id = await joinBoth();
    const comment = JSON.stringify({ template_id, body: 'Nice' });
    await host.ask(`lab.galleys.one.api.createComment(${comment})`);
    await until(`${heard('two', 'comment-broadcast')}.length === 1`);
    expect(await host.ask(heard('two', 'comment-broadcast'))).toMatchObject([
      { action: 'comment_created', comment: { body: 'Nice', author_name: 'Ada' } },
    ]);
    const content = JSON.stringify(smallContent('Changed'));
    await host.ask(
      `lab.galleys.two.api.updateTemplate({ template_id: '${template_id}', content: ${content} })`,
    );
    await until(`${heard('one', 'client-operation')}.length > 0`);
    expect(await host.ask(heard('one', 'comment-broadcast'))).toEqual([]);
    expect(await host.ask(heard('two', 'client-operation'))).toEqual([]);
  });

  test('comes back after the connection was lost, with a token that is good then', async () => {
    host.customer.behave(expiringIn(30));
    await joinBoth();
    const before = await host.ask('lab.galleys.one.realtime.socketId');
    const tokens = host.customer.calls.length;
    await host.goAway();
    await until('lab.galleys.one.realtime.socketId === undefined');
    expect(await host.ask(`lab.rooms.one.send('client-note', {})`)).toBe(false);
    host.comeBack();
    await until(`${heard('one', 'subscribed')}.length === 1 && ${heard('two', 'subscribed')}.length === 1`);
    expect(await host.ask('lab.galleys.one.realtime.socketId')).not.toBe(before);
    await until('lab.rooms.one.members.size === 2 && lab.rooms.two.members.size === 2');
    expect(host.customer.calls.length).toBeGreaterThan(tokens);
    expect(await host.ask('lab.errors')).toMatchObject({ one: [], two: [] });
  });

  test('waits longer after each failed attempt, and is still in its rooms afterwards', async () => {
    await joinBoth();
    await host.goAway();
    const attempts: number[] = [];
    const heardOf = await host.page.createCDPSession();
    await heardOf.send('Network.enable');
    heardOf.on('Network.webSocketCreated', () => attempts.push(performance.now()));
    await Bun.sleep(3000);
    // Two connections, each at about 0.4, 1.2 and 2.7 seconds.
    expect(attempts.length).toBeGreaterThan(1);
    expect(attempts.length).toBeLessThan(10);
    host.comeBack();
    await until(`${heard('one', 'subscribed')}.length === 1 && ${heard('two', 'subscribed')}.length === 1`);
    expect(await host.ask('lab.errors')).toMatchObject({ one: [], two: [] });
  });

  test('that is refused a room once it was there tells the page', async () => {
    await joinBoth();
    await host.goAway();
    const { first, deps } = host.app;
    const setPlan = (plan: string) =>
      perform(setProjectPlan, deps, adminScope, { project_id: first.project_id, plan });
    await setPlan('growth');
    host.comeBack();
    await until(`lab.errors.one.length === 1 && lab.errors.two.length === 1`);
    expect(await host.ask('lab.errors.two')).toMatchObject([
      { message: "Feature 'collaboration' is not available on your current plan.", statusCode: 403 },
    ]);
    expect(await host.ask('lab.galleys.two.realtime.socketId === undefined')).toBe(true);
    await setPlan('scale');
  });

  test('whose template is deleted tells the page at once', async () => {
    await joinBoth();
    await host.ask(`lab.galleys.one.api.deleteTemplate({ template_id: lab.rooms.one.name.split('.')[1] })`);
    await until(`lab.errors.one.length === 1 && lab.errors.two.length === 1`);
    expect(await host.ask('lab.errors.two')).toMatchObject([
      { message: 'The channel was refused: The template was deleted.', statusCode: 404 },
    ]);
    expect(await host.ask('lab.galleys.two.realtime.socketId === undefined')).toBe(true);
  });

  test('a room that cannot be joined is an SdkError, for onError too', async () => {
    await host.ask(`lab.start('one')`);
    const { error } = await host.ask<{ error: object }>(
      `lab.settle(lab.galleys.one.realtime.join('01a1ff60-0000-7000-8000-000000000000'))`,
    );
    expect(error).toMatchObject({ isSdkError: true, isNotFound: true, message: 'Template not found.' });
    expect(await host.ask('lab.errors.one')).toEqual([error]);
    expect(await host.ask('lab.galleys.one.realtime.socketId === undefined')).toBe(true);
  });

  test('two joins of a page are independent, and hear each other', async () => {
    const id = await joinBoth();
    await host.ask(`(async () => {
      const { realtime } = lab.galleys.one;
      lab.rooms.again = await realtime.join('${id}');
      lab.heard.again = [];
      lab.rooms.again.on('client-note', (data) => lab.heard.again.push({ event: 'client-note', data }));
      lab.rooms.again.send('client-note', { text: 'from again' });
      lab.rooms.one.send('client-note', { text: 'from one' });
      lab.rooms.again.leave();
      lab.rooms.two.send('client-note', { text: 'from two' });
    })()`);
    await until(`${heard('one', 'client-note')}.length === 2 && ${heard('two', 'client-note')}.length === 2`);
    expect(await host.ask(heard('one', 'client-note'))).toEqual([
      { text: 'from again' },
      { text: 'from two' },
    ]);
    expect(await host.ask(heard('two', 'client-note'))).toEqual([
      { text: 'from again' },
      { text: 'from one' },
    ]);
    expect(await host.ask(heard('again', 'client-note'))).toEqual([{ text: 'from one' }]);
    expect(await host.ask('lab.galleys.one.realtime.socketId !== undefined')).toBe(true);
    await host.ask('lab.rooms.one.leave()');
    expect(await host.ask('lab.galleys.one.realtime.socketId === undefined')).toBe(true);
  });

  test('a listener that throws keeps no other one from an event', async () => {
    await joinBoth();
    await host.ask(`(() => {
      lab.uncaught = [];
      addEventListener('error', (event) => lab.uncaught.push(event.message));
      lab.rooms.two.on('client-other', () => { throw new Error('of the page'); });
      lab.rooms.two.on('client-other', (data) => lab.heard.two.push({ event: 'client-other', data }));
      lab.rooms.one.send('client-other', { a: 1 });
    })()`);
    await until(`${heard('two', 'client-other')}.length === 1`);
    expect(await host.ask('lab.uncaught')).toEqual([expect.stringContaining('of the page')]);
  });

  test('destroy closes the connection', async () => {
    await joinBoth();
    await host.ask('lab.galleys.one.destroy()');
    await until(`${heard('two', 'member_removed')}.length === 1`);
  });
});
