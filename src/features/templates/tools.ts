import { tool } from '../../mcp/tool.ts';
import { changeTemplates } from './operations/change-templates.ts';
import { createTemplate } from './operations/create-template.ts';
import { deleteTemplate } from './operations/delete-template.ts';
import { createTemplateFolder, listTemplateFolders, listTemplateTags } from './operations/folders.ts';
import { listTemplates } from './operations/list-templates.ts';
import { getTemplate } from './operations/read-templates.ts';
import { updateTemplate } from './operations/update-template.ts';

/** Enough to write most mails without reading the definitions, which cost ten times as much. */
const BLOCKS =
  'Blocks: title{content,level 1-4} paragraph{content: HTML} image{src,alt,linkUrl} button{text,url} divider{} ' +
  'spacer{height} section{columns "1"|"2"|"3"|"2-1"|"1-2", children: one list of blocks per column} ' +
  'social{icons:[{platform,url}]} menu{items:[{text,url}]} table html video countdown.';

const compact = { answer: 'compact' };

export const templateTools = [
  tool('list-templates', listTemplates, {
    title: 'List templates',
    description:
      'Lists the tenant’s templates, newest first, 25 a page, without content. search finds words in names, texts, links and comments, best first, and says which block has them. Next: get-template with an id.',
    effect: 'read',
  }),
  tool('get-template', getTemplate, {
    title: 'Get a template',
    description:
      'Returns one template with its full content. Cheaper: format "outline" (ids, types and texts) is enough to edit by operations; block_ids picks blocks; if_version saves reading what you know.',
    effect: 'read',
  }),
  tool('create-template', createTemplate, {
    title: 'Create a template',
    description: `Creates a template from blocks and settings, or as a copy_of one; ids and defaults are filled in. Returns id, version and an outline with the ids made. ${BLOCKS}`,
    effect: 'write',
    preset: compact,
    hidden: ['copy_of_tenant'],
  }),
  tool('update-template', updateTemplate, {
    title: 'Update a template',
    description:
      'Changes name, content, or both. To change parts, send operations: they are applied in order, all or none, and everything else stays as it is. content replaces everything. Returns the new version, changed ids and an outline (only the changed blocks if none was added, moved or deleted). With expected_version a conflict returns the current version and outline. Content you replace is kept as a snapshot, as is the state before a series of operations.',
    effect: 'destroy',
    preset: compact,
  }),
  tool('change-templates', changeTemplates, {
    title: 'Organize templates',
    description:
      'Renames, moves, tags, archives or deletes up to 500 templates at once, each with an outcome of its own.',
    effect: 'destroy',
    idempotent: true,
  }),
  tool('list-template-tags', listTemplateTags, {
    title: 'List tags',
    description: 'Lists the tags of templates with the number of templates each has.',
    effect: 'read',
  }),
  tool('list-template-folders', listTemplateFolders, {
    title: 'List template folders',
    description: 'Lists all folders of templates as a tree. Next: list-templates with a folder_id.',
    effect: 'read',
    preset: compact,
  }),
  tool('create-template-folder', createTemplateFolder, {
    title: 'Create a template folder',
    description: 'Creates a folder for templates, at the top or inside another, up to five levels deep.',
    effect: 'write',
    preset: compact,
    isUntrusted: false,
  }),
  tool('delete-template', deleteTemplate, {
    title: 'Delete a template',
    description:
      'Deletes a template with its snapshots and comments. They go to the trash for some time: list-trash and restore-from-trash bring them back.',
    effect: 'destroy',
    idempotent: true,
    isUntrusted: false,
  }),
];
