import { splitStyle } from '../../../parse/safe-style.ts';
import { editStartTag, MAX_COPIES, setAttribute, setStyle } from '../../fix.ts';
import type { Mail, MailElement } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

const IMPORTANT = /(?<!\s)\s*!important\s*$/i;
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|inherit|initial|unset)$/i;
const SERIF = /georgia|times|garamond|baskerville|palatino|cambria|playfair|merriweather|lora|serif/i;
const MONOSPACE = /courier|mono|consolas|menlo/i;

/**
 * Font lists without a generic family at their end. Only in HTML of authors: the renderer adds one to the fonts of
 * blocks and settings.
 */
export const webFontRule: Rule = {
  id: 'best.web-font',
  area: 'bestPractices',
  check(mail) {
    const found = mail.elements.flatMap((element) => {
      const stack = findStack(element);
      return stack === undefined || hasGeneric(stack) ? [] : [{ element, stack }];
    });
    return found.map(({ element, stack }, index) => describe(mail, element, stack, index < MAX_COPIES));
  },
};

function findStack({ name, from, attributes }: MailElement): string | undefined {
  if (attributes.style === undefined && name !== 'font') return undefined;
  const declared = splitStyle(attributes.style ?? '').findLast(
    ([property]) => property === 'font-family',
  )?.[1];
  if (declared !== undefined) return declared;
  return name === 'font' && from === 'html' ? attributes.face : undefined;
}

function hasGeneric(stack: string): boolean {
  const last =
    stack
      .replace(IMPORTANT, '')
      .split(',')
      .at(-1)
      ?.trim()
      .replace(/^["']|["']$/g, '') ?? '';
  // A merge tag may contain a generic family.
  return GENERIC.test(last) || /[{*$<]/.test(last) || last === '';
}

function describe(mail: Mail, element: MailElement, stack: string, withFix: boolean): RuleFinding {
  const plain = stack.replace(IMPORTANT, '').trim();
  const wanted = `${plain}, ${genericFor(plain)}`;
  const fix = withFix ? editStartTag(mail, element, (tag) => setStack(tag, element, wanted)) : undefined;
  return {
    severity: 'medium',
    blockId: element.blockId,
    message: `The font ${quote(plain)} has no fallback: clients without it show Times.`,
    suggestion: `Write font-family: ${wanted}.`,
    ...(fix && { fix }),
  };
}

function setStack(tag: string, { attributes }: MailElement, stack: string): string {
  const isDeclared = splitStyle(attributes.style ?? '').some(([property]) => property === 'font-family');
  return isDeclared ? setStyle(tag, attributes, 'font-family', stack) : setAttribute(tag, 'face', stack);
}

function genericFor(stack: string): string {
  if (MONOSPACE.test(stack)) return 'monospace';
  return SERIF.test(stack) && !/sans/i.test(stack) ? 'serif' : 'sans-serif';
}
