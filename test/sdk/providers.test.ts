import { afterAll, expect, test } from 'bun:test';
import { setProjectPlan } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { adminScope, smallContent } from '../support/test-app.ts';
import { COMMENTING, EVERYTHING, READING, settingsFor } from './provider-controls.ts';
import { useProviderPage } from './provider-page.ts';

let mails: MailServer;
afterAll(() => mails?.stop());

async function prepare() {
  mails = await startMailServer();
  return settingsFor(mails);
}

const CONTENT = JSON.stringify(smallContent());
const OPEN = `await one.create({ name: 'Spring', content: ${CONTENT} });`;

describeInBrowser('the provider objects', () => {
  const page = useProviderPage(prepare);
  const setPlan = (plan: string) =>
    perform(setProjectPlan, page.app.deps, adminScope, { project_id: page.app.first.project_id, plan });

  const recipients = ['ada@example.com', 'bob@example.com'];

  test('show every control to who may do everything', async () => {
    expect((await page.mount('one', { recipients })).toSorted()).toEqual(EVERYTHING.toSorted());
    expect(await page.run('return one.config.templates.autoSave')).toBe(true);
    expect(await page.run('return one.config.user')).toEqual({ id: 'u1', name: 'Ada' });
    expect(await page.run('return Object.keys(one.config.render)')).toEqual([
      'toMjml',
      'toHtml',
      'compileMjml',
    ]);
    expect(await page.run('return one.config.mergeTags')).toEqual({ syntax: 'liquid', tags: [] });
  });

  test('show what a person may do', async () => {
    const view = await page.mount('one', { recipients, providers: { access: 'view' } });
    expect(view.toSorted()).toEqual(READING.toSorted());
    const comment = await page.mount('one', { recipients, providers: { access: 'comment' } });
    expect(comment.toSorted()).toEqual([...READING, ...COMMENTING].toSorted());
    expect(await page.run('return one.config.templates.autoSave')).toBe(false);
  });

  test('show what the session allows', async () => {
    const controls = await page.mount('one', { user: null });
    const isOff = (name: string) => name.startsWith('comments.') || name.startsWith('testEmail.');
    expect(controls.toSorted()).toEqual(EVERYTHING.filter((name) => !isOff(name)).toSorted());
    expect(await page.run(`return 'user' in one.config`)).toBe(false);
  });

  test('show what the plan has, and a plan that changes meanwhile is told to the person', async () => {
    await page.mount('one', { recipients });
    await page.run(OPEN);
    await setPlan('bare');
    try {
      const refused = await page.attempt(`return one.comment({ body: 'Late' })`);
      expect(refused.error).toMatchObject({
        message: "Feature 'commenting' is not available on your current plan.",
        statusCode: 403,
      });
      const isOff = (name: string) =>
        /^(comments|savedBlocks|testEmail|media\.folders)\.|^media\.importFromUrl$/.test(name);
      const controls = await page.mount('two', { recipients });
      expect(controls.toSorted()).toEqual(EVERYTHING.filter((name) => !isOff(name)).toSorted());
      expect(await page.run('return two.config.templates.autoSave')).toBe(false);
      expect(await page.run('return Object.keys(two.config.render)')).toEqual(['toHtml', 'compileMjml']);
      expect(await page.run('return two.config.media.mimeTypes')).toEqual({
        images: expect.arrayContaining(['image/png']),
      });
      expect(await page.run('return two.config.media.maxFileSize')).toBe(5 * 2 ** 20);
    } finally {
      await setPlan('scale');
    }
  });

  test('of templates create, load, save and rename', async () => {
    await page.mount('one');
    const made = await page.run<{ id: string }>(`return one.create({ name: 'Spring', content: ${CONTENT} })`);
    expect(Object.keys(made).toSorted()).toEqual(['content', 'createdAt', 'id', 'name', 'updatedAt']);
    expect(made).toMatchObject({ name: 'Spring', content: { blocks: [{ id: 'b1' }] } });
    await page.run(`one.setText('b1', 'Changed'); await one.save();`);
    expect(await page.run('return [one.status, one.isDirty]')).toEqual(['saved', false]);
    expect(await page.run(`return one.rename('Summer')`)).toMatchObject({ id: made.id, name: 'Summer' });
    await page.mount('two');
    expect(await page.run(`return two.load('${made.id}')`)).toMatchObject({
      name: 'Summer',
      content: { blocks: [{ content: '<p>Changed</p>' }] },
    });
    // A patch may have one key, or none.
    expect(await page.run(`return two.config.templates.save('${made.id}', { name: 'Fall' })`)).toMatchObject({
      name: 'Fall',
      content: { blocks: [{ content: '<p>Changed</p>' }] },
    });
    expect(await page.run(`return two.config.templates.save('${made.id}', {})`)).toMatchObject({
      name: 'Fall',
    });
    const unnamed = await page.run<object>(`return two.create({ content: ${CONTENT} })`);
    expect(unnamed).not.toHaveProperty('name');
  });

  test('of versions list with authors, read, record and restore', async () => {
    await page.mount('one');
    await page.run(OPEN);
    for (const text of ['First', 'Second']) await page.run(`one.setText('b1', '${text}'); await one.save();`);
    type Versions = { versions: { id: string; isAutomatic: boolean; author?: object; label?: string }[] };
    const { versions } = await page.run<Versions>('return one.openHistory()');
    expect(versions.length).toBeGreaterThanOrEqual(1);
    expect(versions[0]).toMatchObject({ isAutomatic: true, author: { id: 'u1', name: 'Ada' } });
    expect(versions[0]).not.toHaveProperty('content');
    const made = await page.run<{ id: string }>(
      `return one.config.versionHistory.create(one.template.id, one.getContent(), { label: 'Approved' })`,
    );
    expect(made).toMatchObject({ isAutomatic: false, label: 'Approved' });
    const limited = await page.run<{ versions: { id: string }[]; nextCursor: string }>(
      'return one.config.versionHistory.list(one.template.id, { limit: 1 })',
    );
    expect(limited.versions.map(({ id }) => id)).toEqual([made.id]);
    const next = await page.run<{ versions: unknown[] }>(
      `return one.config.versionHistory.list(one.template.id, { limit: 1, cursor: '${limited.nextCursor}' })`,
    );
    expect(next.versions).not.toEqual(limited.versions);
    expect(await page.run(`return one.preview('${made.id}')`)).toMatchObject({
      blocks: [{ content: '<p>Second</p>' }],
    });
    await page.run(`one.setText('b1', 'Unsaved');`);
    const restored = await page.run(`return one.restore('${made.id}')`);
    expect(restored).toMatchObject({ name: 'Spring', content: { blocks: [{ content: '<p>Second</p>' }] } });
    expect(await page.run('return one.canvas.blocks[0].content')).toBe('<p>Second</p>');
    // Restoring appends: what was saved before it is there still.
    const after = await page.run<Versions>('return one.openHistory()');
    const previews = await page.run<{ blocks: { content: string }[] }[]>(
      `return Promise.all(${JSON.stringify(after.versions.map(({ id }) => id))}.map((id) => one.preview(id)))`,
    );
    expect(previews.map(({ blocks }) => blocks[0]?.content)).toContain('<p>Unsaved</p>');
  });

  test('of comments write, reply, edit, resolve and delete', async () => {
    await page.mount('one');
    await page.run(OPEN);
    // The list that is read again once the channel is joined.
    await page.page.waitForNetworkIdle({ idleTime: 200 });
    const root = await page.run<{ id: string }>(`return one.comment({ body: 'Bigger?', blockId: 'b1' })`);
    expect(root).toMatchObject({
      body: 'Bigger?',
      author: { id: 'u1', name: 'Ada' },
      blockId: 'b1',
      parentId: null,
      resolvedAt: null,
      resolvedBy: null,
      replies: [],
    });
    expect(root).not.toHaveProperty('updatedAt');
    await page.run(`await one.comment({ body: 'Yes', parentId: '${root.id}' })`);
    const edited = await page.run(`return one.editComment('${root.id}', 'Much bigger?')`);
    expect(edited).toMatchObject({ updatedAt: expect.any(String), replies: [{ body: 'Yes' }] });
    for (const resolved of [true, true, false]) {
      const { resolvedBy } = await page.run<{ resolvedBy: object | null }>(
        `return one.resolve('${root.id}', ${resolved})`,
      );
      expect(resolvedBy).toEqual(resolved ? { id: 'u1', name: 'Ada' } : null);
    }
    expect(await page.run('return one.ownComments()')).toEqual(['Much bigger?', 'Yes']);
    const before = await page.run('return one.threads');
    await page.run('await one.openComments()');
    // The editor recognizes what it has by JSON: lists and answers are written the same way.
    expect(await page.run('return JSON.stringify(one.threads)')).toBe(JSON.stringify(before));
    await page.run(`await one.deleteComment('${root.id}')`);
    expect(await page.run('return one.config.comments.list(one.template.id)')).toEqual([]);
    expect(await page.run('return one.commentEvents')).toEqual([
      ...[
        'local created',
        'local created',
        'local updated',
        'local resolved',
        'local unresolved',
        'local deleted',
      ],
    ]);
  });

  test('of saved blocks save, find, change and delete', async () => {
    await page.mount('one');
    const blocks = JSON.stringify(smallContent('Footer').blocks);
    const made = await page.run<{ id: string }>(
      `return one.config.savedBlocks.create({ name: 'Footer', content: ${blocks}, category: 'Ends' })`,
    );
    const row = { name: 'Footer', category: 'Ends', canUpdate: true, canDelete: true };
    expect(made).toMatchObject({ ...row, content: JSON.parse(blocks) });
    expect(await page.run('return one.config.savedBlocks.list()')).toEqual([made]);
    const list = (filter: object) =>
      page.run(`return one.config.savedBlocks.list(${JSON.stringify(filter)})`);
    expect(await list({ search: 'foot', category: 'Ends' })).toEqual([made]);
    expect(await list({ search: 'head' })).toEqual([]);
    const changed = await page.run(
      `return one.config.savedBlocks.update('${made.id}', { name: 'Legal', category: '' })`,
    );
    expect(changed).toMatchObject({ name: 'Legal', content: JSON.parse(blocks) });
    expect(changed).not.toHaveProperty('category');
    await page.run(`await one.config.savedBlocks.delete('${made.id}')`);
    expect(await page.run('return one.config.savedBlocks.list()')).toEqual([]);
  });

  test('send the canvas, unsaved as it is, to recipients of the session only', async () => {
    await page.mount('one', { recipients });
    expect(await page.run('return one.config.testEmail.allowedRecipients')).toEqual(recipients);
    await page.run(`${OPEN} one.setText('b1', 'Not saved yet'); await one.sendTest();`);
    expect(mails.mails).toMatchObject([
      { to: ['ada@example.com'], html: expect.stringContaining('Not saved yet') },
    ]);
    expect(mails.mails[0]?.headers.get('subject')).toBe('[Test] Spring');
    const refused = await page.attempt(`return one.sendTest('eve@example.com')`);
    expect(refused.error).toMatchObject({
      statusCode: 403,
      message: expect.stringContaining('not on the list of allowed recipients'),
    });
  });

  test('render the canvas, with fonts of the editor', async () => {
    await page.mount('one');
    await page.run(OPEN);
    const fonts = `{ customFonts: [{ name: 'Inter', url: 'https://fonts.example/inter.css' }], defaultFallback: 'Arial' }`;
    await page.run(`one.canvas.settings.fontFamily = 'Inter'`);
    expect(await page.run(`return one.toHtml(${fonts})`)).toContain('https://fonts.example/inter.css');
    const mjml = await page.run<string>(`return one.toMjml(${fonts})`);
    expect(mjml).toStartWith('<mjml');
    expect(await page.run('return one.config.render.compileMjml(await one.toMjml())')).toBe(
      await page.run('return one.toHtml()'),
    );
    const refused = await page.attempt(`return one.config.render.compileMjml('<p>no</p>')`);
    expect(refused.error).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('is not valid'),
    });
  });

  test('reject with errors for people, which are SdkErrors', async () => {
    await page.mount('one');
    await page.run(OPEN);
    const missing = await page.attempt(`return one.load('01a1ff60-0000-7000-8000-000000000000')`);
    expect(missing.error).toMatchObject({
      isSdkError: true,
      isNotFound: true,
      message: 'Template not found.',
    } as object);
    const wrong = await page.attempt(`one.edit((content) => content.blocks.push({})); await one.save();`);
    expect(wrong.error).toMatchObject({ statusCode: 422, isServerError: false } as object);
    expect(await page.run('return one.status')).toBe(wrong.error?.message as string);
    expect(await page.run('return one.isDirty')).toBe(true);
    await page.run(`one.edit((content) => content.blocks.pop())`);
    page.customer.behave(() => Response.json({ message: 'Please sign in.' }, { status: 401 }));
    await page.run(`window.realFetch = fetch;
      window.fetch = async (url, init) => String(url).includes('/token')
        ? window.realFetch(url, init)
        : new Response('{"message":"The access token is expired.","code":"unauthorized"}', { status: 401 });`);
    const signedOut = await page.attempt('return one.save()');
    expect(signedOut.error).toMatchObject({ message: 'Please sign in.', isUnauthorized: true } as object);
    page.customer.behave((good) => good);
    const ended = await page.attempt('return one.save()');
    expect(ended.error?.message).toBe('Your session has ended. Sign in again and repeat this.');
    await page.run(`window.fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });`);
    const gateway = await page.attempt('return one.save()');
    expect(gateway.error).toMatchObject({
      message: 'The service did not answer as expected. Try again later.',
      isServerError: true,
    } as object);
    await page.run('window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));');
    const offline = await page.attempt('return one.save()');
    expect(offline.error).toMatchObject({ message: 'The connection failed. Check it and try again.' });
    await page.run('window.fetch = window.realFetch; await one.save();');
    expect(await page.run('return [one.status, one.isDirty]')).toEqual(['saved', false]);
    // The page hears of the same failures, with what developers need.
    const heard = await page.ask<{ message: string }[]>('lab.errors.one');
    expect(heard.map(({ message }) => message).join('\n')).toContain('Failed to fetch');
  });

  test('reject with a message for people where the token endpoint signs wrongly', async () => {
    page.customer.behave((good) => ({ ...good, user: { id: 'u1', name: 'Ada', signature: '0'.repeat(64) } }));
    await page.mount('one');
    page.customer.behave((good) => good);
    await page.run(OPEN);
    const refused = await page.attempt(`await one.comment({ body: 'Hello' })`);
    expect(refused.error).toMatchObject({
      statusCode: 403,
      message: 'Your session does not allow this. Reload the page and try again.',
    });
    const heard = await page.ask<{ message: string }[]>('lab.errors.one');
    expect(heard.map(({ message }) => message).join('\n')).toContain('user_signature');
  });

  test('pass merge tags on', async () => {
    const tags = [{ label: 'First name', value: '{{ first_name }}', sample: 'Ada' }];
    await page.mount('one', { providers: { mergeTags: tags } });
    expect(await page.run('return one.config.mergeTags.tags')).toEqual(tags);
  });
});
