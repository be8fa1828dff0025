import type { Rule } from '../../rule.ts';
import { readAttribute } from './rendered-tags.ts';

const VIEWPORT = /\bname\s*=\s*["']?viewport\b/i;

/** A viewport that prevents zooming the mail to 200 % (WCAG 2.2, 1.4.4; axe meta-viewport). */
export const zoomBlockedRule: Rule = {
  id: 'a11y.zoom-blocked',
  area: 'accessibility',
  check({ rendered }) {
    if (rendered === undefined) return { notMeasured: 'Only a rendered mail has a viewport.' };
    const blocking = rendered.html
      .match(/<meta\b[^<>]*>/gi)
      ?.find((tag) => VIEWPORT.test(tag) && blocksZoom(tag));
    if (blocking === undefined) return [];
    return [
      {
        severity: 'high',
        blockId: null,
        message: `The viewport keeps readers from enlarging the mail: ${readAttribute(blocking, 'content')}.`,
        suggestion: 'Leave out user-scalable and maximum-scale.',
      },
    ];
  },
};

function blocksZoom(tag: string): boolean {
  const content = readAttribute(tag, 'content') ?? '';
  const scale = /maximum-scale\s*=\s*([\d.]+)/i.exec(content)?.[1];
  return /user-scalable\s*=\s*(?:no|0)/i.test(content) || (scale !== undefined && Number(scale) < 2);
}
