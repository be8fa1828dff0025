import type { Mail } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { isRunningText, whyWordsDoNotCount } from './prose.ts';

const MAX_WORDS = 200;

/** More than a screen of running text without a heading, a list or a picture to hold on to. */
export const wallOfTextRule: Rule = {
  id: 'read.wall-of-text',
  area: 'readability',
  check(mail) {
    const notMeasured = whyWordsDoNotCount(mail);
    return notMeasured === undefined ? findWalls(mail) : { notMeasured };
  },
};

interface Stretch {
  blockId: string;
  words: number;
}

function findWalls(mail: Mail): RuleFinding[] {
  const stretches: Stretch[] = [];
  const pictured = new Set(mail.images.map(({ blockId }) => blockId));
  const textsOf = Map.groupBy(mail.texts, ({ blockId }) => blockId);
  let current: Stretch | undefined;
  for (const { id } of mail.blocks) {
    if (pictured.has(id)) current = undefined;
    for (const text of textsOf.get(id) ?? []) {
      if (text.role === 'heading' || text.role === 'list-item') current = undefined;
      if (text.role === 'list-item' || !isRunningText(text)) continue;
      if (current === undefined) {
        current = { blockId: id, words: 0 };
        stretches.push(current);
      }
      current.words += text.words.length;
    }
  }
  return stretches.filter(({ words }) => words > MAX_WORDS).map(describeWall);
}

function describeWall({ blockId, words }: Stretch): RuleFinding {
  return {
    severity: 'high',
    blockId,
    message: `From here ${words} words follow without a heading, a list or a picture.`,
    suggestion: 'Put a heading every few paragraphs, or turn a part into a list: mails are skimmed.',
  };
}
