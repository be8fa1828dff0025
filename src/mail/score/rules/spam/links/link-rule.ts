import type { Mail, MailLink } from '../../../mail/mail.ts';
import type { Rule, RuleFinding, Severity } from '../../../rule.ts';
import { spreadPoints } from '../spread-points.ts';
import { readTarget, type Target } from './hosts.ts';

/** What is wrong with a link. */
export interface LinkFault {
  message: string;
  suggestion: string;
}

const read = new WeakMap<Mail, readonly [MailLink, Target][]>();

/** Links to the web with where they lead. Read once for all rules. */
function targetsOf(mail: Mail): readonly [MailLink, Target][] {
  const known = read.get(mail);
  if (known !== undefined) return known;
  const targets = mail.links.flatMap((link): [MailLink, Target][] => {
    const target = readTarget(link.href);
    return target === undefined ? [] : [[link, target]];
  });
  read.set(mail, targets);
  return targets;
}

/**
 * A rule about single links. A block has one finding for the same fault, however many links have it.
 * @param points of the first finding, and of each further one
 */
export function linkRule(
  id: string,
  severity: Severity,
  points: readonly [first: number, further: number],
  judge: (target: Target, link: MailLink) => LinkFault | undefined,
): Rule {
  return {
    id,
    area: 'spam',
    check(mail) {
      const found = new Map<string, Omit<RuleFinding, 'points'>>();
      for (const [link, target] of targetsOf(mail)) {
        const fault = judge(target, link);
        if (fault)
          found.set(`${link.blockId} ${fault.message}`, { severity, blockId: link.blockId, ...fault });
      }
      return spreadPoints([...found.values()], ...points);
    },
  };
}
