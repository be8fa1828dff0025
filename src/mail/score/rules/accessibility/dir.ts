import type { Mail, MailElement } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { readAttribute, readRootTags } from './rendered-tags.ts';

const RTL_LETTERS =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
const LETTERS = /\p{L}/gu;
/** Fewer letters may be a name or a quotation. */
const ENOUGH = 20;

/**
 * The reading direction of a mail (WCAG 2.2, 1.3.2). It is declared or follows from the language, so a mail in Arabic that
 * declares English has the wrong direction. In a rendered mail, the wrapper in the body must have it too.
 */
export const dirRule: Rule = {
  id: 'a11y.dir',
  area: 'accessibility',
  check(mail) {
    const dir = mail.direction;
    const findings = [...checkLetters(mail, dir), ...checkElements(mail, dir)];
    return mail.rendered === undefined ? findings : [...findings, ...checkRendered(mail.rendered.html, dir)];
  },
};

/** The direction of most letters of a text; undefined for too few letters. */
function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters < ENOUGH) return undefined;
  const share = (text.match(RTL_LETTERS)?.length ?? 0) / letters;
  return share > 0.5 ? 'rtl' : 'ltr';
}

function checkLetters(mail: Mail, dir: 'ltr' | 'rtl'): RuleFinding[] {
  const words = mail.texts.filter(({ role }) => role !== 'alt').map(({ text }) => text);
  const all = words.join(' ');
  // Fast path for nearly all mails.
  if (dir === 'ltr' && all.search(RTL_LETTERS) < 0) return [];
  const written = directionOf(all);
  if (written === undefined || written === dir) return [];
  const isDeclared = mail.content.settings.direction !== undefined;
  const [is, should] =
    dir === 'ltr' ? ['left to right', 'right to left'] : ['right to left', 'left to right'];
  return [
    {
      severity: 'high',
      blockId: null,
      message: `The mail is laid out from ${is}, as its ${isDeclared ? 'direction' : 'language'} says, but most of its text is written from ${should}.`,
      suggestion: isDeclared
        ? 'Leave settings.direction out, and set settings.locale to the language of the text.'
        : 'Set settings.locale to the language of the text; the direction follows.',
    },
  ];
}

/** Elements with the direction ltr around text that is written from right to left. */
function checkElements(mail: Mail, dir: 'ltr' | 'rtl'): RuleFinding[] {
  if (dir === 'ltr') return [];
  return mail.elements.filter(isLeftToRight).map(({ blockId, name }) => ({
    severity: 'high',
    blockId,
    message: `The <${name}> lays text that is written from right to left out from left to right.`,
    suggestion: 'Leave its direction out: it has that of the mail.',
  }));
}

function isLeftToRight({ attributes, text }: MailElement): boolean {
  const says =
    attributes.dir?.trim().toLowerCase() === 'ltr' || /direction\s*:\s*ltr/i.test(attributes.style ?? '');
  return says && directionOf(text) === 'rtl';
}

function checkRendered(html: string, dir: 'ltr' | 'rtl'): RuleFinding[] {
  const declared = readAttribute(readRootTags(html).wrapper, 'dir')?.trim().toLowerCase();
  if (declared === dir || declared === 'auto') return [];
  return [
    {
      severity: dir === 'rtl' ? 'high' : 'medium',
      blockId: null,
      message: declared
        ? `The element around the body has the direction "${declared}"; the mail has "${dir}".`
        : 'The element around the body, which mail clients keep, has no direction.',
      suggestion: `Put dir="${dir}" on the element around the body.`,
    },
  ];
}
