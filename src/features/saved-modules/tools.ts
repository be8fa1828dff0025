import { tool } from '../../mcp/tool.ts';
import { outlineModules, saveBlocksAsModule } from './operations/tool-operations.ts';

export const savedModuleTools = [
  tool('list-saved-modules', outlineModules, {
    title: 'List saved modules',
    description: 'Lists blocks saved for reuse. Insert one by update-template, op add, module: its id.',
    effect: 'read',
  }),
  tool('save-module', saveBlocksAsModule, {
    title: 'Save a module',
    description: 'Saves blocks of a template as a module, which people can insert too.',
    effect: 'write',
    hidden: ['category'],
    isUntrusted: false,
  }),
];
