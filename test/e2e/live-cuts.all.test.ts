import { expect, test } from 'bun:test';
import { askGalley } from '../binary/support.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { CONNECTED, useEditorPages } from './editor-pages.ts';
import type { EditorPage } from './test-product.ts';

describeInBrowser('an editor that was cut off', () => {
  const editors = useEditorPages();
  const { createTemplate, openConnected: open } = editors;

  /** The tokens with which a page asks for channels from now on. */
  function watchTokens({ page }: EditorPage): string[] {
    const tokens: string[] = [];
    page.on('request', (request) => {
      const isAsking = request.method() === 'POST' && request.url().endsWith('/broadcasting/auth');
      if (isAsking) tokens.push(request.headers().authorization ?? '');
    });
    return tokens;
  }
  const cut = 'Pusher.instances.at(-1).disconnect()';
  const comeBack = 'Pusher.instances.at(-1).connect()';

  test('after eleven minutes and a cut, an editor joins again with a fresh token', async () => {
    const template = await createTemplate();
    const ada = await open({ template, user: 'u1', name: 'Ada' });
    const bob = await open({ template, user: 'u2', name: 'Bob' });
    const first = await ada.evaluate(
      'Pusher.instances.at(-1).options.channelAuthorization.headers.Authorization',
    );
    const tokens = watchTokens(ada);
    await ada.evaluate(`{
      const now = Date.now;
      Date.now = () => now() + 11 * 60_000;
      window.setClockRight = () => { Date.now = now; };
    }`);
    await ada.evaluate(cut);
    await ada.evaluate(comeBack);
    await ada.until('Pusher.instances.at(-1).allChannels()[0].subscribed');
    expect(tokens).toHaveLength(1);
    expect(tokens[0]).toStartWith('Bearer ');
    expect(tokens).not.toContain(first as string);
    await bob.click('[data-palette-type=button]');
    await ada.page.waitForSelector('[data-block-type=button]');
    const saves: string[] = [];
    ada.page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.headers().authorization ?? '');
    });
    // By the moved clock, the editor's new token has expired too.
    await ada.evaluate('setClockRight()');
    await ada.press('Save');
    await ada.until('seen.saved.length === 1');
    expect(saves).toEqual(tokens);
    expect(await ada.errors()).toEqual([]);
  });

  test('while the service cannot be reached, an editor asks again for its channel', async () => {
    const ada = await open({ template: await createTemplate(), user: 'u1', name: 'Ada' });
    const tokens = watchTokens(ada);
    await ada.page.setRequestInterception(true);
    ada.page.on('request', (request) => {
      const isFirst = request.url().endsWith('/broadcasting/auth') && tokens.length <= 1;
      if (isFirst) request.abort('connectionrefused');
      else request.continue();
    });
    await ada.evaluate(cut);
    await ada.evaluate(comeBack);
    await ada.until('Pusher.instances.at(-1).allChannels()[0].subscribed');
    await ada.until(CONNECTED);
    expect(await ada.errors()).toEqual([]);
  });

  test('when tokens are revoked, an editor comes back with another one; without our client it is refused once', async () => {
    const ada = await open({ template: await createTemplate(), user: 'u1', name: 'Ada' });
    const bob = await open({ template: ada.templateId, user: 'u2', name: 'Bob', unrepaired: true });
    const tokens = watchTokens(ada);
    await askGalley(editors.product.place, 'token-key', 'rotate', '--revoke');
    await bob.until(`!(${CONNECTED})`);
    // A second refusal would come at once, or after the 30 seconds that a connection has without a token.
    await Bun.sleep(38_000);
    const refusalsOf = async (editor: EditorPage) =>
      (await editor.errors()).filter((error) => error.startsWith('Failed to subscribe')).length;
    expect([await refusalsOf(ada), await refusalsOf(bob)]).toEqual([0, 1]);
    expect([await ada.evaluate(CONNECTED), await bob.evaluate(CONNECTED)]).toEqual([true, false]);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(2);
  });
});
