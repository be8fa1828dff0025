import type { Block, ContentOperations, TemplateContent } from '../model/index.ts';
import { combineFixes } from './combine-fixes.ts';
import { type MailFacts, readMail } from './mail/read-mail.ts';
import type { Finding } from './rule.ts';
import { RULES } from './rules/index.ts';
import { AREAS, type AreaScore, scoreMail } from './score.ts';
import type { RatedArea, Rating, RatingJob } from './scoring-job.ts';

/** How many findings of an area are returned, the worst first. */
const MAX_KEPT = 200;

/** Longer fixes are left out: they repeat whole texts. */
const MAX_FIX_BYTES = 16 * 1024;

/** Rates a content in all areas. Pure; runs in the server and in workers. */
export function scoreContent({ content: json, fixTogether, ...facts }: RatingJob): Rating {
  const content = JSON.parse(json) as TemplateContent;
  const { areas } = scoreMail(readMail(content, facts satisfies MailFacts), RULES);
  const texts = new Set(content.blocks.filter(hasText).map(({ id }) => id));
  const kept = AREAS.map((area) => [area, trim(areas[area] as AreaScore, texts)] as const);
  return {
    areas: Object.fromEntries(kept) as Rating['areas'],
    ...(fixTogether && { fixes: combineFixes(content, facts, RULES) }),
  };
}

/** Whether a block has a text that editors can send to be fixed. */
function hasText(block: Block): boolean {
  return 'content' in block && typeof block.content === 'string' && block.content !== '';
}

/** `texts`: the ids of the blocks of the top level that have a text. */
function trim({ score, findings, notMeasured }: AreaScore, texts: ReadonlySet<string>): RatedArea {
  return {
    score: Math.floor(score),
    counts: countByRule(findings),
    findings: findings
      .slice(0, MAX_KEPT)
      .map(({ id, rule, severity, blockId, message, suggestion, fix }) => ({
        id,
        rule,
        severity,
        blockId,
        message,
        suggestion,
        ...(blockId !== null && texts.has(blockId) && { textFixedBy: chooseTextFix(blockId, fix) }),
        ...(fix !== undefined && JSON.stringify(fix).length <= MAX_FIX_BYTES && { fix }),
      })),
    notMeasured,
  };
}

function countByRule(findings: readonly Finding[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { rule } of findings) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}

/** The rule if its fix changes the text of this block only, nothing if it changes something else. */
function chooseTextFix(blockId: string, fix: ContentOperations | undefined): 'rule' | 'model' | undefined {
  if (fix === undefined) return 'model';
  const changesText = (operation: ContentOperations[number]) =>
    operation.op === 'update' &&
    operation.id === blockId &&
    Object.keys(operation.fields ?? {}).join() === 'content';
  return fix.every(changesText) ? 'rule' : undefined;
}

/** The findings of one rule in a content; none for an unknown rule. Pure. */
export function checkRule(id: string, content: TemplateContent, facts: MailFacts): Finding[] {
  const rules = RULES.filter((rule) => rule.id === id);
  const { areas } = scoreMail(readMail(content, facts), rules);
  return AREAS.flatMap((area) => areas[area]?.findings ?? []);
}
