import { listSpans } from '../../../parse/spans.ts';
import type { Rule } from '../../rule.ts';

/** The title by which browsers and screen readers announce the mail (WCAG 2.2, 2.4.2; axe document-title). */
export const titleRule: Rule = {
  id: 'a11y.title',
  area: 'accessibility',
  check({ rendered }) {
    if (rendered === undefined) return { notMeasured: 'Only a rendered mail has a title.' };
    // Only the head counts: drawings inside the mail may have titles too.
    const head = rendered.html.slice(0, Math.max(rendered.html.search(/<body\b/i), 0) || undefined);
    const [title] = listSpans(head, /<title\b[^<>]*>/gi, () => /<\/title>/gi);
    if (title?.text.replace(/<[^<>]*>|&(?:nbsp|#160);|\s/g, '')) return [];
    return [
      {
        severity: 'medium',
        blockId: null,
        message: 'The HTML has no title.',
        suggestion: 'Give the mail a subject or a heading: either becomes its title.',
      },
    ];
  },
};
