import {
  type ContentOperations,
  shortenIds,
  type TemplateContent,
  walkBlocks,
} from '../../mail/model/index.ts';
import type { Area, RatedArea, RatedFinding, Rating, Severity } from '../../mail/score/index.ts';
import type { ScoredArea, ScoreInput, ScoreResult } from './schema.ts';

const AREAS: readonly Area[] = ['spam', 'readability', 'accessibility', 'bestPractices'];
const SEVERITIES: readonly Severity[] = ['high', 'medium', 'low'];

/**
 * Which findings say their block as `blockId`. Agents need it for all. Editors show a button for each finding that has
 * one, send the text of its block to `fix-finding` and apply the answer. For blocks of sections and blocks without a text
 * their button does nothing, so they get only the ids with which it does something.
 */
type ShownBlockIds = 'all' | 'fixable' | 'fixableByRule';

/** A result with the short ids of blocks, which agents read and send. `content`: the rated content. */
export function withShortIds(result: ScoreResult, content: TemplateContent): ScoreResult {
  const ids = [...walkBlocks(content)].map(({ block }) => block.id);
  const short = new Map(shortenIds(content, ids).map((id, index) => [ids[index], id]));
  const shorten = (id: string) => short.get(id) ?? id;
  const shortenFix = (fix: ContentOperations): ContentOperations =>
    fix.map((operation) => ({
      ...operation,
      ...('id' in operation && operation.id !== undefined && { id: shorten(operation.id) }),
      ...('ids' in operation && operation.ids !== undefined && { ids: operation.ids.map(shorten) }),
    }));
  const shortenFinding = ({ id, blockId, fix, ...finding }: ScoredArea['findings'][number]) => ({
    ...finding,
    id: blockId === null ? id : id.replace(`:${blockId}:`, `:${shorten(blockId)}:`),
    blockId: blockId === null ? null : shorten(blockId),
    ...(fix !== undefined && { fix: shortenFix(fix) }),
  });
  const areas = Object.entries(result.categories).map(([name, area]) => [
    name,
    { ...area, findings: area.findings.map(shortenFinding) },
  ]);
  return {
    ...result,
    categories: Object.fromEntries(areas),
    ...(result.fixes !== undefined && { fixes: shortenFix(result.fixes) }),
  };
}

/** The requested part of a rating: its areas, and the worst of their findings. */
export function toScoreResult(
  rating: Rating,
  {
    areas,
    max_findings = Number.POSITIVE_INFINITY,
    fixes,
  }: Pick<ScoreInput, 'areas' | 'max_findings' | 'fixes'>,
  blockIds: ShownBlockIds,
): ScoreResult {
  const wanted = AREAS.filter((area) => areas?.includes(area) ?? true);
  const shown = chooseWorst(
    wanted.map((area) => rating.areas[area]),
    max_findings,
  );
  const scored = wanted.map(
    (area) => [area, toScoredArea(rating.areas[area], shown, fixes === 'each', blockIds)] as const,
  );
  const total = wanted
    .flatMap((area) => Object.values(rating.areas[area].counts))
    .reduce((sum, count) => sum + count, 0);
  const omitted = total - shown.size;
  return {
    score: Math.floor(scored.reduce((sum, [, { score }]) => sum + score, 0) / scored.length),
    categories: Object.fromEntries(scored),
    ...(omitted > 0 && { findings_omitted: omitted }),
    ...(rating.fixes !== undefined && fixes === 'together' && { fixes: rating.fixes }),
  };
}

/** The worst findings of all areas by severity; equal ones in the order of the areas. */
function chooseWorst(areas: readonly RatedArea[], count: number): Set<RatedFinding> {
  const all = areas.flatMap((area) => area.findings);
  const bySeverity = SEVERITIES.flatMap((severity) => all.filter((finding) => finding.severity === severity));
  return new Set(bySeverity.slice(0, count));
}

function isShown({ textFixedBy }: RatedFinding, blockIds: ShownBlockIds): boolean {
  if (blockIds === 'all' || textFixedBy === 'rule') return true;
  return blockIds === 'fixable' && textFixedBy === 'model';
}

function toScoredArea(
  area: RatedArea,
  shown: ReadonlySet<RatedFinding>,
  withFixes: boolean,
  blockIds: ShownBlockIds,
): ScoredArea {
  const findings = area.findings.filter((finding) => shown.has(finding));
  const byReason = Map.groupBy(area.notMeasured, ({ reason }) => reason);
  return {
    score: area.score,
    findings: findings.map((finding) => {
      const { id, severity, message, suggestion, blockId, fix } = finding;
      return {
        id,
        severity,
        message,
        suggestion,
        blockId: isShown(finding, blockIds) ? blockId : null,
        ...(blockIds !== 'all' && { location: blockId }),
        ...(fix !== undefined && withFixes && { fix }),
      };
    }),
    ...(byReason.size > 0 && {
      not_measured: [...byReason].map(([reason, found]) => ({
        rules: found.map(({ rule }) => rule),
        reason,
      })),
    }),
  };
}
