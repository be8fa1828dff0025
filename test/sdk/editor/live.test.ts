import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';

const BLOCKS = [
  { id: 'head', type: 'title', content: '<p>Spring</p>' },
  { id: 'go', type: 'button', text: 'Go' },
  {
    id: 'row',
    type: 'section',
    columns: '2',
    children: [[{ id: 'in', type: 'paragraph', content: '<p>In</p>' }], []],
  },
];
const BOB = { id: 'u-bob', name: 'Bob' };

const CONTENT = 'JSON.stringify(editor.getContent())';
const lockOf = (id: string) => `editor.shadowRoot.querySelector('[data-block=${id}]').dataset.holder`;

describeInBrowser('two editors of one template', () => {
  const pages = useEditorPages();

  test('show each other’s changes at once, and end equal to the stored template', async () => {
    const tenant = 'live';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template });
    const bob = await pages.open({ tenant, template, user: BOB });
    await ada.until(`editor.shadowRoot.querySelector('.people').textContent.includes('Bob')`);
    await ada.select('go');
    await ada.fill('Text', 'Buy now');
    await ada.fill('Width', '200');
    await ada.fill('Width', '');
    await bob.untilShown('Buy now');
    await bob.select('in');
    await bob.keys('Alt+ArrowDown');
    await bob.click('[data-add=divider]');
    await bob.keys('Escape', 'Control+d');
    await ada.until('editor.getContent().blocks[2].children[1].length === 3');
    await bob.keys('Control+z');
    await ada.until('editor.getContent().blocks[2].children[1].length === 2');
    await bob.click('[data-tab=mail]');
    await bob.fill('Preview text in the inbox', 'Hello');
    await ada.until(`editor.getContent().settings.preheaderText === 'Hello'`);
    for (const page of [ada, bob]) await page.untilState('Saved');
    const stored = await pages.stored(tenant, template);
    expect(JSON.parse(await ada.evaluate(CONTENT))).toEqual(JSON.parse(await bob.evaluate(CONTENT)));
    expect(JSON.parse(await ada.evaluate(CONTENT))).toEqual(stored.content);
    expect(stored.content.blocks[1]).not.toHaveProperty('width');
    await ada.screenshot('live');
  });

  test('lock the block that somebody has selected, until that person leaves it or the page', async () => {
    const tenant = 'locks';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template });
    const bob = await pages.open({ tenant, template, user: BOB });
    await ada.until(`editor.shadowRoot.querySelector('.people').textContent.includes('Bob')`);
    await ada.select('go');
    await bob.until(`${lockOf('go')} === 'Ada'`);
    await bob.select('go');
    expect(await bob.evaluate(`editor.shadowRoot.querySelector('.notice').textContent`)).toBe(
      'Ada is editing this block.',
    );
    expect(await bob.evaluate(`editor.shadowRoot.querySelector('.form input').readOnly`)).toBe(true);
    await bob.keys('Delete', 'Alt+ArrowUp');
    expect((await bob.blocks<{ id: string }>()).map(({ id }) => id)).toEqual(['head', 'go', 'row']);
    await bob.screenshot('locked');
    await ada.select('head');
    await bob.until(`${lockOf('go')} === undefined`);
    await bob.until(`editor.shadowRoot.querySelector('.form input').readOnly === false`);
    // Bob has the block selected still, so it is his now.
    await ada.until(`${lockOf('go')} === 'Bob'`);
    const carol = await pages.open({ tenant, template, user: { id: 'u-carol', name: 'Carol' } });
    await carol.until(`${lockOf('go')} === 'Bob' && ${lockOf('head')} === 'Ada'`);
    await ada.close();
    await carol.until(`${lockOf('head')} === undefined`);
  });

  test('undo takes back only the own change', async () => {
    const tenant = 'undo';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template });
    const bob = await pages.open({ tenant, template, user: BOB });
    await ada.until(`editor.shadowRoot.querySelector('.people').textContent.includes('Bob')`);
    await ada.select('go');
    await ada.fill('Text', 'Of Ada');
    await bob.until(`editor.getContent().blocks[1].text === 'Of Ada'`);
    await bob.select('head');
    await bob.fill('Level', '1');
    await ada.until('editor.getContent().blocks[0].level === 1');
    await ada.press('Undo');
    await bob.until(`editor.getContent().blocks[1].text === 'Go'`);
    expect((await ada.blocks<{ level: number }>())[0]?.level).toBe(1);
  });

  test('a change by a program is shown, and saving goes on after an outage', async () => {
    const tenant = 'cut';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template, autosave: false });
    const { request } = await pages.app.openTenant(tenant, { user: { id: 'shop', name: 'Shop' } });
    const body = { operations: [{ op: 'update', id: 'go', fields: { text: 'By a program' } }] };
    expect((await request('PUT', `/templates/${template}`, { body })).status).toBe(200);
    await ada.untilShown('By a program');
    await pages.goAway();
    await ada.select('head');
    await ada.fill('Level', '3');
    await ada.click('[data-save]');
    await ada.untilState('Not saved');
    await ada.screenshot('not-saved');
    pages.comeBack();
    await ada.click('[data-save]');
    await ada.untilState('Saved');
    const { blocks } = (await pages.stored(tenant, template)).content;
    expect(blocks[0].level).toBe(3);
    expect(blocks[1].text).toBe('By a program');
  });

  test('after an outage without own changes the current state is shown', async () => {
    const tenant = 'outage';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template });
    await pages.goAway();
    const { request } = await pages.app.openTenant(tenant);
    const body = { operations: [{ op: 'update', id: 'go', fields: { text: 'While away' } }] };
    expect((await request('PUT', `/templates/${template}`, { body })).status).toBe(200);
    pages.comeBack();
    await ada.untilShown('While away');
  });

  test('in one page show each other’s changes, and the one stays live when the other is closed', async () => {
    const tenant = 'twins';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template, autosave: false });
    const bob = await pages.open({ tenant, template, user: BOB });
    await ada.select('go');
    await ada.fill('Text', 'Not saved yet');
    await ada.evaluate(`(async () => {
      window.twin = Object.assign(document.createElement('galley-editor'), { connection: galley });
      document.getElementById('place').append(twin);
      await twin.load('${template}');
    })()`);
    expect(await ada.evaluate('twin.getContent().blocks[1].text')).toBe('Not saved yet');
    // The twin has joined when it says who else is there.
    await ada.until(`twin.shadowRoot.querySelector('.people').textContent.includes('Bob')`);
    await ada.fill('Text', 'From the first');
    await ada.until(`twin.getContent().blocks[1].text === 'From the first'`);
    await bob.until(`editor.getContent().blocks[1].text === 'From the first'`);
    await ada.evaluate('twin.remove()');
    await bob.select('in');
    await bob.keys('Alt+ArrowDown');
    await ada.until('editor.getContent().blocks[2].children[1].length === 1');
    await ada.fill('Text', 'After the twin');
    await bob.until(`editor.getContent().blocks[1].text === 'After the twin'`);
    await ada.save();
    await bob.untilState('Saved');
    const { content } = await pages.stored(tenant, template);
    expect(JSON.parse(await ada.evaluate(CONTENT))).toEqual(content);
    expect(JSON.parse(await bob.evaluate(CONTENT))).toEqual(content);
  });

  test('in one page show each other’s comments', async () => {
    const tenant = 'twin-comments';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template });
    await ada.evaluate(`(async () => {
      window.twin = Object.assign(document.createElement('galley-editor'), { connection: galley });
      document.getElementById('place').append(twin);
      await twin.load('${template}');
    })()`);
    const countIn = (editor: string) =>
      `${editor}.shadowRoot.querySelector('[data-block=go]')?.dataset.comments`;
    await ada.select('go');
    await ada.press('Comment');
    await ada.page.keyboard.type('Is this right?');
    await ada.press('Send');
    await ada.until(`${countIn('editor')} === '1' && ${countIn('twin')} === '1'`);
    await ada.press('Resolve');
    await ada.until(`${countIn('editor')} === undefined && ${countIn('twin')} === undefined`);
  });

  test('in one page show the version that one of them restores', async () => {
    const tenant = 'twin-history';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template, autosave: false });
    await ada.select('go');
    await ada.fill('Text', 'Later');
    await ada.save();
    await ada.evaluate(`(async () => {
      window.twin = Object.assign(document.createElement('galley-editor'), { connection: galley });
      document.getElementById('place').append(twin);
      await twin.load('${template}');
    })()`);
    await ada.click('[data-tab=history]');
    await ada.find('.versions button');
    await ada.evaluate(`[...editor.shadowRoot.querySelectorAll('.versions button')].at(-1).click()`);
    await ada.press('Restore');
    await ada.until(`[editor, twin].every((one) => one.getContent().blocks[1].text === 'Go')`);
  });
});
