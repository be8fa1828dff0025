import type { ContentOperations } from '../../../model/index.ts';
import { changeBlock, editStartTag, setAttribute } from '../../fix.ts';
import type { Mail, MailImage } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { markDecorative } from './img-alt.ts';
import { normalizeName } from './link-name.ts';
import { languageWords } from './words/index.ts';

/**
 * Redundant alternative texts: those that begin with "image of", which screen readers say themselves (in the languages
 * with a word list), and those that repeat the text right before or after.
 */
export const imgAltRedundantRule: Rule = {
  id: 'a11y.img-alt-redundant',
  area: 'accessibility',
  check(mail) {
    const beside = readNeighbors(mail);
    const beginnings = languageWords.get(mail.language)?.pictureOf ?? [];
    return mail.images.flatMap((image): RuleFinding[] => {
      const alt = image.alt?.trim() ?? '';
      if (alt === '' || image.isDecorative || (image.kind !== 'image' && image.kind !== 'html')) return [];
      // A linked image needs a name, even a repeated one.
      if (image.href === undefined && beside.has(keyOf(image.blockId, alt)))
        return [reportRepeated(mail, image)];
      const beginning = beginnings.find((words) => startsWith(alt, words));
      return beginning === undefined ? [] : [reportBeginning(mail, image, alt, beginning)];
    });
  },
};

function startsWith(alt: string, words: string): boolean {
  const next = alt[words.length];
  return (
    alt.toLowerCase().startsWith(words) && (next === undefined || /[\s'’]/.test(next) || /['’:]$/.test(words))
  );
}

function keyOf(blockId: string, text: string): string {
  return `${blockId} ${normalizeName(text)}`;
}

/** The alternative texts, with their block, that repeat the text right before or after. */
function readNeighbors(mail: Mail): ReadonlySet<string> {
  const repeated = new Set<string>();
  for (const [index, text] of mail.texts.entries()) {
    if (text.role !== 'alt') continue;
    const name = normalizeName(text.text);
    const isRepeated = [mail.texts[index - 1], mail.texts[index + 1]].some(
      (other) => other !== undefined && other.role !== 'alt' && normalizeName(other.text) === name,
    );
    if (name !== '' && isRepeated) repeated.add(keyOf(text.blockId, text.raw));
  }
  return repeated;
}

function reportRepeated(mail: Mail, image: MailImage): RuleFinding {
  const fix = markDecorative(mail, image);
  return {
    severity: 'low',
    blockId: image.blockId,
    message: `The alternative text ${quote(image.alt ?? '', 40)} is the same as the text beside the picture.`,
    suggestion: 'Say what else the picture tells, or mark it as decorative.',
    ...(fix && { fix, fixNeedsTrial: true }),
  };
}

function reportBeginning(mail: Mail, image: MailImage, alt: string, beginning: string): RuleFinding {
  const rest = alt.slice(beginning.length).replace(/^[\s:]+/, '');
  const better = rest.charAt(0).toUpperCase() + rest.slice(1);
  // The rest must be more than one word.
  const fix = /\p{L}{2}/u.test(better) && !/^['’]/.test(rest) ? writeAlt(mail, image, better) : undefined;
  return {
    severity: 'low',
    blockId: image.blockId,
    message: `The alternative text begins with ${quote(beginning)}, which screen readers say by themselves.`,
    suggestion: 'Begin with what is to be seen.',
    ...(fix && { fix, fixNeedsTrial: true }),
  };
}

function writeAlt(mail: Mail, { element, blockId }: MailImage, alt: string): ContentOperations | undefined {
  if (element === undefined) return changeBlock(blockId, { alt });
  return editStartTag(mail, element, (tag) => setAttribute(tag, 'alt', alt));
}
