import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { useHostPage } from './host-page.ts';

/** An editor that records its calls. */
const OWN = `{
  mount(context) {
    window.given = Object.keys(context).sort();
    context.container.textContent = 'an editor';
    window.context = context;
    return { says: 'hello' };
  },
  unmount(mounted) {
    window.unmounted = mounted.says;
    document.querySelector('#editor').textContent = '';
  },
}`;

/** The part of the published editor's module that is used. */
const PUBLISHED = `{
  async initCloud(config) {
    window.config = config;
    return { unmount: () => { window.unmounted = true; } };
  },
}`;

describeInBrowser('an editor', () => {
  const host = useHostPage();
  const start = (options: string) =>
    host.ask<{ error?: object; errors: object[] }>(`(async () => lab.start('one', ${options}))()`);

  test('of any kind is mounted by its adapter, with all it needs', async () => {
    expect(await start(`{ container: '#editor', editor: ${OWN} }`)).toEqual({ errors: [] });
    expect(await host.ask('given')).toEqual([
      'api',
      'auth',
      'container',
      'getSession',
      'onError',
      'realtime',
    ]);
    expect(await host.ask('lab.galleys.one.editor')).toEqual({ says: 'hello' });
    expect(await host.ask(`document.querySelector('#editor').textContent`)).toBe('an editor');
    expect(await host.ask('context.api.listTemplates().then(({ items }) => items.length)')).toBe(0);
    expect(await host.ask('context.getSession().then(({ tenant }) => tenant)')).toBe('acme');
    await host.ask('lab.galleys.one.destroy()');
    expect(await host.ask('unmounted')).toBe('hello');
  });

  test('that fails to mount is an SdkError', async () => {
    const { error, errors } = await start(
      `{ container: '#editor', editor: { mount() { throw new TypeError('no canvas'); } } }`,
    );
    expect(error).toMatchObject({ isSdkError: true, message: 'no canvas' });
    expect(errors).toEqual([error as object]);
  });

  test('needs its place in the page', async () => {
    const { error } = await start(`{ container: '#nowhere', editor: ${OWN} }`);
    expect(error).toMatchObject({ message: 'The page has no element #nowhere.' });
    expect((await start(`{ editor: ${OWN} }`)).error).toMatchObject({
      message: expect.stringContaining('container is missing'),
    });
    expect(host.customer.calls).toEqual([]);
  });

  test('as published is given the page’s token endpoint, in full', async () => {
    const requestOptions = { method: 'POST', headers: { 'X-A': 'b' }, body: { tenant: 'acme' } };
    const auth = { url: '/token', requestOptions };
    await start(
      `{ container: document.querySelector('#editor'), auth: ${JSON.stringify(auth)}, editor: ${PUBLISHED} }`,
    );
    expect(await host.ask(`({ ...config.auth, container: config.container.id })`)).toEqual({
      url: '/token',
      baseUrl: host.galley,
      requestOptions: { ...requestOptions, headers: { 'X-A': 'b', 'Content-Type': 'application/json' } },
      container: 'editor',
    });
    await host.ask(`config.onError(Object.assign(new Error('of the editor'), { statusCode: 404 }))`);
    expect(await host.ask('lab.errors.one')).toMatchObject([
      { isSdkError: true, message: 'of the editor', statusCode: 404, isNotFound: true },
    ]);
    await host.ask('lab.galleys.one.destroy()');
    expect(await host.ask('unmounted')).toBe(true);
  });

  test('as published is found as a global of the page, and left alone on wish', async () => {
    await host.ask(`void (window.Templatical = ${PUBLISHED})`);
    await start(`{ container: '#editor', editor: false }`);
    expect(await host.ask('typeof window.config')).toBe('undefined');
    await start(`{ container: '#editor' }`);
    expect(await host.ask('typeof window.config')).toBe('object');
  });

  test('need not be there', async () => {
    expect(await start('{}')).toEqual({ errors: [] });
    expect(await host.ask(`lab.call('one', 'listTemplates')`)).toHaveProperty('value');
  });
});
