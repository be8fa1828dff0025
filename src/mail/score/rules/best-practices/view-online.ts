import type { Rule } from '../../rule.ts';

/** "View in browser" in the languages with word lists; in the text of a link or in its address. */
const WORDS =
  /(?:view|see|read|open)\b.{0,20}\b(?:in|on|with)\b.{0,12}\b(?:browser|web)|view (?:it )?online|web version|online version|im browser|online (?:ansehen|anzeigen|lesen)|webversion|onlineversion|dans (?:votre|le|un) navigateur|version (?:en ligne|web)|voir en ligne|en (?:tu|su|el) navegador|versión (?:web|en línea|online)|in (?:je|uw|de) browser|online (?:bekijken|lezen)|webversie|nel (?:tuo )?browser|versione (?:web|online)|no (?:seu )?navegador|versão (?:web|online)/i;
const ADDRESS =
  /\*\|ARCHIVE\|\*|view_?in_?browser|view_?online|webversion|web_?version|browser_?link|mirror_?page|view-in-browser/i;

/** A marketing mail without a link to its web version. */
export const viewOnlineRule: Rule = {
  id: 'best.view-online',
  area: 'bestPractices',
  check({ kind, links, blocks }) {
    if (kind !== 'marketing' || blocks.length === 0) return [];
    if (links.some(({ text, href }) => WORDS.test(text) || ADDRESS.test(href))) return [];
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
