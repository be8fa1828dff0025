import { editContent, type TemplateContent } from '../../../src/mail/model/index.ts';
import { type MailFacts, readMail } from '../../../src/mail/score/mail/read-mail.ts';
import type { Area, Finding } from '../../../src/mail/score/rule.ts';
import { RULES } from '../../../src/mail/score/rules/index.ts';
import { AREAS, type Scoring, scoreMail } from '../../../src/mail/score/score.ts';

export function score(content: TemplateContent, facts: MailFacts = {}): Scoring {
  return scoreMail(readMail(content, facts), RULES);
}

export function findingsOf(scoring: Scoring): Finding[] {
  return AREAS.flatMap((area) => scoring.areas[area]?.findings ?? []);
}

export function areaScores({ areas }: Scoring): Record<Area, number> {
  return Object.fromEntries(AREAS.map((area) => [area, areas[area]?.score])) as Record<Area, number>;
}

/** The content after the operations of a fix; throws when update-template would refuse them. */
function applyFix(content: TemplateContent, operations: unknown): TemplateContent {
  let made = 0;
  const edited = editContent(content, operations, {
    makeId: () => {
      made += 1;
      return `made-${made}`;
    },
  });
  if (!edited.ok) throw new Error(JSON.stringify({ operations, faults: edited.faults }));
  return edited.content;
}

type Found = Pick<Finding, 'rule' | 'blockId' | 'message'>;

/** The findings of all rules, without trials of their fixes. */
function findAll(content: TemplateContent, facts: MailFacts): Found[] {
  const mail = readMail(content, facts);
  return RULES.flatMap((rule) => {
    const outcome = rule.check(mail);
    return 'notMeasured' in outcome ? [] : outcome.map((finding) => ({ rule: rule.id, ...finding }));
  });
}

const keyOf = ({ rule, blockId }: Found) => `${rule} at ${blockId}`;

/** Number of findings per rule and place. */
function countFindings(findings: readonly Found[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const key = keyOf(finding);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The faulty fixes of a mail: those that leave their finding, or cause others. */
export function faultsOfFixes(content: TemplateContent, facts: MailFacts): string[] {
  const found = findingsOf(score(content, facts));
  const had = countFindings(found);
  return found.flatMap((finding) => {
    if (finding.fix === undefined) return [];
    const after = findAll(applyFix(content, finding.fix), facts);
    const added = [...countFindings(after)].filter(([key, count]) => count > (had.get(key) ?? 0));
    const isSame = (one: Found) =>
      one.rule === finding.rule && one.blockId === finding.blockId && one.message === finding.message;
    const isStillThere = after.filter(isSame).length >= found.filter(isSame).length;
    return [
      ...(isStillThere ? [`${finding.id} is still there: ${finding.message}`] : []),
      ...added.map(
        ([key]) => `${finding.id} added ${key}: ${after.findLast((one) => key === keyOf(one))?.message}`,
      ),
    ];
  });
}
