import { Type } from '@sinclair/typebox';
import { Timestamp } from '../projects/index.ts';
import { TemplateId, viewedFields } from '../templates/index.ts';

/** An earlier content of a template, as far as it was asked for. */
export const ViewedSnapshot = Type.Object({
  id: Type.String({ description: 'UUID.' }),
  template_id: TemplateId,
  ...viewedFields,
  is_autosave: Type.Boolean({ description: 'Made automatically; such ones are thinned with age.' }),
  label: Type.Optional(Type.String({ description: 'Absent if it has none.' })),
  created_at: Timestamp,
});

export const SnapshotId = Type.String({ description: 'The snapshot’s id.' });

/** How snapshots are answered. */
export const SnapshotAnswerInput = Type.Union([Type.Literal('full'), Type.Literal('compact')], {
  default: 'full',
  description: 'full: with content; compact: without.',
});
