import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';
import type { EditorPage, OpenOptions } from './test-product.ts';

// biome-ignore lint/suspicious/noExplicitAny: messages of any event
type Fields = Record<string, any>;

/** The messages that a page has sent or received over its connections, in order. */
async function framesOf({ evaluate }: EditorPage, direction: 'up' | 'down'): Promise<Fields[]> {
  const texts = await evaluate<[string, string][]>('frames');
  return texts
    .filter(([one]) => one === direction)
    .map(([, text]) => JSON.parse(text))
    .map((frame) => ({
      ...frame,
      data: typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data,
    }));
}

const dataOf = (frames: Fields[], event: string) =>
  frames.filter((one) => one.event === event).map(({ data }) => data);

/** The bodies of the saves that a page makes from now on. */
function watchSaves({ page }: EditorPage): Fields[] {
  const bodies: Fields[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') bodies.push(JSON.parse(request.postData() ?? '{}'));
  });
  return bodies;
}

const hasTold = (times: number) =>
  `frames.filter(([, text]) => text.includes('client-shown')).length === ${times}`;

async function untilTold(editor: EditorPage): Promise<EditorPage> {
  await editor.until(hasTold(1));
  return editor;
}

const SUBSCRIBED = 'Pusher.instances.at(-1).allChannels()[0].subscribed';
const CONTENT = 'copy(galley.editor.getContent())';
const canvasShows = (text: string) =>
  `JSON.stringify(galley.editor.getContent()).includes(${JSON.stringify(text)})`;

/** As the service would send it, to the last connection of a page. */
const receive = (event: string, template: string, data: object) => {
  const message = { event, channel: `presence-template.${template}`, data: JSON.stringify(data) };
  const text = JSON.stringify(JSON.stringify(message));
  return `sockets.at(-1).dispatchEvent(new MessageEvent('message', { data: ${text} }))`;
};
const REPLACED = { blocks: ['text'], user: { id: 'u2', name: 'Ann' } };
const SENTENCE = 'Ann changed the same text at the same moment, and theirs counts. Yours is in the history.';

describeInBrowser('a page that says what it shows', () => {
  const editors = useEditorPages();
  const { createTemplate } = editors;
  const open = async (options: OpenOptions) => untilTold(await editors.open(options));

  test('does so first on each connection, with each operation and with each save', async () => {
    const ada = await open({ template: await createTemplate() });
    const saves = watchSaves(ada);
    await ada.click('[data-palette-type=divider]');
    const content = await ada.evaluate<Fields>(CONTENT);
    const first = (await framesOf(ada, 'up')).filter(({ event }) => event.startsWith('client-'));
    expect(first.map(({ event }) => event)).toContain('client-operation');
    expect(first[0]).toMatchObject({
      event: 'client-shown',
      data: {
        turn: 1,
        version: 1,
        received: 0,
        sent: 0,
        own: [],
        content: { blocks: content.blocks.slice(0, 2) },
      },
    });
    const { member } = (first[0] as Fields).data;
    expect(member).toMatch(/^[0-9a-f-]{36}$/);

    // Made without a connection, so it is not sent, but told.
    await ada.evaluate('Pusher.instances.at(-1).disconnect()');
    await ada.click('[data-palette-type=spacer]');
    await ada.evaluate('Pusher.instances.at(-1).connect()');
    await ada.until(SUBSCRIBED);
    await ada.click('[data-palette-type=button]');
    const up = await framesOf(ada, 'up');
    expect(dataOf(up, 'client-operation').map(({ sent }) => sent)).toEqual([1, 3]);
    const again = dataOf(up, 'client-shown').at(-1) as Fields;
    const shown = await ada.evaluate<Fields>(CONTENT);
    const added = shown.blocks.slice(2).map(({ id }: Fields) => id);
    expect(again).toMatchObject({ member, turn: 2, version: 1, sent: 2, own: added.slice(0, 2) });
    expect(again.content.blocks).toEqual(shown.blocks.slice(0, 4));

    await ada.press('Save');
    await ada.until('seen.saved.length === 1');
    const page = { member, turn: 2, version: 1, received: expect.any(Number), sent: 3, own: added };
    expect(saves).toEqual([{ content: shown, tab: page } as never]);
    expect(await ada.errors()).toEqual([]);
  });

  test('says which message of others it has handled, and when it shows what it has saved', async () => {
    const template = await createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    const bob = await open({ template, user: 'u2', name: 'Bob' });
    await bob.click('[data-palette-type=divider]');
    await ada.page.waitForSelector('[data-block-type=divider]');
    // Bob has selected his block, which has a number too.
    const LOCKED = 'client-block_locked';
    await ada.until(`frames.some(([, text]) => text.includes('${LOCKED}'))`);
    const serial = dataOf(await framesOf(ada, 'down'), LOCKED).at(-1)?.serial;
    expect(serial).toEqual(expect.any(Number));
    const saves = watchSaves(ada);
    for (const _save of [1, 2]) await ada.evaluate('galley.editor.save().then(() => {})');
    expect(saves.map(({ tab }) => [tab.version, tab.received])).toEqual([
      [1, serial],
      [2, serial],
    ]);
    await ada.click('[data-palette-type=spacer]');
    await ada.until(`frames.some(([, text]) => text.includes('client-operation'))`);
    expect(dataOf(await framesOf(ada, 'up'), 'client-operation').at(-1)).toMatchObject({
      received: serial,
      sent: 1,
    });
  });

  test('is another page when it loads the template again', async () => {
    const template = await createTemplate();
    const ada = await open({ template });
    await ada.click('[data-palette-type=divider]');
    await editors.product.tenant.call('PUT', `/templates/${template}`, {
      body: { operations: [{ op: 'delete', id: 'head' }] },
    });
    await ada.evaluate(`galley.editor.load('${template}').then(() => {})`);
    await ada.until(hasTold(2));
    const [before, after] = dataOf(await framesOf(ada, 'up'), 'client-shown') as [Fields, Fields];
    expect(after).toMatchObject({ turn: 1, version: 2, received: 0, sent: 0, own: [] });
    expect(after.member).not.toBe(before.member);
    // What the former page had not saved is on the canvas still, and comes after that.
    expect(after.content.blocks.map(({ id }: Fields) => id)).toEqual(['text']);
  });

  test('leaves the channel of its first template when it loads another one', async () => {
    const ada = await open({ template: await createTemplate() });
    const other = await createTemplate();
    const saves = watchSaves(ada);
    await ada.evaluate(`galley.editor.load('${other}').then(() => {})`);
    await ada.until(`Pusher.instances.at(-1).allChannels().length === 0`);
    await ada.click('[data-palette-type=divider]');
    await ada.press('Save');
    await ada.until('seen.saved.length === 1');
    expect(dataOf(await framesOf(ada, 'up'), 'client-operation')).toEqual([]);
    expect(saves.map((body) => Object.keys(body))).toEqual([['content']]);
  });

  test('tells its person once that the change of somebody else counts', async () => {
    const template = await createTemplate();
    const ada = await open({ template });
    await ada.evaluate(receive('content-replaced', template, REPLACED));
    expect(await ada.errors()).toEqual([`409 ${SENTENCE}`]);
    const own = await open({ template, user: 'u3', name: 'Olga', own: true });
    await own.evaluate(receive('content-replaced', template, REPLACED));
    const alert = `galley.editor.shadowRoot.querySelector('.alert:not([hidden])')?.textContent`;
    expect(await own.evaluate(alert)).toBe(SENTENCE);
    expect(await own.errors()).toEqual([]);
  });
});

describeInBrowser('a page that cannot say what it shows', () => {
  const editors = useEditorPages();

  /** What keeps the page from it, before its scripts run. */
  const OBSTACLES = {
    'has collaboration off': '',
    'has no global of pusher-js': `Object.defineProperty(window, 'Pusher', { get: () => undefined, set() {} })`,
    'has an editor that is not known': `{
      const { getOwnPropertySymbols } = Object;
      Object.getOwnPropertySymbols = (one) => getOwnPropertySymbols(one).filter(({ description }) => description !== 'editor');
    }`,
  };

  test.each(Object.entries(OBSTACLES))('works as a plain page: it %s', async (what, script) => {
    const template = await editors.createTemplate();
    const collaboration = what !== 'has collaboration off';
    const ada = await editors.open({ template, collaboration });
    await ada.page.evaluateOnNewDocument(script);
    await ada.page.reload({ waitUntil: 'load' });
    await ada.evaluate('window.ready');
    await ada.until(`frames.some(([, text]) => text.includes('subscription_succeeded'))`);
    const bob = await editors.openConnected({ template, user: 'u2', name: 'Bob' });
    const saves = watchSaves(ada);
    await ada.click('[data-palette-type=divider]');
    if (collaboration) await bob.page.waitForSelector('[data-block-type=divider]');
    await ada.press('Save');
    await ada.until('seen.saved.length === 1');
    await bob.page.waitForSelector('[data-block-type=divider]');
    const up = await framesOf(ada, 'up');
    expect(dataOf(up, 'client-shown')).toEqual([]);
    expect(dataOf(up, 'client-operation').map((data) => Object.keys(data))).toEqual(
      collaboration ? [['operation', 'data', 'timestamp']] : [],
    );
    expect(saves.map((body) => Object.keys(body))).toEqual([['content']]);
    expect(await ada.errors()).toEqual([]);
  });
});

describeInBrowser('our own editor', () => {
  const editors = useEditorPages();

  test('says what it shows too, also while it is cut off and when it restores a version', async () => {
    const template = await editors.createTemplate();
    const own = await untilTold(await editors.open({ template, own: true }));
    const saves = watchSaves(own);
    const add = (type: string) =>
      own.evaluate(`galley.editor.shadowRoot.querySelector('[data-add=${type}]').click()`);
    await add('divider');
    await own.evaluate('sockets.at(-1).close()');
    await own.until('galley.realtime.socketId === undefined');
    await add('spacer');
    await own.evaluate('galley.editor.save()');
    await own.until(hasTold(2));
    const [first, second] = dataOf(await framesOf(own, 'up'), 'client-shown') as [Fields, Fields];
    expect(first).toMatchObject({ turn: 1, version: 1, received: 0, sent: 0, own: [] });
    expect(second).toMatchObject({ member: first.member, turn: 2, sent: 2 });
    const page = { member: first.member, turn: 1, version: 1, received: expect.any(Number), sent: 2 };
    expect(saves[0]).toMatchObject({ tab: page });
    expect(saves[0]).not.toHaveProperty('base_version');
    expect(saves[0]?.content.blocks).toHaveLength(4);

    await own.evaluate(`galley.editor.shadowRoot.querySelector('[data-tab=history]').click()`);
    await own.until(`galley.editor.shadowRoot.querySelector('.versions button') !== null`);
    await own.evaluate(`[...galley.editor.shadowRoot.querySelectorAll('.versions button')].at(-1).click()`);
    await own.until(`galley.editor.shadowRoot.querySelector('.banner:not([hidden]) .primary') !== null`);
    await own.evaluate(`galley.editor.shadowRoot.querySelector('.banner .primary').click()`);
    await own.until('galley.editor.getContent().blocks.length === 2');
    const operation = dataOf(await framesOf(own, 'up'), 'client-operation').at(-1);
    expect(operation).toMatchObject({ operation: 'set_content', sent: 3 });
    expect(await own.errors()).toEqual([]);
  });

  test('of one page is one member for the service, with the same content', async () => {
    const template = await editors.createTemplate();
    const own = await untilTold(await editors.open({ template, own: true }));
    const bob = await untilTold(await editors.open({ template, user: 'u2', name: 'Bob' }));
    await bob.click('[data-palette-type=divider]');
    await own.until(canvasShows('divider'));
    await own.evaluate(`(async () => {
      window.twin = Object.assign(document.createElement('galley-editor'), { connection: galley });
      document.body.append(twin);
      await twin.load('${template}');
    })()`);
    // Bob has not saved, so the stored template lacks it.
    await own.until(`JSON.stringify(twin.getContent()) === JSON.stringify(galley.editor.getContent())`);
    await own.evaluate(`twin.shadowRoot.querySelector('[data-add=spacer]').click()`);
    await own.until(canvasShows('spacer'));
    await bob.page.waitForSelector('[data-block-type=spacer]');
    const up = await framesOf(own, 'up');
    expect(dataOf(up, 'client-shown')).toHaveLength(1);
    expect(dataOf(up, 'client-operation').map(({ sent }) => sent)).toEqual([1]);
  });
});
