import { Type } from '@sinclair/typebox';
import { setting } from './setting.ts';

/** How long records and deleted things are kept. */
export const retentionSettings = {
  audit_days: setting(
    'GALLEY_AUDIT_DAYS',
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      default: 90,
      description:
        'Days for which Galley keeps the audit (`galley audit`) and the use of the language model (`galley ai usage`).',
    }),
  ),
  activity_days: setting(
    'GALLEY_ACTIVITY_DAYS',
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      default: 0,
      description: 'Days for which Galley keeps the activity feed. 0: as long as the audit.',
    }),
  ),
  snapshot_days: setting(
    'GALLEY_SNAPSHOT_DAYS',
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      default: 0,
      description:
        'Days for which Galley keeps automatic snapshots. The present content of a template, and what changes by agents need to be undone, stay. 0: no limit; they are only thinned with age.',
    }),
  ),
  trash_days: setting(
    'GALLEY_TRASH_DAYS',
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      default: 30,
      description:
        'Days for which deleted templates, media, folders, saved modules and comment threads stay in the trash, from which they can be restored. 0: they are deleted at once.',
    }),
  ),
  export_days: setting(
    'GALLEY_EXPORT_DAYS',
    Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 7,
      description:
        'Days for which the files of exports of tenants and people, and the list of these jobs, are kept in the data directory.',
    }),
  ),
};
