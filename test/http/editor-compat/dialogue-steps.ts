import { smallContent } from '../../support/test-app.ts';
import { RECIPIENTS, readWhole } from './editors.ts';
import * as shapes from './shapes.ts';
import { ask, json, type Step, same, signatureOf, signed, upload } from './steps.ts';

const COMMENTS = '/templates/{template}/comments';

const EMPTY = { blocks: [], settings: {} };
const TAGS = [{ label: 'Known', value: '{{ known }}' }];
const LOBSTER = '<p style="font-family: Lobster">Hello</p>';
const FINDING = { id: 'best.web-font:b1:1', message: 'x', suggestion: 'y', category: 'bestPractices' };

/** What editors do, from the first request on. */
export const DIALOGUES: Record<string, Step[]> = {
  'the start': [
    { what: 'config', send: json('GET', '/config'), shape: shapes.config },
    {
      what: 'health',
      send: (page) =>
        page.request('GET', '/config').then(() => page.app.request('GET', '/api/v1/health').then(readWhole)),
      shape: shapes.health,
    },
  ],
  templates: [
    {
      what: 'create',
      send: json('POST', '/templates', same({ content: smallContent(), name: 'A' })),
      shape: shapes.template,
    },
    { what: 'load', send: json('GET', '/templates/{template}'), shape: shapes.template },
    {
      what: 'save',
      send: json('PUT', '/templates/{template}', same({ content: smallContent('x') })),
      shape: shapes.template,
    },
    {
      what: 'export',
      send: json(
        'POST',
        '/templates/{template}/export',
        same({
          custom_fonts: [{ name: 'Inter', url: 'https://fonts.example/inter.css' }],
          default_fallback: 'Georgia, serif',
        }),
      ),
    },
  ],
  'test mails': [
    {
      what: 'send',
      send: (page, ids) => {
        const { signature } = signatureOf(page);
        const mail = { recipient: 'ada@example.com', html: '<p>Hello</p>', signature };
        return json('POST', '/templates/{template}/send-test-email', {
          old: { ...mail, allowed_emails: RECIPIENTS },
          today: { ...mail, allowedEmails: RECIPIENTS },
        })(page, ids);
      },
    },
  ],
  versions: [
    {
      what: 'create',
      as: 'version',
      send: json(
        'POST',
        '/templates/{template}/versions',
        same({ content: smallContent('1'), label: 'First' }),
      ),
      shape: shapes.version,
    },
    { what: 'list', send: json('GET', '/templates/{template}/versions'), shape: shapes.versions },
    { what: 'list of 0.10', send: json('GET', '/templates/{template}/snapshots'), shape: shapes.versions },
    { what: 'read', send: json('GET', '/templates/{template}/versions/{version}'), shape: shapes.version },
    {
      what: 'restore',
      send: json('POST', '/templates/{template}/versions/{version}/restore'),
      shape: shapes.template,
    },
  ],
  comments: [
    {
      what: 'create on a block',
      as: 'root',
      send: signed('POST', COMMENTS, {
        old: { body: 'Hi', block_id: 'b1' },
        today: { body: 'Hi', blockId: 'b1' },
      }),
      shape: shapes.comment,
    },
    {
      what: 'reply',
      as: 'reply',
      send: signed('POST', COMMENTS, {
        old: { body: 'Yes', parent_id: '{root}' },
        today: { body: 'Yes', parentId: '{root}' },
      }),
      shape: shapes.comment,
    },
    { what: 'edit', send: signed('PUT', `${COMMENTS}/{reply}`, same({ body: 'No' })), shape: shapes.comment },
    { what: 'resolve', send: signed('POST', `${COMMENTS}/{root}/resolve`), shape: shapes.comment },
    { what: 'list', send: json('GET', COMMENTS), shape: shapes.comments },
    { what: 'reopen', send: signed('POST', `${COMMENTS}/{root}/resolve`), shape: shapes.comment },
    { what: 'delete', send: signed('DELETE', `${COMMENTS}/{reply}`) },
    { what: 'list again', send: json('GET', COMMENTS), shape: shapes.comments },
  ],
  modules: [
    {
      what: 'create',
      as: 'module',
      send: json(
        'POST',
        '/saved-modules',
        same({ name: 'A', content: smallContent().blocks, category: 'B' }),
      ),
    },
    { what: 'list', send: json('GET', '/saved-modules?search=A&category=B') },
    { what: 'clear the category', send: json('PUT', '/saved-modules/{module}', same({ category: '' })) },
  ],
  media: [
    {
      what: 'folder',
      as: 'folder',
      send: json('POST', '/media/folders', {
        old: { name: 'A', parent_id: null },
        today: { name: 'A', parentId: null },
      }),
      shape: shapes.folder,
    },
    {
      what: 'folder inside',
      as: 'inner',
      send: json('POST', '/media/folders', {
        old: { name: 'B', parent_id: '{folder}' },
        today: { name: 'B', parentId: '{folder}' },
      }),
      shape: shapes.folder,
    },
    { what: 'folders', send: json('GET', '/media/folders'), shape: shapes.folders },
    {
      what: 'upload into a folder',
      as: 'file',
      send: upload('/media/upload', { old: { folder_id: 'folder' }, today: { folderId: 'folder' } }),
      shape: shapes.item,
    },
    {
      what: 'rename with alternative text',
      send: json('PUT', '/media/{file}', {
        old: { filename: 'a.png', alt_text: 'A' },
        today: { filename: 'a.png', alt: 'A' },
      }),
      shape: shapes.item,
    },
    {
      what: 'browse the folder',
      send: (page, ids) =>
        page.request(
          'GET',
          `/media/browse?${page.generation === 'old' ? 'folder_id' : 'folderId'}=${ids.folder}&sort=name_asc`,
        ),
      shape: shapes.itemPage,
    },
    {
      what: 'move',
      send: json('POST', '/media/move', {
        old: { ids: ['{file}'], folder_id: '{inner}' },
        today: { ids: ['{file}'], folderId: '{inner}' },
      }),
      shape: shapes.items,
    },
    {
      what: 'the folder is empty',
      send: (page, ids) =>
        page.request(
          'GET',
          `/media/browse?${page.generation === 'old' ? 'folder_id' : 'folderId'}=${ids.folder}`,
        ),
      shape: shapes.itemPage,
    },
    {
      what: 'move to the top',
      send: json('POST', '/media/move', {
        old: { ids: ['{file}'], folder_id: null },
        today: { ids: ['{file}'], folderId: null },
      }),
      shape: shapes.items,
    },
    {
      what: 'usage',
      send: json('POST', '/media/check-usage', same({ ids: ['{file}'] })),
      shape: shapes.usage,
    },
    { what: 'replace', send: upload('/media/{file}/replace'), shape: shapes.item },
    { what: 'frequently used', send: json('GET', '/media/frequently-used'), shape: shapes.items },
    { what: 'delete', send: json('POST', '/media/delete', same({ ids: ['{file}'] })) },
  ],
  'the AI panel': [
    {
      what: 'suggestions',
      send: ask('suggestions', {
        old: { current_content: EMPTY, merge_tags: TAGS },
        today: { currentContent: EMPTY, mergeTags: TAGS },
      }),
    },
    {
      what: 'generate',
      as: 'conversation',
      send: ask('generate', {
        old: { prompt: 'A welcome mail', current_content: EMPTY, merge_tags: TAGS, conversation_id: null },
        today: { prompt: 'A welcome mail', currentContent: EMPTY, mergeTags: TAGS, conversationId: null },
      }),
      shape: shapes.generated,
    },
    {
      what: 'go on with the conversation',
      send: ask('generate', {
        old: {
          prompt: 'An invitation',
          current_content: EMPTY,
          merge_tags: TAGS,
          conversation_id: '{conversation}',
        },
        today: {
          prompt: 'An invitation',
          currentContent: EMPTY,
          mergeTags: TAGS,
          conversationId: '{conversation}',
        },
      }),
      shape: shapes.generated,
    },
    {
      what: 'messages',
      send: json('GET', '/templates/{template}/ai/conversation-messages'),
      shape: shapes.messages,
    },
    {
      what: 'score of the canvas, with its merge tags',
      send: ask('score', {
        old: { current_content: smallContent('CANVAS {{ known }} {{ unknown }}'), merge_tags: TAGS },
        today: { currentContent: smallContent('CANVAS {{ known }} {{ unknown }}'), mergeTags: TAGS },
      }),
      shape: shapes.scored,
    },
    {
      what: 'fix',
      send: ask('fix-finding', {
        old: { content: LOBSTER, finding: FINDING, merge_tags: TAGS },
        today: { content: LOBSTER, finding: FINDING, mergeTags: TAGS },
      }),
    },
  ],
};
