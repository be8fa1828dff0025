import type { Rule } from '../../rule.ts';
import { spreadPoints } from './spread-points.ts';

/** Shorter ones are tracking pixels, in characters. */
const MAX_LENGTH = 1024;

/** Images inside the HTML. Gmail and Outlook do not show them, and spam uses them to evade filters. */
export const dataUriRule: Rule = {
  id: 'spam.data-uri',
  area: 'spam',
  check({ images }) {
    const found = images.filter(({ src }) => src.length > MAX_LENGTH && /^\s*data:/i.test(src));
    const byBlock = Map.groupBy(found, ({ blockId }) => blockId);
    const findings = [...byBlock].map(([blockId, list]) => {
      const size = Math.ceil(list.reduce((sum, { src }) => sum + src.length, 0) / 1024);
      return {
        severity: 'medium' as const,
        blockId,
        message: `${list.length === 1 ? 'A picture is' : `${list.length} pictures are`} written into the HTML as data (${size} KB).`,
        suggestion: 'Upload the picture and use its URL.',
      };
    });
    return spreadPoints(findings, 1, 0.3);
  },
};
