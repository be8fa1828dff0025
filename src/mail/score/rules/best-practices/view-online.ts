import { VIEW_ONLINE } from '../../../parse/lead.ts';
import type { Rule } from '../../rule.ts';

const ADDRESS =
  /\*\|ARCHIVE\|\*|view_?in_?browser|view_?online|webversion|web_?version|browser_?link|mirror_?page|view-in-browser/i;

/** A marketing mail without a link to its web version. */
export const viewOnlineRule: Rule = {
  id: 'best.view-online',
  area: 'bestPractices',
  check({ kind, links, blocks }) {
    if (kind !== 'marketing' || blocks.length === 0) return [];
    if (links.some(({ text, href }) => VIEW_ONLINE.test(text) || ADDRESS.test(href))) return [];
    return [
      {
        severity: 'low',
        blockId: null,
        message: 'No link shows the mail in a browser.',
        suggestion: 'Add a link such as “View in browser” whose address your sending service fills in.',
      },
    ];
  },
};
