import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '../json/nullable.ts';

const flag = (description: string) => Type.Boolean({ default: false, description });

/** Features that a plan can have. Editors know these names from their configuration call. */
export const PlanFeatures = Type.Object(
  {
    mcp_server: flag('The tool server for AI agents.'),
    ai_generation: flag('Generation, scoring and rewriting.'),
    commenting: flag('Comments on templates.'),
    media_folders: flag('Folders in the media library.'),
    template_folders: flag('Folders of templates.'),
    import_from_url: flag('Importing media files from a URL.'),
    collaboration: flag('Several people in one template at once.'),
    saved_modules: flag('Blocks saved for reuse.'),
    test_email: flag('Sending a test mail.'),
    auto_save: flag('The editor saves snapshots by itself.'),
    custom_fonts: flag('Web fonts of the project.'),
    custom_blocks: flag('Block types of the project.'),
    theme_customization: flag('Colors and fonts of the editor.'),
    white_label: flag('The editor without its maker’s name.'),
    html_block: flag('Blocks of raw HTML.'),
    export_mjml: flag('MJML beside HTML in exports.'),
    headless_sdk: flag('The API without the editor.'),
    pluggable_media: flag('A media library of the host page.'),
  },
  { additionalProperties: false },
);

export type PlanFeature = keyof Static<typeof PlanFeatures>;

const limit = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), `${description} null: no limit.`);

const softLimit = (hard: string) =>
  Type.Optional(limit(`From here on the tenant is warned about ${hard}. Left out: from 80 % of it on.`));

/** Limits of a plan. */
export const PlanLimits = Type.Object(
  {
    max_templates: limit('Templates per tenant.'),
    storage_limit_bytes: limit('Bytes of media and snapshots per tenant.'),
    max_exports_per_month: limit('Exports of templates per tenant and month.'),
    max_ai_tokens_per_month: limit('Tokens of the AI model per tenant and month.'),
    max_tool_calls_per_month: limit('Tool calls of agents per tenant and month.'),
    soft_templates: softLimit('max_templates'),
    soft_storage_bytes: softLimit('storage_limit_bytes'),
    soft_exports_per_month: softLimit('max_exports_per_month'),
    soft_ai_tokens_per_month: softLimit('max_ai_tokens_per_month'),
    soft_tool_calls_per_month: softLimit('max_tool_calls_per_month'),
    max_snapshots: limit('Snapshots per template that are kept, without the automatic ones.'),
    max_file_size_bytes: Type.Integer({ minimum: 1, description: 'Bytes of one media file.' }),
    media_categories: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 16,
      description: 'Kinds of media files that are accepted.',
    }),
  },
  { additionalProperties: false },
);

export const Plan = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 64 }), features: PlanFeatures, limits: PlanLimits },
  { additionalProperties: false },
);
export type Plan = Static<typeof Plan>;
