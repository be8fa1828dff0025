import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createApiKey } from '../../src/features/access/index.ts';
import { CATALOGUE } from '../../src/operations.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { connect, tenantAccessOf, UNLIMITED_CALLS } from './tool-client.ts';

let app: TestApp;
let template_id: string;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  template_id = (await connect(app).get('create-template', { content: smallContent() })).id;
});
afterAll(() => app.stop());

const CASES: [string, () => object, string, string][] = [
  ['get-template', () => ({ template_id: 'gone' }), 'Template', 'list-templates'],
  ['get-snapshot', () => ({ template_id, snapshot_id: 'gone' }), 'Snapshot', 'list-snapshots'],
  ['resolve-comment', () => ({ template_id, comment_id: 'gone' }), 'Comment', 'list-comments'],
  [
    'create-comment',
    () => ({ template_id, body: 'x', parent_id: 'gone' }),
    'The comment to reply to was',
    'list-comments',
  ],
  ['change-media', () => ({ ids: ['gone'], filename: 'x' }), 'File', 'browse-media'],
  ['list-templates', () => ({ uses_media: 'gone' }), 'File', 'browse-media'],
  ['browse-media', () => ({ folder_id: 'gone' }), 'Folder', 'list-media-folders'],
  ['create-media-folder', () => ({ name: 'x', parent_id: 'gone' }), 'Folder', 'list-media-folders'],
  ['update-media-folder', () => ({ folder_id: 'gone', name: 'x' }), 'Folder', 'list-media-folders'],
  ['delete-media-folder', () => ({ folder_id: 'gone' }), 'Folder', 'list-media-folders'],
  ['list-templates', () => ({ folder_id: 'gone' }), 'Folder', 'list-library with {"kind":"folders"}'],
  [
    'change-templates',
    () => ({ folder: { id: 'gone', name: 'x' } }),
    'Folder',
    'list-library with {"kind":"folders"}',
  ],
  [
    'change-templates',
    () => ({ folder: { id: 'gone', delete: 'keep_templates' } }),
    'Folder',
    'list-library with {"kind":"folders"}',
  ],
  [
    'replace-in-templates',
    () => ({ what: 'block', find: 'gone', replace: '' }),
    'Saved module',
    'list-library with {"kind":"modules"}',
  ],
  [
    'restore-from-trash',
    () => ({ trash_id: 'gone' }),
    'Item in the trash',
    'list-library with {"kind":"trash"}',
  ],
];

test.each(CASES)(
  '%s that finds nothing names the tool that lists what exists',
  async (name, args, what, lister) => {
    const { isError, texts } = await connect(app).call(name, args());
    expect([isError, texts]).toEqual([true, [`${what} not found.`, `To see what exists, call ${lister}.`]]);
  },
);

test('a tool that the key may not call is not named', async () => {
  const { api_key: key } = await perform(createApiKey, app.deps, adminScope, {
    name: 'One tool',
    tools: ['get-template'],
  });
  const { texts } = await connect(app, 'modern', { ...tenantAccessOf(app), key }).call('get-template', {
    template_id: 'gone',
  });
  expect(texts).toEqual(['Template not found.']);
});

test('each kind is listed by one tool, with arguments that it accepts', async () => {
  const kinds = CATALOGUE.tools.flatMap(({ lists }) => Object.keys(lists));
  expect(kinds).toEqual([...new Set(kinds)]);
  const client = connect(app);
  for (const { definition, lists, isForProposers } of CATALOGUE.tools)
    for (const args of isForProposers ? [] : Object.values(lists)) {
      const needed = (definition.inputSchema.required as string[] | undefined) ?? [];
      await client.get(definition.name, { ...(needed.includes('template_id') && { template_id }), ...args });
    }
});
