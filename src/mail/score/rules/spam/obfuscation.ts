import type { ContentOperations } from '../../../model/index.ts';
import { changeSettings } from '../../fix.ts';
import type { Mail } from '../../mail/mail.ts';
import { withoutAddresses } from '../../mail/words.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { spreadPoints } from './spread-points.ts';
import { type Disguise, findDisguises, undisguise } from './text/disguises.ts';
import { rewriteTexts } from './text/rewrite-texts.ts';
import { listSpamTexts, type SpamText } from './text/spam-text.ts';

/**
 * Words that are disguised from filters: zero-width characters inside, letters of another script, digits for letters,
 * spaced letters. SpamAssassin's FUZZY_* rules and UNICODE_OBFU_ASC check the same (1.0 points and more). Digits and
 * gaps count only in words that spam disguises, in any language.
 */
export const obfuscationRule: Rule = {
  id: 'spam.obfuscation',
  area: 'spam',
  check(mail) {
    const byBlock = Map.groupBy(listSpamTexts(mail), ({ blockId, part }) => blockId ?? part);
    const findings = [...byBlock.values()].flatMap((texts) => describe(mail, texts));
    return spreadPoints(findings, 2.5, 0.3);
  },
};

function describe(mail: Mail, texts: readonly SpamText[]): Omit<RuleFinding, 'points'>[] {
  const [{ blockId, part }] = texts as [SpamText];
  const found = texts.flatMap(({ text }) => findDisguises(withoutAddresses(text), mail.language));
  const [first] = found;
  if (first === undefined) return [];
  const place = part === 'body' ? '' : ` in the ${part}`;
  const fix = found.every(({ isMechanical }) => isMechanical)
    ? removeDisguises(mail, texts[0] as SpamText)
    : undefined;
  return [
    {
      severity: 'high',
      blockId,
      message: `${quote(first.shown)}${place} ${describeDisguise(first)}.`,
      suggestion: 'Write the word as it is spelled, with the letters of its language.',
      ...(fix && { fix, fixNeedsTrial: true }),
    },
  ];
}

function describeDisguise({ how }: Disguise): string {
  switch (how) {
    case 'invisible':
      return 'has characters without width inside';
    case 'scripts':
      return 'mixes letters of several scripts that look alike';
    case 'styled':
      return 'is written in mathematical letters instead of bold or italic type';
    case 'leet':
      return 'has digits or signs in place of letters';
    case 'gaps':
      return 'has its letters set apart';
  }
}

function removeDisguises(mail: Mail, { blockId, part }: SpamText): ContentOperations | undefined {
  const change = (text: string) => undisguise(text, mail.language);
  if (part === 'preview text') return changeSettings({ preheaderText: change(mail.preheader) });
  if (blockId === null) return undefined;
  return rewriteTexts(
    mail,
    blockId,
    change,
    (text) => findDisguises(withoutAddresses(text), mail.language).length > 0,
  );
}
