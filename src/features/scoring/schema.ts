import { type Static, Type } from '@sinclair/typebox';
import type { ContentOperations } from '../../mail/model/index.ts';
import { nullable } from '../../platform/json/nullable.ts';
import { KnownContentInput, TemplateId } from '../templates/index.ts';
import { Severity, SignedReport } from './report-schema.ts';

const AreaName = Type.Union([
  Type.Literal('spam'),
  Type.Literal('readability'),
  Type.Literal('accessibility'),
  Type.Literal('bestPractices'),
]);

/** The merge tags the editor is configured with. */
const MergeTagsInput = Type.Optional(
  Type.Array(Type.Object({ label: Type.Optional(Type.String()), value: Type.String({ maxLength: 2000 }) }), {
    maxItems: 2000,
    description: 'The known merge tags; others are then reported as unknown.',
  }),
);

export const ScoreInput = Type.Object({
  template_id: Type.Optional(TemplateId),
  content: Type.Optional(KnownContentInput),
  subject: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'Subject line; default: `settings.subject`. Without either, rules about it are not measured.',
      'x-tool-schema': { type: 'string', description: 'Default: that of the settings.' },
    }),
  ),
  kind: Type.Optional(
    Type.Union([Type.Literal('marketing'), Type.Literal('transactional')], {
      description:
        'marketing mails need an unsubscribe link and a postal address. Default: what its texts tell.',
    }),
  ),
  areas: Type.Optional(
    Type.Array(AreaName, { minItems: 1, maxItems: 8, description: 'Only these areas; default: all.' }),
  ),
  max_findings: Type.Optional(Type.Integer({ minimum: 0, maximum: 800, description: 'Most findings.' })),
  fixes: Type.Union([Type.Literal('each'), Type.Literal('together'), Type.Literal('none')], {
    default: 'each',
    description: 'each: operations with each finding; together: one list for update-template.',
  }),
  render: Type.Optional(Type.Boolean({ description: 'Also check the rendered HTML; takes longer.' })),
  accessibility_report: Type.Optional(
    Type.Boolean({ description: 'Also each rule of WCAG and EN 301 549 with its verdict, signed.' }),
  ),
  merge_tags: MergeTagsInput,
});
export type ScoreInput = Static<typeof ScoreInput>;

const Operations = Type.Unsafe<ContentOperations>(
  Type.Unknown({
    'x-schema-name': 'ContentOperations',
    'x-tool-schema': { type: 'array', items: { type: 'object' } },
  }),
);

const ScoredArea = Type.Object({
  score: Type.Integer({ description: '0 to 100; 100 if there are no findings.' }),
  findings: Type.Array(
    Type.Object({
      id: Type.String({ description: 'rule:block:n' }),
      severity: Severity,
      message: Type.String(),
      suggestion: Type.String(),
      blockId: nullable(
        Type.String(),
        'null: the mail as a whole; over REST also if fix-finding cannot fix the text of the block.',
      ),
      location: Type.Optional(nullable(Type.String(), 'Over REST: the block, also if it has no text.')),
      fix: Type.Optional(Operations),
    }),
    { description: 'Worst first.' },
  ),
  not_measured: Type.Optional(
    Type.Array(Type.Object({ rules: Type.Array(Type.String()), reason: Type.String() })),
  ),
});
export type ScoredArea = Static<typeof ScoredArea>;

/** Field names as the editor reads them. */
export const ScoreResult = Type.Object({
  score: Type.Integer({ description: 'Mean of the areas.' }),
  categories: Type.Object({
    spam: Type.Optional(ScoredArea),
    readability: Type.Optional(ScoredArea),
    accessibility: Type.Optional(ScoredArea),
    bestPractices: Type.Optional(ScoredArea),
  }),
  accessibility_report: Type.Optional(SignedReport),
  findings_omitted: Type.Optional(Type.Integer({ description: 'Number of further findings.' })),
  fixes: Type.Optional(Operations),
});
export type ScoreResult = Static<typeof ScoreResult>;

export const FixInput = Type.Object({
  template_id: TemplateId,
  content: Type.String({ maxLength: 500_000, description: 'HTML of the block.' }),
  finding: Type.Object(
    {
      id: Type.String({ maxLength: 1000, description: 'The id in the score.' }),
      message: Type.Optional(Type.String()),
      suggestion: Type.Optional(Type.String()),
      category: Type.Optional(Type.String()),
    },
    { description: 'The finding to fix.' },
  ),
  merge_tags: MergeTagsInput,
});

export const FixedContent = Type.Object({ content: Type.String({ description: 'HTML of the block.' }) });
