import type { NameFinder } from '../../mcp/name-finder.ts';
import { tool } from '../../mcp/tool.ts';
import { createTemplate } from './operations/create-template.ts';
import { deleteTemplate } from './operations/delete-template.ts';
import { findTemplateFoldersByName, findTemplatesByName } from './operations/find-by-name.ts';
import { organizeTemplates } from './operations/folder-tools.ts';
import { listTemplates } from './operations/list-templates.ts';
import { getTemplate } from './operations/read-templates.ts';
import { updateTemplate } from './operations/update-template.ts';

/** Enough to write most mails without reading the definitions, which cost ten times as many tokens. */
export const BLOCKS =
  'Blocks: title{content,level 1-4} paragraph{content: HTML} image{src,alt,linkUrl} button{text,url} divider{} ' +
  'spacer{height} section{columns "1"|"2"|"3"|"2-1"|"1-2", children: one list of blocks per column} ' +
  'social{icons:[{platform,url}]} menu{items:[{text,url}]} table html video countdown.';

const compact = { answer: 'compact' };

const atSettings = (place: string) => {
  const hint = `it belongs to the settings (${place}).`;
  return { subject: hint, preheader: hint, preheaderText: hint };
};

/** Fields of full answers only. */
const FULL_CHANGE = [
  ...['name', 'key', 'createdAt', 'updatedAt', 'folder_id', 'tags', 'archived_at', 'content', 'tab'],
];
const CHANGES = [
  'previous_version',
  'previous_name',
  'added',
  'updated',
  'moved',
  'deleted',
  'left_out',
  'merged',
  'dry_run',
];

export const templateTools = [
  tool('list-templates', listTemplates, {
    title: 'List templates',
    description:
      'Lists or searches the tenant’s templates, 25 a page, without content. match names the block with the words.',
    effect: 'read',
    lists: { Template: {} },
  }),
  tool('get-template', getTemplate, {
    title: 'Get a template',
    description:
      'Returns one template with its full content. format "outline" (ids, types and texts) is cheaper, and enough to edit by operations.',
    effect: 'read',
  }),
  tool('create-template', createTemplate, {
    title: 'Create a template',
    description: `Creates a template from content, a copy_of one (with operations that change it), a source or a starter. Returns id, version and, without operations, an outline with the ids made. ${BLOCKS}`,
    effect: 'write',
    preset: compact,
    omits: [...FULL_CHANGE, ...CHANGES],
    hidden: ['copy_of_tenant', 'locale'],
    misplaced: atSettings('content.settings.subject and preheaderText'),
    reachesOut: true,
    // Another server may answer slowly.
    isSlow: ({ source }) => Object(source).url !== undefined || Object(source).copy_images === true,
  }),
  tool('update-template', updateTemplate, {
    title: 'Update a template',
    description:
      'Changes a template: operations change parts of the content, content replaces all of it. Returns the new version, changed ids and their outline.',
    effect: 'destroy',
    preset: compact,
    hidden: ['tab'],
    omits: FULL_CHANGE,
    misplaced: atSettings('operation update_settings, fields subject and preheaderText'),
  }),
  tool('change-templates', organizeTemplates, {
    title: 'Organize templates',
    description:
      'Renames, moves, tags, archives or deletes up to 500 templates at once, each with an outcome of its own; creates, changes or deletes a folder of templates.',
    effect: 'destroy',
    idempotent: true,
  }),
  tool('delete-template', deleteTemplate, {
    title: 'Delete a template',
    description:
      'Deletes a template with its snapshots and comments. It is in the trash for some time: restore-from-trash undoes it.',
    effect: 'destroy',
    idempotent: true,
    isUntrusted: false,
  }),
];

export const templateNameFinders: Readonly<Record<string, NameFinder>> = {
  template: {
    noun: 'template',
    operation: findTemplatesByName,
  },
  template_folder: {
    noun: 'folder',
    operation: findTemplateFoldersByName,
  },
};
