import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';
import type { EditorPage, OpenOptions } from './test-product.ts';

const canvasShows = (text: string) =>
  `document.querySelector('[data-testid=canvas-wrapper]').textContent.includes(${JSON.stringify(text)})`;

const CONNECTED = `document.querySelector('[title="Collaboration disconnected"]') === null`;

describeInBrowser('nothing is lost in the published editor', () => {
  const editors = useEditorPages();
  const open = async (options: OpenOptions) => {
    const editor = await editors.open(options);
    await editor.until(CONNECTED);
    return editor;
  };
  const stored = async (template: string) =>
    (await editors.product.tenant.call('GET', `/templates/${template}`)).body.data.content;
  const typesOf = async (template: string): Promise<string[]> =>
    (await stored(template)).blocks.map(({ type }: { type: string }) => type);
  const save = async (editor: EditorPage) => {
    const before = await editor.evaluate('seen.saved.length');
    await editor.press('Save');
    await editor.until(`seen.saved.length === ${before} + 1`);
  };
  const changeByAgent = async (template_id: string) => {
    const agent = await editors.product.connectAgent();
    const operations = [{ op: 'update', id: 'text', fields: { content: '<p>Hello from an agent</p>' } }];
    const answer = await agent.callTool({ name: 'update-template', arguments: { template_id, operations } });
    expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
    await agent.close();
  };

  test.each([
    ['', {}],
    [', without the repairs of our client', { unrepaired: true }],
  ])('what an agent changes while the connection is cut%s', async (_, options) => {
    const template = await editors.createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada', ...options });
    await ada.click('[data-palette-type=spacer]');
    await save(ada);
    await ada.evaluate('sockets.forEach((socket) => socket.close())');
    await changeByAgent(template);
    await ada.click('[data-palette-type=divider]');
    await ada.until(canvasShows('Hello from an agent'));
    await save(ada);
    expect(await ada.evaluate('copy(galley.editor.getContent())')).toEqual(await stored(template));
    expect(JSON.stringify(await stored(template))).toContain('Hello from an agent');
    expect((await typesOf(template)).sort()).toEqual(['divider', 'paragraph', 'spacer', 'title']);
  });

  test('what another person saves while one has collaboration off', async () => {
    const template = await editors.createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    const bob = await editors.open({ template, user: 'u2', name: 'Bob', collaboration: false });
    await ada.click('[data-palette-type=spacer]');
    await save(ada);
    await bob.click('[data-palette-type=divider]');
    await save(bob);
    await ada.page.waitForSelector('[data-block-type=divider]');
    await save(ada);
    expect((await typesOf(template)).sort()).toEqual(['divider', 'paragraph', 'spacer', 'title']);
    expect(await ada.evaluate('copy(galley.editor.getContent())')).toEqual(await stored(template));
  });

  test('what is not saved yet when somebody joins', async () => {
    const template = await editors.createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    await ada.click('[data-palette-type=button]');
    await ada.page.waitForSelector('[data-block-type=button]');
    const cy = await open({ template, user: 'u3', name: 'Cy' });
    await cy.page.waitForSelector('[data-block-type=button]');
    await save(ada);
    await save(cy);
    expect((await typesOf(template)).sort()).toEqual(['button', 'paragraph', 'title']);
    expect(await cy.evaluate(`document.querySelectorAll('[data-block-type=button]').length`)).toBe(1);
  });

  test('what is added while a save is under way can be saved next', async () => {
    const template = await editors.createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    await ada.click('[data-palette-type=spacer]');
    // The request is sent, and answered once the button is there.
    await ada.evaluate(`(() => {
      const send = fetch;
      window.fetch = async (...request) => {
        const answer = await send(...request);
        if (request[1]?.method === 'PUT') await window.added;
        return answer;
      };
      window.added = new Promise((done) => { window.release = done; });
    })()`);
    await ada.press('Save');
    await ada.untilAnswered(/^200 PUT /);
    await ada.click('[data-palette-type=button]');
    await ada.evaluate('release()');
    await ada.until('seen.saved.length === 1');
    expect(await typesOf(template)).toEqual(['title', 'paragraph', 'spacer']);
    await save(ada);
    expect(await typesOf(template)).toEqual(['title', 'paragraph', 'spacer', 'button']);
  });

  test('of two who change the same block, the second is told why nothing was saved', async () => {
    const template = await editors.createTemplate();
    const bob = await editors.open({ template, user: 'u2', name: 'Bob', collaboration: false });
    await changeByAgent(template);
    await bob.evaluate(`(() => {
      const content = copy(galley.editor.getContent());
      content.blocks[1].content = '<p>Hello from Bob</p>';
      galley.editor.setContent(content);
    })()`);
    await bob.press('Save');
    await bob.untilAnswered(/^409 PUT /);
    await bob.until(`seen.errors.some((error) => error.includes('changed the same parts'))`);
    expect(JSON.stringify(await stored(template))).toContain('Hello from an agent');
    const { body } = await editors.product.tenant.call('GET', `/templates/${template}/snapshots`);
    expect(body.data[0].label).toStartWith('Not saved: changes by Bob');
    expect(JSON.stringify(body.data[0].content)).toContain('Hello from Bob');
  });
});
