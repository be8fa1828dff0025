import { tool } from '../../mcp/tool.ts';
import { listLibrary } from './operations/list-library.ts';
import { saveBlocksAsModule } from './operations/tool-operations.ts';

export const savedModuleTools = [
  tool('list-library', listLibrary, {
    title: 'List what goes with templates',
    description:
      'Lists folders of templates as a tree, with all tags; modules: blocks saved for reuse, with outlines (insert by update-template, op add, module); starters: designs for create-template; or the trash: what can be restored, last deleted first.',
    effect: 'read',
    lists: {
      'template folder': { kind: 'folders' },
      'Saved module': { kind: 'modules' },
      'Item in the trash': { kind: 'trash' },
    },
  }),
  tool('save-module', saveBlocksAsModule, {
    title: 'Save a module',
    description: 'Saves blocks of a template as a module, which people can insert too.',
    effect: 'write',
    hidden: ['category'],
    isUntrusted: false,
  }),
];
