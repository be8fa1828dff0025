import { derive, type Mail, type MailLink } from '../../../mail/mail.ts';
import type { Rule, RuleFinding, Severity } from '../../../rule.ts';
import { spreadPoints } from '../spread-points.ts';
import { readTarget, type Target } from './hosts.ts';

/** What is wrong with a link. */
interface LinkFault {
  message: string;
  suggestion: string;
}

/** Links to the web with where they lead. */
function readTargets(mail: Mail): readonly [MailLink, Target][] {
  return mail.links.flatMap((link): [MailLink, Target][] => {
    const target = readTarget(link.href);
    return target === undefined ? [] : [[link, target]];
  });
}

/**
 * Makes a rule about single links. Each block has at most one finding per fault.
 * @param points for the first finding, and for each further one
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
      for (const [link, target] of derive(mail, readTargets)) {
        const fault = judge(target, link);
        if (fault)
          found.set(`${link.blockId} ${fault.message}`, { severity, blockId: link.blockId, ...fault });
      }
      return spreadPoints([...found.values()], ...points);
    },
  };
}
