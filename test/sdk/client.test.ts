import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { smallContent } from '../support/test-app.ts';
import { useHostPage } from './host-page.ts';

const quote = (value: unknown) => JSON.stringify(value);

describeInBrowser('the typed client', () => {
  const host = useHostPage();
  const start = () => host.ask(`lab.start('one')`);
  const call = (operation: string, input?: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
    host.ask<any>(`lab.call('one', '${operation}', ${quote(input)})`);

  test('creates, reads, lists, changes and deletes', async () => {
    await start();
    const { value: made } = await call('createTemplate', { name: 'One', content: smallContent() });
    const template_id = made.id as string;
    expect(await call('getTemplate', { template_id })).toMatchObject({ value: { name: 'One', version: 1 } });
    expect(await call('listTemplates', { search: 'on', sort: 'updated' })).toMatchObject({
      value: { items: [{ id: template_id }], per_page: 25, next_cursor: null },
    });
    const renamed = { template_id, name: 'Two', expected_version: 1 };
    expect(await call('updateTemplate', renamed)).toMatchObject({ value: { name: 'Two', version: 2 } });
    expect(await call('updateTemplate', renamed)).toMatchObject({ error: { statusCode: 409 } });
    expect(await call('deleteTemplate', { template_id, expected_version: 2 })).toEqual({});
    expect(await call('getTemplate', { template_id })).toMatchObject({
      error: { message: 'Template not found.', statusCode: 404, isNotFound: true },
    });
  });

  test('sends lists as parameters that are repeated', async () => {
    await start();
    const content = {
      blocks: ['a', 'b', 'c'].map((id) => ({ id, type: 'paragraph', content: `<p>${id}</p>` })),
    };
    const { value } = await call('createTemplate', { content });
    const some = await call('getTemplate', {
      template_id: value.id,
      format: 'blocks',
      block_ids: ['a', 'c'],
    });
    expect(some).toMatchObject({ value: { blocks: [{ id: 'a' }, { id: 'c' }] } });
  });

  test('answers of every form: items, bare, page', async () => {
    await start();
    const { value } = await call('createTemplate', { content: smallContent() });
    const template_id = value.id;
    await call('createSnapshot', { template_id, content: smallContent('Old') });
    expect(await call('listMediaFolders')).toEqual({ value: [] });
    expect(await call('listSnapshots', { template_id })).toMatchObject({
      value: { items: [{ template_id }], next_cursor: null },
    });
    expect(await call('checkHealth')).toMatchObject({ value: { status: 'ok' } });
    expect(await call('listComments', { template_id })).toMatchObject({ value: { items: [] } });
    expect(await call('exportTemplate', { template_id, format: 'html' })).toMatchObject({
      value: { html: expect.stringContaining('Hello') },
    });
  });

  test('comments in the name of the session’s user', async () => {
    await start();
    const { value } = await call('createTemplate', { content: smallContent() });
    expect(await call('createComment', { template_id: value.id, body: 'Nice' })).toMatchObject({
      value: { author_identifier: 'u1', author_name: 'Ada' },
    });
    const other = { user_id: 'u2', user_name: 'Eve', user_signature: 'x' };
    expect(await call('createComment', { template_id: value.id, body: 'Nice', ...other })).toMatchObject({
      error: { statusCode: 403 },
    });
  });

  test('ids go into paths as they are, whatever they hold', async () => {
    await start();
    const template_id = '../../config?x=1#y/%2e%2e';
    expect(await call('getTemplate', { template_id })).toMatchObject({ error: { isNotFound: true } });
    expect(host.apiCalls.at(-1)).toEndWith(`/templates/${encodeURIComponent(template_id)}`);
    expect(await call('getTemplate', { template_id: '' })).toMatchObject({
      error: { message: 'template_id is missing.' },
    });
  });

  test('a tenant with a slash and spaces has its own path', async () => {
    const tenant = 'acme inc/north & süd';
    await host.ask(`lab.start('one', ${quote({ auth: { requestOptions: { body: { tenant } } } })})`);
    expect(await call('createTemplate', { name: 'Here', content: smallContent() })).toHaveProperty('value');
    expect(await call('listTemplates')).toMatchObject({ value: { items: [{ name: 'Here' }] } });
  });

  test('the message of an error is a whole sentence, with the field it is about', async () => {
    await start();
    const { error } = await call('createTemplate', { content: { blocks: [{ type: 'title', level: 9 }] } });
    expect(error).toMatchObject({ statusCode: 422, isServerError: false });
    expect(error.message).toMatch(/^"content" of a title block is missing.*\(content\.blocks\.0\.content\)/);
    expect(await host.ask('lab.errors.one')).toEqual([error]);
    expect((await call('listTemplates', { sort: 'bad' })).error.message).toStartWith('sort must be one of');
  });

  test('a call can be ended by the page, and that is no failure', async () => {
    await start();
    const outcome = await host.ask(`(() => {
      const ending = new AbortController();
      const work = lab.galleys.one.api.listTemplates({}, { signal: ending.signal });
      ending.abort();
      return work.catch(({ name }) => name);
    })()`);
    expect(outcome).toBe('AbortError');
    expect(await host.ask('lab.errors.one')).toEqual([]);
  });

  test('an onError that throws breaks nothing', async () => {
    await host.ask(`lab.start('one', { onError: () => { throw new Error('of the page'); } })`);
    expect(await call('getTemplate', { template_id: 'none' })).toMatchObject({ error: { isNotFound: true } });
  });
});
