import { findCountdownFault } from '../../../parse/countdown-moment.ts';
import type { Rule } from '../../rule.ts';

/** Countdowns whose date or time zone cannot be read: their clock stands at zero, or ends at another time than meant. */
export const countdownMomentRule: Rule = {
  id: 'best.countdown-moment',
  area: 'bestPractices',
  check({ blocks }) {
    return blocks.flatMap(({ block, isHidden }) => {
      const fault = block.type === 'countdown' && !isHidden ? findCountdownFault(block) : undefined;
      return fault === undefined ? [] : [{ severity: 'high', blockId: block.id, ...fault }];
    });
  },
};
