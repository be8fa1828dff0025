import { detectLanguage } from '../../parse/detect-language.ts';
import type { HtmlElement } from '../../parse/html.ts';
import { withoutMergeTags } from '../../parse/merge-tags.ts';
import { plainTextOf } from '../text.ts';

/** Texts that are shorter are not enough to tell their language. */
const MIN_LETTERS = 80;

/** The language of the text of a mail that does not say it. */
export function languageOf(body: HtmlElement): string | undefined {
  const text = withoutMergeTags(plainTextOf(body)).replace(/\bhttps?:\S+/g, '');
  return text.length < MIN_LETTERS ? undefined : detectLanguage(text);
}
