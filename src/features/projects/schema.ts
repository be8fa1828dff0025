import { Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';
import { Plan, PlanFeatures } from '../../platform/limits/plan.ts';
import { VISIBLE_CHARACTER } from '../../platform/text/names.ts';
import { Brand } from './brand.ts';
import { PlanChange } from './plans.ts';
import { Suspension } from './suspension.ts';
import { UsageWarning } from './usage.ts';

export const Timestamp = Type.String({ description: 'ISO 8601, UTC.' });

export const Team = Type.Object({ id: Type.String(), name: Type.String(), created_at: Timestamp });

export const Project = Type.Object({
  id: Type.String(),
  team_id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  client_id: Type.String(),
  suspended: nullable(Suspension),
  created_at: Timestamp,
});

/** What is shown once, when a project is made. */
export const ProjectWithSecrets = Type.Composite([
  Project,
  Type.Object({
    client_secret: Type.String({ description: 'For the customer’s backend only. Cannot be shown again.' }),
    signing_key: Type.String({ description: 'Signs users and recipient lists (HMAC-SHA256).' }),
  }),
]);

export const Tenant = Type.Object({
  tenant: Type.String({ description: 'The customer’s identifier.' }),
  name: nullable(Type.String(), 'The name people read; null: none.'),
  plan: Type.Optional(Type.String({ description: 'Absent if it is that of the project.' })),
  suspended: nullable(Suspension),
  template_count: Type.Integer(),
  storage_bytes: Type.Integer({ description: 'Of media and snapshots.' }),
  created_at: Timestamp,
});

export const DeletedTenant = Type.Composite([
  Tenant,
  Type.Object({
    id: Type.Integer({
      description: 'Tells tenants of one identifier apart that were deleted one after another.',
    }),
    deleted_at: Timestamp,
    purge_at: Type.String({ description: 'When it is deleted for good; ISO 8601, UTC.' }),
  }),
]);

export const TenantPlan = Type.Object({
  project_id: Type.String(),
  tenant: Type.String(),
  plan: nullable(Type.String(), 'null: that of the project.'),
  change: PlanChange,
  effective: Plan,
});

/** A name people read. */
export const DisplayName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: VISIBLE_CHARACTER,
  'x-expected': 'a text with at least one visible character',
});

const MediaCategory = Type.Object({
  mime_types: Type.Array(Type.String()),
  extensions: Type.Array(Type.String()),
});

/** What the editor and agents need to know before they start. */
export const ProjectConfig = Type.Object({
  plan: Type.String(),
  features: PlanFeatures,
  limits: Type.Object({
    max_templates: nullable(Type.Integer(), 'Templates this tenant may have; null: any number.'),
    max_file_size_mb: Type.Number({ description: 'Mebibytes of one media file.' }),
    media_categories: Type.Array(Type.String()),
    storage_limit_bytes: nullable(
      Type.Integer(),
      'Bytes of media and snapshots this tenant may store; null: any number.',
    ),
    max_snapshots: nullable(
      Type.Integer(),
      'Snapshots that people and agents may keep per template; null: any number.',
    ),
  }),
  template_count: Type.Integer(),
  warnings: Type.Array(UsageWarning, {
    description: 'Limits of the plan that are nearly or fully used, as sentences for people.',
  }),
  brand: Brand,
  media: Type.Object({
    categories: Type.Record(Type.String(), MediaCategory),
    max_file_size: Type.Integer({ description: 'Bytes.' }),
    use_media_library: Type.Boolean(),
  }),
  storage: Type.Object({
    used_bytes: Type.Integer({ description: 'Media and snapshots.' }),
    media_bytes: Type.Integer(),
    snapshot_bytes: Type.Integer({ description: 'Contents of snapshots; equal ones count once.' }),
    trash_bytes: Type.Integer({
      description: 'What of it is in the trash; emptying it frees about as much.',
    }),
    limit_bytes: nullable(Type.Integer(), 'Bytes this tenant may store; null: any number.'),
  }),
  websocket: Type.Object(
    { host: Type.String(), port: Type.Integer(), app_key: Type.String() },
    { description: 'Where realtime connections go.' },
  ),
});
