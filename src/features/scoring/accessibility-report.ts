import type { Static } from '@sinclair/typebox';
import type { RatedArea, Rating } from '../../mail/score/index.ts';
import { toIsoTime } from '../../platform/clock.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { VERSION } from '../../platform/version.ts';
import { signDocument } from '../access/index.ts';
import type { ContentToScore } from './rate-content.ts';
import type { AccessibilityReport, CheckedRule, SignedReport, Verdict } from './report-schema.ts';

/** A mail is no web page: chapter 10 of the standard numbers the criteria of WCAG for documents. */
const EN_301_549_CHAPTER = 10;

/** The results of every rule of accessibility, by the criteria of the standards, with the signature of the project. */
export async function signReport(
  { deps, scope }: TenantContext,
  { source, rating }: { source: ContentToScore; rating: Rating },
): Promise<SignedReport> {
  const area = rating.areas.accessibility;
  const rules = await judgeRules(area);
  const report: AccessibilityReport = {
    template_id: source.stored?.id ?? null,
    version: source.stored?.version ?? null,
    title: source.title ?? null,
    content_sha256: Buffer.from(source.hash).toString('hex'),
    checked_at: toIsoTime(deps.clock.now()),
    checked_by: `Galley ${VERSION}`,
    standards: ['WCAG 2.2', 'EN 301 549 V3.2.1'],
    verdict: worstOf(rules.map(({ verdict }) => verdict)),
    score: area.score,
    rules,
  };
  return { report, signature: await signDocument(deps, scope, report) };
}

async function judgeRules(area: RatedArea): Promise<AccessibilityReport['rules']> {
  const { default: table } = await import('../../mail/score/rules/accessibility/criteria.json', {
    with: { type: 'json' },
  });
  const criteria = new Map<string, Criterion>(Object.entries(table.criteria));
  return Object.entries(table.rules).map(([rule, { requirement, wcag }]) => ({
    rule,
    requirement,
    wcag: wcag.map((number) => describeCriterion(number, criteria.get(number) as Criterion)),
    ...judge(rule, area),
  }));
}

interface Criterion {
  name: string;
  level: string;
  /** The version of WCAG that added it, if EN 301 549 does not have it. */
  since?: string;
}

function describeCriterion(criterion: string, { name, level, since }: Criterion) {
  const en_301_549 = since === undefined ? `${EN_301_549_CHAPTER}.${criterion}` : null;
  return { criterion, name, level, en_301_549 };
}

type Judgement = Pick<Static<typeof CheckedRule>, 'verdict' | 'reason' | 'places' | 'places_omitted'>;

function judge(rule: string, { findings, counts, notMeasured }: RatedArea): Judgement {
  const places = findings
    .filter((finding) => finding.rule === rule)
    .map(({ blockId: block_id, severity, message, suggestion }) => ({
      block_id,
      severity,
      message,
      suggestion,
    }));
  const count = counts[rule] ?? 0;
  const missing = notMeasured.find((one) => one.rule === rule);
  if (count > 0)
    return {
      verdict: 'failed',
      places,
      ...(count > places.length && { places_omitted: count - places.length }),
    };
  return missing === undefined
    ? { verdict: 'passed', places }
    : { verdict: 'not_measured', reason: missing.reason, places };
}

function worstOf(verdicts: readonly Static<typeof Verdict>[]): Static<typeof Verdict> {
  return (['failed', 'not_measured'] as const).find((one) => verdicts.includes(one)) ?? 'passed';
}
