import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';

export const Verdict = Type.Union([
  Type.Literal('passed'),
  Type.Literal('failed'),
  Type.Literal('not_measured', { description: 'That is not a pass.' }),
]);

export const Severity = Type.Union([Type.Literal('high'), Type.Literal('medium'), Type.Literal('low')]);

export const CheckedRule = Type.Object({
  rule: Type.String(),
  requirement: Type.String({ description: 'What has to be so.' }),
  wcag: Type.Array(
    Type.Object({
      criterion: Type.String({ description: 'For example 1.1.1' }),
      name: Type.String(),
      level: Type.String({ description: 'A or AA' }),
      en_301_549: nullable(
        Type.String(),
        'Clause of EN 301 549 V3.2.1; null for a criterion that only WCAG 2.2 has.',
      ),
    }),
  ),
  verdict: Verdict,
  reason: Type.Optional(Type.String({ description: 'Why it was not measured.' })),
  places: Type.Array(
    Type.Object({
      block_id: nullable(Type.String(), 'null: the mail as a whole'),
      severity: Severity,
      message: Type.String(),
      suggestion: Type.String(),
    }),
    { description: 'Where it failed; `places_omitted` counts the rest.' },
  ),
  places_omitted: Type.Optional(Type.Integer()),
});

const AccessibilityReport = Type.Object({
  template_id: nullable(Type.String(), 'null for content that was not saved'),
  version: nullable(Type.Integer()),
  title: nullable(Type.String()),
  content_sha256: Type.String({ description: 'Of the content as JSON.' }),
  checked_at: Type.String({ format: 'date-time' }),
  checked_by: Type.String({ description: 'Program and version.' }),
  standards: Type.Array(Type.String()),
  verdict: Verdict,
  score: Type.Integer({ description: '0 to 100' }),
  rules: Type.Array(CheckedRule),
});
export type AccessibilityReport = Static<typeof AccessibilityReport>;

export const SignedReport = Type.Object(
  {
    report: AccessibilityReport,
    signature: Type.String({
      description: 'The report as compact JWS (HS256), signed with the signing key of the project.',
    }),
  },
  { 'x-tool-schema': { type: 'object' } },
);
export type SignedReport = Static<typeof SignedReport>;
