import { Type } from '@sinclair/typebox';
import { Timestamp } from '../projects/index.ts';
import { ContentOutput, TemplateId } from '../templates/index.ts';

/** An earlier content of a template. */
export const Snapshot = Type.Object({
  id: Type.String({ description: 'UUID.' }),
  template_id: TemplateId,
  content: ContentOutput,
  is_autosave: Type.Boolean({ description: 'Made automatically; such ones are thinned with age.' }),
  label: Type.Optional(Type.String({ description: 'Absent if it has none.' })),
  created_at: Timestamp,
});

export const SnapshotId = Type.String({ description: 'The snapshot’s id.' });
