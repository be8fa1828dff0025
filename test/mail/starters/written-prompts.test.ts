import { expect, test } from 'bun:test';
import { walkBlocks } from '../../../src/mail/model/index.ts';
import { sumOf } from '../../../src/mail/starters/facts/find-items.ts';
import { compose, readable } from '../../features/ai/composing.ts';
import { textOf } from '../render/rendering.ts';
import { WRITTEN_PROMPTS } from './written-prompts.ts';

type Composed = ReturnType<typeof compose>;

/** The words of a block and all blocks in it. */
const wordsOf = (value: unknown): string => {
  if (typeof value === 'string') return ` ${textOf(value)} `;
  if (Array.isArray(value)) return value.map(wordsOf).join('');
  return typeof value === 'object' && value !== null ? wordsOf(Object.values(value)) : '';
};

/** The rows of all tables, as the texts of their cells. */
const tableRows = ({ content }: Composed): string[][] =>
  [...walkBlocks(content)].flatMap(({ block }) =>
    block.type === 'table'
      ? (block.rows as { cells: { content: string }[] }[]).map(({ cells }) =>
          cells.map((cell) => textOf(cell.content).trim()),
        )
      : [],
  );

/** The lines of all texts. */
const linesOf = ({ content }: Composed): string[] =>
  [...walkBlocks(content)].flatMap(({ block }) =>
    'content' in block
      ? String(block.content)
          .split(/<\/p>|<br>/)
          .map(textOf)
      : [],
  );

test.each(WRITTEN_PROMPTS)('$language: $prompt', async (wanted) => {
  const composed = compose(wanted.prompt);
  const { text } = await readable(composed);
  const has = (part: string, whole = text) => whole.toLowerCase().includes(part.toLowerCase());

  expect([composed.starter, String(composed.content.settings.locale).slice(0, 2)]).toEqual([
    wanted.starter,
    wanted.language,
  ]);
  expect((wanted.facts ?? []).filter((fact) => !has(fact))).toEqual([]);

  const { blocks } = composed.content;
  const [header, footer] = [wordsOf(blocks[0]), wordsOf(blocks.at(-1))];
  if (wanted.company !== undefined)
    expect([header, footer].map((part) => has(wanted.company as string, part))).toEqual([true, true]);
  if (wanted.customer !== undefined) {
    expect(has(wanted.customer)).toBe(true);
    for (const part of [header, footer, composed.subject]) expect(part).not.toContain(wanted.customer);
  }

  const rows = tableRows(composed);
  for (const [name, amount] of wanted.items ?? []) {
    const row = rows.find(([cell = '']) => has(name, cell));
    expect([name, row?.[1]]).toEqual([name, amount]);
  }
  if (wanted.items !== undefined) expect(rows.length).toBe(wanted.items.length + 2);
  if (wanted.total !== undefined) expect(rows.at(-1)?.[1]).toBe(wanted.total);

  const lines = linesOf(composed);
  const spoken = ([name, talk]: [string, string]) => lines.some((line) => has(name, line) && has(talk, line));
  expect((wanted.speakers ?? []).filter((speaker) => !spoken(speaker))).toEqual([]);

  // Nothing is made up: figures and addresses are those of the prompt, the sum of its items, and merge tags.
  const figures = text.replace(/\{\{.*?\}\}|&#\d+;/g, '').match(/\d[\d.,]*\d|[€$£]\s?\d/g) ?? [];
  expect(figures.filter((figure) => !wanted.prompt.includes(figure) && !has(figure, wanted.total))).toEqual(
    [],
  );
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  expect(links.filter((link) => !wanted.prompt.includes(link))).toEqual([]);
});

test.each([
  ['Polish', 'Napisz wiadomość do nowych klientów sklepu Zielony Las', 'Polish'],
  ['Swedish', 'Skriv ett mejl till våra nya kunder om rean och erbjudandet', 'Swedish'],
  ['Japanese', '新しいお客様への歓迎メールを書いてください', 'the language of the prompt'],
  ['Arabic', 'اكتب رسالة ترحيب للعملاء الجدد', 'the language of the prompt'],
])('a prompt in %s is answered in English, and the notes say so', (_name, prompt, language) => {
  const { content, notes } = compose(prompt);
  expect(content.settings.locale).toBe('en');
  expect(notes.join('\n')).toContain(`The starters have no texts in ${language} (`);
});

test.each<[string[], string | undefined]>([
  [['12,00 €', '3,50 €'], '15,50 €'],
  [['$1,200.00', '$300.00'], '$1,500.00'],
  [['CHF 1’250', 'CHF 50'], 'CHF 1’300'],
  [['€ 5', '€ 2,50'], '€ 7,50'],
  [['R$ 999,90', 'R$ 0,20'], 'R$ 1000,10'],
  [['€5', '$5'], undefined],
  [[], undefined],
])('the sum of %p is %p', (amounts, sum) => {
  expect(sumOf(amounts)).toBe(sum);
});

test.each<[string, string | undefined]>([
  ['Receipt from Acme Tools: hammer $20.00, nails $5.00, total $25.00', undefined],
  [
    'Receipt from Acme Tools: hammer $20.00, nails $5.00, total $30.00',
    'The items add up to $25.00, but the prompt says $30.00',
  ],
  ['Receipt from Acme Tools: hammer $20, nails $5, total $25.00', undefined],
])('a total is compared with the items: %s', (prompt, note) => {
  const notes = compose(prompt).notes.filter((one) => one.includes('add up'));
  expect(notes.map((one) => one.slice(0, note?.length))).toEqual(note === undefined ? [] : [note]);
});
