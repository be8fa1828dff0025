import type { Area, RatedArea, Rating, Severity } from '../../mail/score/index.ts';
import type { ScoredArea, ScoreInput, ScoreResult } from './schema.ts';

const AREAS: readonly Area[] = ['spam', 'readability', 'accessibility', 'bestPractices'];
const SEVERITIES: readonly Severity[] = ['high', 'medium', 'low'];

/** The requested part of a rating: its areas, and the worst of their findings. */
export function toScoreResult(
  rating: Rating,
  {
    areas,
    max_findings = Number.POSITIVE_INFINITY,
    fixes,
  }: Pick<ScoreInput, 'areas' | 'max_findings' | 'fixes'>,
): ScoreResult {
  const wanted = AREAS.filter((area) => areas?.includes(area) ?? true);
  const shown = chooseWorst(
    wanted.map((area) => rating.areas[area]),
    max_findings,
  );
  const scored = wanted.map(
    (area) => [area, toScoredArea(rating.areas[area], shown, fixes === 'each')] as const,
  );
  const total = wanted.reduce((sum, area) => sum + rating.areas[area].total, 0);
  const omitted = total - shown.size;
  return {
    score: Math.floor(scored.reduce((sum, [, { score }]) => sum + score, 0) / scored.length),
    categories: Object.fromEntries(scored),
    ...(omitted > 0 && { findings_omitted: omitted }),
    ...(rating.fixes !== undefined && fixes === 'together' && { fixes: rating.fixes }),
  };
}

type RatedFinding = RatedArea['findings'][number];

/** The worst findings of all areas by severity; equal ones in the order of the areas. */
function chooseWorst(areas: readonly RatedArea[], count: number): Set<RatedFinding> {
  const all = areas.flatMap((area) => area.findings);
  const bySeverity = SEVERITIES.flatMap((severity) => all.filter((finding) => finding.severity === severity));
  return new Set(bySeverity.slice(0, count));
}

function toScoredArea(area: RatedArea, shown: ReadonlySet<RatedFinding>, withFixes: boolean): ScoredArea {
  const findings = area.findings.filter((finding) => shown.has(finding));
  const byReason = Map.groupBy(area.notMeasured, ({ reason }) => reason);
  return {
    score: area.score,
    findings: findings.map(({ id, severity, message, suggestion, blockId, fix }) => ({
      id,
      severity,
      message,
      suggestion,
      blockId,
      ...(fix !== undefined && withFixes && { fix }),
    })),
    ...(byReason.size > 0 && {
      not_measured: [...byReason].map(([reason, found]) => ({
        rules: found.map(({ rule }) => rule),
        reason,
      })),
    }),
  };
}
