import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { useProviderPage } from './provider-page.ts';

const blockOf = (id: string) => ({ id, type: 'paragraph', content: `<p>${id}</p>` });
const CONTENT = JSON.stringify({ blocks: ['b1', 'b2', 'b3'].map(blockOf), settings: {} });

const BOB = { id: 'u2', name: 'Bob' };

describeInBrowser('two editors on provider objects that save the same template', () => {
  const page = useProviderPage();
  const texts = (canvas: string) =>
    page.run<string[]>(`return (${canvas}).blocks.map(({ content }) => content.slice(3, -4))`);
  const stored = () =>
    texts('(await lab.galleys.one.api.getTemplate({ template_id: one.template.id })).content');

  /** Ada has changed the first block since Bob loaded the template. */
  const openBoth = async (isConnected: boolean, bob: { id: string; name: string } | null = BOB) => {
    const providers = { isConnected };
    await page.mount('one', { providers });
    await page.mount('two', { user: bob, providers });
    await page.run(`
      const { id } = await one.create({ content: ${CONTENT} });
      await two.load(id);
      one.setText('b1', 'Ada');
      await one.save();`);
  };

  test('keep the changes of both to different blocks, and show them', async () => {
    await openBoth(true);
    await page.run(`two.setText('b2', 'Bob'); await two.save();`);
    expect(await stored()).toEqual(['Ada', 'Bob', 'b3']);
    await page.page.waitForFunction(`lab.editors.two.canvas.blocks[0].content === '<p>Ada</p>'`);
    await page.run(
      `two.setText('b3', 'Bob too'); await two.save(); one.setText('b1', 'Ada again'); await one.save();`,
    );
    expect(await stored()).toEqual(['Ada again', 'Bob', 'Bob too']);
    expect(await page.ask('lab.errors')).toEqual({ one: [], two: [] });
  });

  test('lose nothing when the page does not show what was merged', async () => {
    await openBoth(false);
    for (const text of ['Bob', 'Bob again'])
      await page.run(`two.setText('b2', '${text}'); await two.save();`);
    expect(await texts('two.canvas')).toEqual(['b1', 'Bob again', 'b3']);
    expect(await stored()).toEqual(['Ada', 'Bob again', 'b3']);
    // What is loaded again is whole.
    await page.run('await two.load(two.template.id);');
    await page.run(`two.setText('b1', 'Bob last'); await two.save();`);
    expect(await stored()).toEqual(['Bob last', 'Bob again', 'b3']);
  });

  test('overwrite nothing when the service does not know the person either', async () => {
    await openBoth(false, null);
    await page.run(`two.setText('b2', 'Bob'); await two.save(); two.setText('b3', 'Bob'); await two.save();`);
    expect(await stored()).toEqual(['Ada', 'Bob', 'Bob']);
    const conflict = await page.attempt(`two.setText('b2', 'Bob again'); await two.save();`);
    expect(conflict.error?.statusCode).toBe(409);
    expect(await stored()).toEqual(['Ada', 'Bob', 'Bob']);
  });

  test('keep what a person types while a save is merged', async () => {
    await openBoth(true);
    await page.run(`
      two.setText('b2', 'Bob');
      const saving = two.save();
      two.setText('b3', 'typed meanwhile');
      await saving;
      await new Promise((resolve) => setTimeout(resolve, 50));`);
    expect(await page.run('return two.isDirty')).toBe(true);
    expect(await texts('two.canvas')).toEqual(['b1', 'Bob', 'typed meanwhile']);
    await page.run('await two.save()');
    expect(await stored()).toEqual(['Ada', 'Bob', 'typed meanwhile']);
    await page.page.waitForFunction(`lab.editors.two.canvas.blocks[0].content === '<p>Ada</p>'`);
  });

  test('are told of a conflict in one block, and both versions are in the history', async () => {
    await openBoth(true);
    const conflict = await page.attempt(`two.setText('b1', 'Bob'); await two.save();`);
    expect(conflict.error).toMatchObject({ statusCode: 409, message: expect.stringContaining('Ada') });
    expect(await page.run('return [two.status, two.isDirty]')).toEqual([conflict.error?.message, true]);
    expect(await stored()).toEqual(['Ada', 'b2', 'b3']);
    const { versions } = await page.run<{ versions: { id: string }[] }>('return two.openHistory()');
    const first = await Promise.all(versions.map(({ id }) => texts(`await two.preview('${id}')`)));
    expect(first.map(([text]) => text)).toEqual(expect.arrayContaining(['Ada', 'Bob']));
  });

  test('a rename keeps the changes of others', async () => {
    await openBoth(true);
    await page.run(`await two.rename('Spring')`);
    expect(await stored()).toEqual(['Ada', 'b2', 'b3']);
    await page.run(`two.setText('b2', 'Bob'); await two.save();`);
    expect(await stored()).toEqual(['Ada', 'Bob', 'b3']);
  });

  test('restoring counts from what was restored', async () => {
    await openBoth(true);
    const { versions } = await page.run<{ versions: { id: string }[] }>('return two.openHistory()');
    await page.run(`await two.restore('${versions.at(-1)?.id}')`);
    expect(await stored()).toEqual(['b1', 'b2', 'b3']);
    await page.run(`two.setText('b2', 'Bob'); await two.save();`);
    expect(await stored()).toEqual(['b1', 'Bob', 'b3']);
  });

  test('report nothing when the editor is gone before its merged save is answered', async () => {
    const faults: unknown[] = [];
    page.page.on('pageerror', (fault) => faults.push(fault));
    await openBoth(true);
    await page.run(`
      two.setText('b2', 'Bob');
      const saving = two.save();
      two.getContent = () => { throw new Error('unmounted'); };
      await saving;
      await new Promise((resolve) => setTimeout(resolve, 50));`);
    expect(await stored()).toEqual(['Ada', 'Bob', 'b3']);
    expect(faults.map(String)).toEqual([]);
  });

  test('a merged save is not shown in a template that was opened meanwhile, even if it looks the same', async () => {
    await openBoth(true);
    const [first, isSame] = await page.run<[string, boolean]>(`
      const { fetch } = window;
      const answered = Promise.withResolvers();
      window.fetch = async (...request) => {
        const answer = await fetch(...request);
        if (request[1]?.method === 'PUT') await answered.promise;
        return answer;
      };
      const { id } = await lab.galleys.two.api.createTemplate({ content: ${CONTENT} });
      const old = two.template.id;
      two.setText('b2', 'Bob');
      const saving = two.save();
      await two.load(id);
      two.setText('b2', 'Bob');
      answered.resolve();
      await saving;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return [two.canvas.blocks[0].content, old === id];`);
    expect([first, isSame]).toEqual(['<p>b1</p>', false]);
  });

  test('say what they show instead of a version, if their page has made them live', async () => {
    await openBoth(false);
    const bodies: Record<string, unknown>[] = [];
    page.page.on('request', (request) => {
      if (request.method() === 'PUT') bodies.push(JSON.parse(request.postData() ?? '{}'));
    });
    await page.run(`
      const { realtime } = lab.galleys.two;
      // The page is in the channel already, for its comments.
      await realtime.join(two.template.id);
      const shown = { version: 1, read: () => two.canvas, take() {} };
      const channel = await realtime.join(two.template.id, shown);
      two.setText('b2', 'Bob');
      const data = { block_id: 'b2', updates: { content: '<p>Bob</p>' } };
      channel.send('client-operation', { operation: 'update_block', data, timestamp: 1 });
      await two.save();
      channel.leave();
      await two.save();`);
    expect(bodies).toMatchObject([{ tab: { turn: 1, version: 1, sent: 1 } }, { base_version: 1 }]);
    expect(bodies.map((body) => 'tab' in body === 'base_version' in body)).toEqual([false, false]);
    expect(await stored()).toEqual(['Ada', 'Bob', 'b3']);
  });
});
