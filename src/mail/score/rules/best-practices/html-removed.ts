import { EXTENTS, SILENT_ELEMENTS } from '../../../parse/allowed-html.ts';
import type { Rule } from '../../rule.ts';

/** What another rule reports, and the frame of a document, which shows nothing. */
const ELSEWHERE = new Set(
  'script iframe object embed applet input select textarea form button html head body meta title link base'.split(
    ' ',
  ),
);
const KEPT = new Set([...EXTENTS.markup.tags, 'style']);
/** Elements that are removed from rich text although they show something. */
const SHOWN = new Set([...SILENT_ELEMENTS, ...'audio canvas img picture table video'.split(' ')]);
/** Most elements that a message names. */
const MAX_NAMED = 5;

/** Elements that mails cannot have, so that exports leave them out. */
export const htmlRemovedRule: Rule = {
  id: 'best.html-removed',
  area: 'bestPractices',
  check(mail) {
    const removed = mail.elements.filter(({ name, from }) => {
      if (ELSEWHERE.has(name)) return false;
      return from === 'html' ? !KEPT.has(name) : SHOWN.has(name) && !EXTENTS.rich.tags.includes(name);
    });
    return [...Map.groupBy(removed, ({ blockId }) => blockId)].map(([blockId, elements]) => {
      const names = [...new Set(elements.map(({ name }) => `<${name}>`))].slice(0, MAX_NAMED);
      return {
        severity: 'medium' as const,
        blockId,
        message: `Exports leave out what mails cannot have: ${names.join(', ')}.`,
        suggestion: 'Show it as a picture, or link to a page that has it.',
      };
    });
  },
};
