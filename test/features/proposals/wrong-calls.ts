import { CONTENT, paragraph, setText } from './proposing.ts';

/** Calls of an agent in the mode `propose` that are refused: the tool, its arguments and a part of the message. */
export const wrongCalls = (template: string): [tool: string, args: object, message: string][] => [
  ['change-templates', { ids: [template], delete: true }, 'has the mode "propose"'],
  ['generate-template', { prompt: 'x' }, 'has the mode "propose"'],
  ['update-template', { template_id: template, delete: true }, 'is not an argument'],
  ['update-template', { template_id: template, name: 'T' }, 'the content that the template has'],
  ['update-template', { template_id: template, folder_id: 'none' }, 'not found'],
  ['update-template', { template_id: template, key: 'No Key' }, 'key'],
  ['delete-template', { template_id: 'none' }, 'not found'],
  ['create-template', { name: 'New' }, 'content is required'],
  ['create-template', { source: { html: '<p>x</p>', copy_images: true } }, 'has the mode "propose"'],
  ['create-template', { content: { blocks: [{ type: 'none' }] } }, 'blocks.0'],
  ['create-template', { content: { blocks: [paragraph('x', 'x'.repeat(420_000))] } }, 'larger than 400 KB'],
  ['update-template', { template_id: template }, 'Send operations, a whole content'],
  ['update-template', { template_id: template, operations: [], content: CONTENT }, 'cannot go with content'],
  ['update-template', { template_id: template, content: CONTENT }, 'the content that the template has'],
  ['update-template', { template_id: template, operations: [setText('none', 'x')] }, 'none'],
  [
    'update-template',
    { template_id: template, operations: Array(20_000).fill(setText('first', 'x')) },
    'operations',
  ],
  [
    'update-template',
    { template_id: template, operations: [setText('first', 'x'.repeat(420_000))] },
    'larger than 400 KB',
  ],
  [
    'update-template',
    { template_id: template, operations: [setText('first', 'x')], expected_version: 1 },
    'it is at version 2 now',
  ],
  [
    'update-template',
    { template_id: template, operations: [setText('first', 'x')], note: 'x'.repeat(2001) },
    'note',
  ],
];
