import { tool } from '../../mcp/tool.ts';
import { SIGNED_USER_FIELDS } from '../access/index.ts';
import { restoreFromTrash } from './operations/trash.ts';

export const trashTools = [
  tool('restore-from-trash', restoreFromTrash, {
    title: 'Restore from the trash',
    description:
      'Brings a deleted thing back with all it had, such as history and comments. changes tells if its folder, name or key is taken or gone.',
    effect: 'write',
    hidden: SIGNED_USER_FIELDS,
  }),
];
