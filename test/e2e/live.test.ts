import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { CONNECTED, CONTENT, useEditorPages } from './editor-pages.ts';

const canvasShows = (text: string) =>
  `document.querySelector('[data-testid=canvas-wrapper]').textContent.includes(${JSON.stringify(text)})`;

describeInBrowser('several at one template', () => {
  const editors = useEditorPages();
  const { createTemplate, openConnected: open } = editors;

  test('two browsers see each other, and what the other one inserts and sets', async () => {
    const template = await createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    const bob = await open({ template, user: 'u2', name: 'Bob' });
    await ada.until(`document.body.innerHTML.includes('Bob')`);
    await ada.click('[data-palette-type=button]');
    await bob.page.waitForSelector('[data-block-type=button]');
    await bob.click('[data-palette-type=divider]');
    await ada.page.waitForSelector('[data-block-type=divider]');
    await ada.evaluate(
      `galley.editor.setContent({ ...copy(galley.editor.getContent()), settings: { ...copy(galley.editor.getContent()).settings, backgroundColor: '#eeeeff' } })`,
    );
    await bob.until(`galley.editor.getContent().settings.backgroundColor === '#eeeeff'`);
    await ada.screenshot('live-ada');
    await bob.screenshot('live-bob');
    expect(await ada.evaluate('copy(galley.editor.getContent())')).toEqual(
      await bob.evaluate('copy(galley.editor.getContent())'),
    );
    await editors.leave(bob);
    await ada.until(`!document.querySelector('#editor header').innerHTML.includes('Bob')`);
    expect(await ada.errors()).toEqual([]);
  });

  test('a comment reaches the other one, and its author once', async () => {
    const template = await createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    const bob = await open({ template, user: 'u2', name: 'Bob' });
    for (const editor of [ada, bob]) await editor.press('Comments');
    await ada.type('[placeholder="Write a comment..."]', 'Is this too plain?');
    await ada.page.keyboard.press('Enter');
    await bob.until(`document.body.textContent.includes('Is this too plain?')`);
    await bob.screenshot('live-comment');
    await ada.untilAnswered(/^201 POST .*\/comments$/);
    await Bun.sleep(300);
    expect(await ada.evaluate(`document.body.textContent.split('Is this too plain?').length - 1`)).toBe(1);
  });

  test('an agent edits while the page watches, and is seen', async () => {
    const template_id = await createTemplate();
    const ada = await open({ template: template_id, user: 'u1', name: 'Ada' });
    const agent = await editors.product.connectAgent();
    const operations = [
      { op: 'update', id: 'text', fields: { content: '<p>Hello from an agent</p>' } },
      { op: 'add', block: { id: 'more', type: 'button', text: 'Go', url: 'https://go.example' } },
    ];
    const answer = await agent.callTool({ name: 'update-template', arguments: { template_id, operations } });
    expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
    await ada.until(canvasShows('Hello from an agent'));
    await ada.page.waitForSelector('[data-block-type=button]');
    await ada.screenshot('live-agent');
    const stored = (await editors.product.tenant.call('GET', `/templates/${template_id}`)).body.data.content;
    expect(await ada.evaluate('copy(galley.editor.getContent())')).toEqual(stored);
    expect(await ada.evaluate(`document.querySelectorAll('[data-block-type=button]').length`)).toBe(1);
    await agent.close();
    expect(await ada.errors()).toEqual([]);
  });

  test('a text typed into a selected block reaches all other editors', async () => {
    const template_id = await createTemplate();
    const ada = await open({ template: template_id, user: 'u1', name: 'Ada' });
    const bob = await open({ template: template_id, user: 'u2', name: 'Bob' });
    const bobHasIt = `document.querySelector('.tpl-collab-lock')?.textContent.includes('Bob') === true`;
    await ada.until(`document.body.innerHTML.includes('Bob')`);
    await bob.click('[data-block-id=text]');
    await ada.until(bobHasIt);
    await bob.page.click('[data-block-id=text] p', { count: 2 });
    // The field is there a moment before it has the keyboard.
    await bob.until(
      `document.activeElement?.matches('[data-block-id=text] [contenteditable=true]') === true`,
    );
    await bob.page.keyboard.press('End');
    await bob.page.keyboard.type(', dear Ada');
    // The text is taken over when the block is left; it stays selected.
    await bob.click('#tpl-tab-settings');
    await ada.until(canvasShows('Hello you, dear Ada'));
    await ada.until(bobHasIt);
    await ada.screenshot('live-selected');

    const agent = await editors.product.connectAgent();
    const operations = [{ op: 'update', id: 'text', fields: { content: '<p>Hello from an agent</p>' } }];
    const answer = await agent.callTool({ name: 'update-template', arguments: { template_id, operations } });
    expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
    await agent.close();
    for (const editor of [ada, bob]) await editor.until(canvasShows('Hello from an agent'));
    await ada.until(bobHasIt);
    expect(await ada.evaluate('copy(galley.editor.getContent())')).toEqual(
      await bob.evaluate('copy(galley.editor.getContent())'),
    );
    // The agent has not seen what he typed, because nobody had saved it.
    expect(await bob.errors()).toEqual([expect.stringContaining('Yours is in the history')]);
    expect(await ada.errors()).toEqual([]);
  });

  test('a change over REST reaches the open editor; its own saves are not echoed to it', async () => {
    const template = await createTemplate();
    const ada = await open({ template });
    const content = {
      blocks: [CONTENT.blocks[0], { id: 'text', type: 'paragraph', content: '<p>By REST</p>' }],
    };
    await editors.product.tenant.call('PUT', `/templates/${template}`, { body: { content } });
    await ada.until(canvasShows('By REST'));
    await ada.click('[data-palette-type=spacer]');
    await ada.press('Save');
    await ada.until('seen.saved.length === 1');
    await Bun.sleep(500);
    expect(await ada.evaluate(`document.querySelectorAll('[data-block-type=spacer]').length`)).toBe(1);
  });

  test('our own client is in the room too: it sees people, and what they do', async () => {
    const template = await createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    const bob = await open({ template: await createTemplate(), user: 'u2', name: 'Bob' });
    await bob.evaluate(`(async () => {
      window.heard = [];
      window.room = await galley.realtime.join(${JSON.stringify(template)});
      for (const event of ['client-operation', 'member_removed']) room.on(event, (data) => heard.push(data));
    })()`);
    expect(await bob.evaluate('[...room.members.values()].map(({ name }) => name).sort()')).toEqual([
      'Ada',
      'Bob',
    ]);
    await ada.click('[data-palette-type=spacer]');
    await bob.until(`heard.some(({ operation }) => operation === 'add_block')`);
    const operation = { operation: 'update_settings', data: { updates: { width: 700 } }, timestamp: 1 };
    expect(await bob.evaluate(`room.send('client-operation', ${JSON.stringify(operation)})`)).toBe(true);
    await ada.until('galley.editor.getContent().settings.width === 700');
    await editors.leave(ada);
    await bob.until(`heard.some(({ name }) => name === 'Ada')`);
  });

  test('an editor whose template is deleted shows that it is disconnected; others stay connected', async () => {
    const template = await createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    const bob = await open({ user: 'u2', name: 'Bob', template: await createTemplate() });
    await editors.product.tenant.call('DELETE', `/templates/${template}`);
    await ada.until(`!(${CONNECTED})`);
    expect(await ada.errors()).toEqual(['Failed to subscribe to template channel']);
    expect(await bob.evaluate(CONNECTED)).toBe(true);
    expect(await bob.errors()).toEqual([]);
  });
});
