import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { readAttribute, readRootTags } from './rendered-tags.ts';

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const SUGGESTION = 'Set settings.locale to a BCP-47 tag of the language, e.g. "en" or "de-AT".';

/**
 * The language for screen readers (WCAG 2.2, 3.1.1): in the settings and, in a rendered mail, on the html element and
 * on the wrapper in the body, because mail clients remove the html element.
 */
export const langRule: Rule = {
  id: 'a11y.lang',
  area: 'accessibility',
  check(mail) {
    const declared = mail.declaredLanguage.trim();
    const problem = explain(declared, mail.language);
    if (problem !== undefined) return [find(problem)];
    if (mail.rendered === undefined) return [];
    const { root, wrapper } = readRootTags(mail.rendered.html);
    if (!hasLanguage(root)) return [find('The HTML has no language on its root element.')];
    return hasLanguage(wrapper)
      ? []
      : [find('The element around the body, which mail clients keep, has no language.')];
  },
};

function find(message: string): RuleFinding {
  return { severity: 'high', blockId: null, message, suggestion: SUGGESTION };
}

function explain(declared: string, language: string): string | undefined {
  if (declared === '') return 'The mail does not say which language it is in.';
  if (/^und\b/i.test(declared))
    return `The mail declares ${quote(declared)}, which means an unknown language.`;
  if (language === '') return `${quote(declared)} is not a language tag.`;
  return languageNames.of(language) === undefined ? `${quote(declared)} is not a known language.` : undefined;
}

function hasLanguage(tag: string): boolean {
  const lang = readAttribute(tag, 'lang')?.trim() ?? '';
  return lang !== '' && !/^und\b/i.test(lang);
}
