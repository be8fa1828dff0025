import { drawPng } from '../features/media/library.ts';
import { smallContent } from '../support/test-app.ts';

/** Server from which files are fetched. The end of an address decides its answer. */
export const web = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => new Response(url.endsWith('.html') ? '<html>' : drawPng(2)),
});
const pictureUrl = () => `http://127.0.0.1:${web.port}/logo.png`;
/** A state, and the input that is given in it: ids stand for what the state holds. */
export interface Ids {
  template_id: string;
  snapshot_id: string;
  /** A thread of the caller, and a reply to it. */
  comment_id: string;
  reply_id: string;
  folder_id: string;
  media_id: string;
  /** A template in the trash. */
  trash_id: string;
}
type Sample = (ids: Ids) => Record<string, unknown>;

const gone = '00000000-0000-7000-8000-000000000000';
const ofSnapshot: Sample = ({ template_id, snapshot_id }) => ({ template_id, snapshot_id });
const noTemplate: Sample = (ids) => ({ ...ofSnapshot(ids), template_id: gone });

/** By operation: inputs that are accepted, and inputs that are refused with a code. */
export const SAMPLES: Record<string, { accepted: Sample[]; refused: [code: string, sample: Sample][] }> = {
  getProjectConfig: { accepted: [() => ({})], refused: [] },
  listTemplates: {
    accepted: [() => ({}), () => ({ search: 'LET', sort: 'name_asc' }), () => ({ search: 'nothing' })],
    refused: [
      ['validation_failed', () => ({ sort: 'sideways' })],
      ['validation_failed', () => ({ cursor: 'forged' })],
    ],
  },
  exportTemplate: {
    accepted: [
      ({ template_id }) => ({ template_id, format: 'html' }),
      ({ template_id }) => ({ template_id, format: 'both', plain_text: true }),
      ({ template_id }) => ({ template_id, format: 'mjml', data: { name: 'Ada' } }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, format: 'pdf' })],
    ],
  },
  getTemplate: {
    accepted: [
      ({ template_id }) => ({ template_id }),
      ({ template_id }) => ({ template_id, format: 'outline' }),
      ({ template_id }) => ({ template_id, block_ids: ['b1', 'none'] }),
      ({ template_id }) => ({ template_id, if_version: 2 }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, format: 'x' })],
      ['validation_failed', ({ template_id }) => ({ template_id, format: 'outline', block_ids: ['b1'] })],
    ],
  },
  createTemplate: {
    accepted: [
      () => ({ content: smallContent() }),
      () => ({ content: { blocks: [{ type: 'title', content: 'x' }] }, name: 'N' }),
    ],
    refused: [
      ['validation_failed', () => ({})],
      ['validation_failed', () => ({ content: smallContent(), name: 'x'.repeat(256) })],
      ['too_large', () => ({ content: { blocks: [{ type: 'html', content: 'x'.repeat(3_000_000) }] } })],
    ],
  },
  updateTemplate: {
    accepted: [
      ({ template_id }) => ({ template_id, name: 'N', content: smallContent('new') }),
      ({ template_id }) => ({ template_id, operations: [{ op: 'delete', id: 'b1' }], expected_version: 2 }),
      ({ template_id }) => ({ template_id, name: null, dry_run: true }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone, name: 'N' })],
      ['version_conflict', ({ template_id }) => ({ template_id, name: 'N', expected_version: 1 })],
      ['validation_failed', ({ template_id }) => ({ template_id })],
      ['validation_failed', ({ template_id }) => ({ template_id, operations: [{ op: 'delete', id: 'x' }] })],
    ],
  },
  deleteTemplate: {
    accepted: [({ template_id }) => ({ template_id })],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['version_conflict', ({ template_id }) => ({ template_id, expected_version: 1 })],
      ['validation_failed', ({ template_id }) => ({ template_id, expected_version: 'x' })],
    ],
  },
  replaceInTemplates: {
    accepted: [
      ({ template_id }) => ({
        what: 'text',
        find: 'Hello',
        replace: 'Good day',
        template_ids: [template_id],
      }),
      () => ({ what: 'color', find: '#ffffff', replace: '#fafafa', dry_run: true }),
    ],
    refused: [
      ['validation_failed', () => ({ what: 'text', find: '', replace: 'x' })],
      ['validation_failed', () => ({ what: 'domain', find: 'a b', replace: 'c' })],
      ['not_found', () => ({ what: 'block', find: `${gone}#x`, replace: '' })],
    ],
  },
  restoreFromTrash: {
    accepted: [({ trash_id }) => ({ trash_id })],
    refused: [
      ['not_found', () => ({ trash_id: gone })],
      ['not_found', ({ template_id }) => ({ trash_id: template_id })],
    ],
  },
  listSnapshots: {
    accepted: [({ template_id }) => ({ template_id })],
    refused: [['not_found', () => ({ template_id: gone })]],
  },
  getSnapshot: {
    accepted: [
      ofSnapshot,
      (ids) => ({ ...ofSnapshot(ids), format: 'outline' }),
      (ids) => ({ ...ofSnapshot(ids), diff_with: 'now' }),
      (ids) => ({ ...ofSnapshot(ids), diff_with: ids.snapshot_id, format: 'blocks' }),
    ],
    refused: [
      ['not_found', noTemplate],
      ['not_found', (ids) => ({ ...ofSnapshot(ids), diff_with: gone })],
      ['not_found', (ids) => ({ ...ofSnapshot(ids), snapshot_id: gone })],
      ['validation_failed', (ids) => ({ ...ofSnapshot(ids), block_ids: [] })],
    ],
  },
  listComments: {
    accepted: [
      ({ template_id }) => ({ template_id }),
      ({ template_id }) => ({ template_id, status: 'resolved' }),
      ({ template_id }) => ({ template_id, block_id: 'b1' }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, status: 'x' })],
      ['validation_failed', ({ template_id }) => ({ template_id, cursor: 'forged' })],
    ],
  },
  createComment: {
    accepted: [
      ({ template_id }) => ({ template_id, body: 'New' }),
      ({ template_id }) => ({ template_id, body: 'New', block_id: 'b1' }),
      ({ template_id, comment_id }) => ({ template_id, body: 'New', parent_id: comment_id }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone, body: 'New' })],
      ['not_found', ({ template_id }) => ({ template_id, body: 'New', parent_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, body: ' ' })],
      ['validation_failed', ({ template_id }) => ({ template_id, body: 'x'.repeat(10_001) })],
      ['validation_failed', ({ template_id, reply_id }) => ({ template_id, body: 'x', parent_id: reply_id })],
    ],
  },
  updateComment: {
    accepted: [
      ({ template_id, comment_id }) => ({ template_id, comment_id, body: 'Changed' }),
      ({ template_id, comment_id }) => ({ template_id, comment_id, body: 'Thread' }),
    ],
    refused: [
      ['not_found', ({ comment_id }) => ({ template_id: gone, comment_id, body: 'x' })],
      ['not_found', ({ template_id }) => ({ template_id, comment_id: gone, body: 'x' })],
      ['forbidden', ({ template_id, reply_id }) => ({ template_id, comment_id: reply_id, body: 'x' })],
      ['validation_failed', ({ template_id, comment_id }) => ({ template_id, comment_id })],
    ],
  },
  deleteComment: {
    accepted: [({ template_id, comment_id }) => ({ template_id, comment_id })],
    refused: [
      ['not_found', ({ template_id }) => ({ template_id, comment_id: gone })],
      ['forbidden', ({ template_id, reply_id }) => ({ template_id, comment_id: reply_id })],
    ],
  },
  resolveComment: {
    accepted: [
      ({ template_id, comment_id }) => ({ template_id, comment_id }),
      ({ template_id, comment_id }) => ({ template_id, comment_id, resolved: false }),
    ],
    refused: [
      ['not_found', ({ template_id }) => ({ template_id, comment_id: gone })],
      ['validation_failed', ({ template_id, reply_id }) => ({ template_id, comment_id: reply_id })],
      ['validation_failed', ({ template_id, comment_id }) => ({ template_id, comment_id, resolved: 'x' })],
    ],
  },
  createSnapshot: {
    accepted: [({ template_id }) => ({ template_id }), ({ template_id }) => ({ template_id, label: 'L' })],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, label: 5 })],
    ],
  },
  scoreTemplate: {
    accepted: [
      ({ template_id }) => ({ template_id }),
      ({ template_id }) => ({ template_id, subject: 'Hello', kind: 'transactional', areas: ['spam'] }),
      ({ template_id }) => ({ template_id, content: smallContent('FREE!!!'), fixes: 'together' }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, areas: ['looks'] })],
      ['validation_failed', ({ template_id }) => ({ template_id, content: { blocks: [{ type: 'title' }] } })],
    ],
  },
  rewriteText: {
    accepted: [
      ({ template_id }) => ({ template_id, text: 'Hi {{ name }}', instruction: 'Friendlier' }),
      ({ template_id }) => ({ template_id, text: '<b>x</b>', instruction: 'y', tone: 'dry', locale: 'de' }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone, text: 'x', instruction: 'y' })],
      ['validation_failed', ({ template_id }) => ({ template_id, text: '', instruction: 'y' })],
      ['validation_failed', ({ template_id }) => ({ template_id, text: '{{ lost }}', instruction: 'y' })],
    ],
  },
  browseMedia: {
    accepted: [
      () => ({}),
      ({ folder_id }) => ({ folder_id, sort: 'name_asc', category: 'images' }),
      () => ({ search: 'LOGO', sort: 'size_desc' }),
    ],
    refused: [
      ['not_found', () => ({ folder_id: gone })],
      ['validation_failed', () => ({ sort: 'sideways' })],
      ['validation_failed', () => ({ cursor: 'forged' })],
    ],
  },
  importMediaFromUrl: {
    accepted: [() => ({ url: pictureUrl() }), ({ folder_id }) => ({ url: pictureUrl(), folder_id })],
    refused: [
      ['not_found', () => ({ url: pictureUrl(), folder_id: gone })],
      ['validation_failed', () => ({ url: 'file:///etc/passwd' })],
      ['validation_failed', () => ({ url: 'http://169.254.169.254/latest/meta-data/' })],
      ['unsupported_media_type', () => ({ url: `${pictureUrl()}.html` })],
    ],
  },
  deleteMedia: {
    accepted: [
      ({ media_id }) => ({ ids: [media_id, gone], force: true }),
      ({ media_id }) => ({ ids: [media_id], force: false }),
    ],
    refused: [
      ['validation_failed', () => ({ ids: [] })],
      ['validation_failed', () => ({})],
    ],
  },
  listMediaFolders: { accepted: [() => ({})], refused: [] },
  createMediaFolder: {
    accepted: [() => ({ name: 'New' }), ({ folder_id }) => ({ name: 'New', parent_id: folder_id })],
    refused: [
      ['not_found', () => ({ name: 'New', parent_id: gone })],
      ['conflict', () => ({ name: 'PICTURES' })],
      ['validation_failed', () => ({ name: '/' })],
    ],
  },
  updateMediaFolder: {
    accepted: [({ folder_id }) => ({ folder_id, name: 'Renamed', parent_id: null })],
    refused: [
      ['not_found', () => ({ folder_id: gone, name: 'x' })],
      ['validation_failed', ({ folder_id }) => ({ folder_id, parent_id: folder_id })],
    ],
  },
  deleteMediaFolder: {
    accepted: [
      ({ folder_id }) => ({ folder_id, force: true }),
      ({ folder_id }) => ({ folder_id, files: 'delete', force: false }),
    ],
    refused: [
      ['not_found', () => ({ folder_id: gone })],
      ['validation_failed', ({ folder_id }) => ({ folder_id, files: 'burn' })],
    ],
  },
};
