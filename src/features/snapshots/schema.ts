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

/** A snapshot with what it differs in from another state. */
export const ComparedSnapshot = Type.Object({
  ...ViewedSnapshot.properties,
  diff: Type.Optional(
    Type.String({
      description: 'One line per change: + added, - removed, > moved, ~ changed, [-old-][+new+] in texts.',
    }),
  ),
});

/** A state of a template to compare. */
export const StateId = Type.String({ description: 'A snapshot’s id, or "now" for the present content.' });

/** How snapshots are answered. */
export const SnapshotAnswerInput = Type.Union([Type.Literal('full'), Type.Literal('compact')], {
  default: 'full',
  description: 'full: with content; compact: without.',
});
