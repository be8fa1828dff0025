import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { nameOf, normalizeName } from './link-name.ts';
import { languageWords } from './words/index.ts';

/** Vague link names by language; read once. */
const vagueNames = new Map(
  [...languageWords].map(([language, { vagueLinks }]) => [language, new Set(vagueLinks.map(normalizeName))]),
);

/** Whether the name of a link is vague; false in languages without a word list. */
export function isVague(name: string, language: string): boolean {
  return vagueNames.get(language)?.has(normalizeName(name)) === true;
}

/** Links named "here" or "more": a list of links does not say where they lead (WCAG 2.2, 2.4.4). */
export const linkVagueRule: Rule = {
  id: 'a11y.link-vague',
  area: 'accessibility',
  check(mail) {
    if (!vagueNames.has(mail.language)) {
      return {
        notMeasured: `There is no list of vague link names for the language "${mail.declaredLanguage}".`,
      };
    }
    return mail.links
      .filter((link) => isVague(nameOf(link), mail.language))
      .map((link) => ({
        severity: 'medium',
        blockId: link.blockId,
        message: `The ${link.kind === 'button' ? 'button' : 'link'} ${quote(nameOf(link), 40)} does not say where it leads.`,
        suggestion: 'Name what it leads to, e.g. "Read the recipe" or "Open your invoice".',
      }));
  },
};
