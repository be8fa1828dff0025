import type { TemplateContent } from '../model/index.ts';
import type { Finding } from './finding.ts';
import { type MailFacts, readMail } from './mail/read-mail.ts';
import { RULES } from './rules/index.ts';
import { AREAS, scoreMail } from './score.ts';

/** What one rule finds in a content; nothing for a rule there is not. Pure. */
export function checkRule(id: string, content: TemplateContent, facts: MailFacts): Finding[] {
  const rules = RULES.filter((rule) => rule.id === id);
  const { areas } = scoreMail(readMail(content, facts), rules);
  return AREAS.flatMap((area) => areas[area]?.findings ?? []);
}
