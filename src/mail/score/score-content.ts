import type { TemplateContent } from '../model/index.ts';
import { combineFixes } from './combine-fixes.ts';
import { type MailFacts, readMail } from './mail/read-mail.ts';
import type { Finding } from './rule.ts';
import { RULES } from './rules/index.ts';
import { AREAS, type AreaScore, scoreMail } from './score.ts';
import type { Rating, RatingJob } from './scoring-job.ts';

/** How many findings of an area are returned, the worst first. */
const MAX_KEPT = 200;

/** Longer fixes are left out: they repeat whole texts. */
const MAX_FIX_BYTES = 16 * 1024;

/** Rates a content in all areas. Pure; runs in the server and in workers. */
export function scoreContent({ content: json, fixTogether, ...facts }: RatingJob): Rating {
  const content = JSON.parse(json) as TemplateContent;
  const { areas } = scoreMail(readMail(content, facts satisfies MailFacts), RULES);
  const kept = AREAS.map((area) => [area, trim(areas[area] as AreaScore)] as const);
  return {
    areas: Object.fromEntries(kept) as Rating['areas'],
    ...(fixTogether && { fixes: combineFixes(content, facts, RULES) }),
  };
}

function trim({ score, findings, notMeasured }: AreaScore): Rating['areas']['spam'] {
  return {
    score: Math.floor(score),
    total: findings.length,
    findings: findings.slice(0, MAX_KEPT).map(({ id, severity, blockId, message, suggestion, fix }) => ({
      id,
      severity,
      blockId,
      message,
      suggestion,
      ...(fix !== undefined && JSON.stringify(fix).length <= MAX_FIX_BYTES && { fix }),
    })),
    notMeasured,
  };
}

/** The findings of one rule in a content; none for an unknown rule. Pure. */
export function checkRule(id: string, content: TemplateContent, facts: MailFacts): Finding[] {
  const rules = RULES.filter((rule) => rule.id === id);
  const { areas } = scoreMail(readMail(content, facts), rules);
  return AREAS.flatMap((area) => areas[area]?.findings ?? []);
}
