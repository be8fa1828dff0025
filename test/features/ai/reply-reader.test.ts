import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createReplyReader } from '../../../src/features/ai/prompting/ask-checked.ts';

function read(pieces: readonly string[]): string {
  let shown = '';
  const take = createReplyReader((text) => {
    expect(text.isWellFormed()).toBe(true);
    shown += text;
  });
  for (const piece of pieces) take(piece);
  return shown;
}

test('the reply is shown as it is meant, however the answer is cut', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.nat({ max: 30 })),
      fc.boolean(),
      (reply, lengths, isEscaped) => {
        const plain = JSON.stringify({ reply, touches: ['"reply":"no"'], operations: [] });
        const json = isEscaped
          ? plain.replace(/[^\x20-\x7e]/gu, (c) =>
              [...Array(c.length).keys()]
                .map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`)
                .join(''),
            )
          : plain;
        // Providers send whole characters.
        const letters = [...json];
        const pieces: string[] = [];
        for (const length of lengths) pieces.push(letters.splice(0, length).join(''));
        pieces.push(letters.join(''));
        expect(read(pieces)).toBe(reply);
      },
    ),
  );
});

test('it is shown while it is being written', () => {
  const shown: string[] = [];
  const take = createReplyReader((text) => shown.push(text));
  for (const piece of ['```json\n{"rep', 'ly" : "I ma', 'ke it', '", "blocks": [']) take(piece);
  expect(shown).toEqual(['I ma', 'ke it']);
});

test('an answer without a reply shows nothing', () => {
  expect(read(['{"blocks":[', '{"content":"x"}]}'])).toBe('');
});
