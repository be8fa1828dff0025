import { detectLanguage, isDetectable } from '../../../parse/detect-language.ts';
import { changeSettings } from '../../fix.ts';
import { MERGE_WORD } from '../../mail/merge-words.ts';
import type { Rule } from '../../rule.ts';
import { isPlainlyIn } from './plain-language.ts';

/** Fewer words are not enough to detect a language. */
const FEWEST_WORDS = 20;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** A mail whose text is in another language than it declares: screen readers mispronounce it (WCAG 2.2, 3.1.1). */
export const langMismatchRule: Rule = {
  id: 'a11y.lang-mismatch',
  area: 'accessibility',
  check(mail) {
    const { language } = mail;
    if (language === '') return { notMeasured: 'The mail declares no language.' };
    if (!isDetectable(language)) {
      return { notMeasured: `The language "${mail.declaredLanguage}" cannot be detected.` };
    }
    const texts = mail.texts.filter(({ role }) => role !== 'alt' && role !== 'label');
    const words = texts.flatMap((text) => text.words).filter((word) => word !== MERGE_WORD);
    if (words.length < FEWEST_WORDS) {
      return {
        notMeasured: `Too little text to detect its language: it takes ${FEWEST_WORDS} words.`,
      };
    }
    if (isPlainlyIn(language, words)) return [];
    const found = detectLanguage(words.join(' '));
    if (found === undefined || found === language) return [];
    return [
      {
        severity: 'medium',
        blockId: null,
        message: `The mail says it is in ${languageNames.of(language)}, but its text is in ${languageNames.of(found)}.`,
        suggestion: `Set settings.locale to "${found}".`,
        fix: changeSettings({ locale: found }),
        fixNeedsTrial: true,
      },
    ];
  },
};
