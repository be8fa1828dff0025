import { tool } from '../../mcp/tool.ts';
import { SIGNED_USER_FIELDS } from '../access/index.ts';
import { listTrash, restoreFromTrash } from './operations/trash.ts';

export const trashTools = [
  tool('list-trash', listTrash, {
    title: 'List the trash',
    description:
      'Lists what was deleted and can be restored, the last deleted first, 50 a page. Next: restore-from-trash with an id.',
    effect: 'read',
  }),
  tool('restore-from-trash', restoreFromTrash, {
    title: 'Restore from the trash',
    description:
      'Brings a deleted thing back with all it had, such as history and comments. changes tells if its folder, name or key is taken or gone.',
    effect: 'write',
    hidden: SIGNED_USER_FIELDS,
  }),
];
