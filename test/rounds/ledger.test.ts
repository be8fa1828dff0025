import { expect, test } from 'bun:test';
import { findDifferences, Ledger } from './ledger.ts';

const contentOf = (...texts: string[]) => ({
  blocks: texts.map((text, n) => ({ id: `b${n}`, type: 'paragraph', content: `<p>${text}</p>` })),
});

test('a change that is in the template or in its history is not lost', () => {
  const ledger = new Ledger();
  ledger.stored('u1', 2, contentOf('mark1x'), contentOf('mark1x'));
  ledger.stored('u1', 3, contentOf('mark2x'), contentOf('mark2x'));
  expect(ledger.findLost({ content: contentOf('mark2x'), versions: [contentOf('mark1x')] })).toEqual([]);
});

test('a change that is nowhere is lost, also that of a refused save and of a snapshot', () => {
  const ledger = new Ledger();
  ledger.stored('u1', 2, contentOf('mark1x'), contentOf('mark1x'));
  ledger.kept('u2', contentOf('mark2x'));
  ledger.acknowledge('agent', 'mark3x');
  expect(ledger.findLost({ content: contentOf('mark11x'), versions: [] })).toEqual([
    'mark1x of u1 is neither in the template nor in its history',
    'mark2x of u2 is neither in the template nor in its history',
    'mark3x of agent is neither in the template nor in its history',
  ]);
  expect(ledger.findLost({ content: contentOf('mark11x'), versions: [] })).toEqual([]);
});

/** u1 stores mark1x, then u2 stores a content without it. */
function overwrite(prepare: (ledger: Ledger) => void): string[] {
  const ledger = new Ledger();
  ledger.stored('u1', 2, contentOf('mark1x'), contentOf('mark1x'));
  prepare(ledger);
  ledger.stored('u2', 3, contentOf('mark2x'), contentOf('mark2x'));
  return ledger.findOverwritten({ content: contentOf('mark2x') });
}

test('a save that removes what its author never saw is an overwrite', () => {
  expect(overwrite(() => {})).toEqual(['mark1x of u1 was overwritten by u2, who never saw it']);
});

test.each([
  ['who saw it', (ledger: Ledger) => ledger.saw('u2', ['mark1x'])],
  ['after somebody removed it', (ledger: Ledger) => ledger.removed(['mark1x'])],
  ['whose author is told', (ledger: Ledger) => ledger.replaced(['mark1x'])],
  ['by a program that says no version', (ledger: Ledger) => ledger.blind('u2')],
])('a save %s is none', (_who, prepare) => {
  expect(overwrite(prepare)).toEqual([]);
});

test('a change of an agent stays that of the agent when a page saves it too', () => {
  const ledger = new Ledger();
  ledger.acknowledge('agent', 'mark1x', 2);
  ledger.stored('u1', 3, contentOf('mark1x'), contentOf('mark1x'));
  ledger.stored('u2', 4, contentOf('mark2x'), contentOf('mark2x'));
  expect(ledger.findOverwritten({ content: contentOf('mark2x') })).toEqual([]);
});

test('a save whose answer was lost is considered where a state is unknown', () => {
  const ledger = new Ledger();
  ledger.stored('u1', 2, contentOf('mark1x'), contentOf('mark1x'));
  ledger.unanswered('u2');
  ledger.stored('u3', 4, contentOf('mark2x'), contentOf('mark2x'));
  ledger.saw('u2', ['mark1x']);
  expect(ledger.findOverwritten({ content: contentOf('mark2x') })).toEqual([]);
});

test('a change that was overwritten before anybody read it was overwritten by the save after it', () => {
  const ledger = new Ledger();
  ledger.stored('u1', 2, contentOf('mark1x'), contentOf('mark1x'));
  ledger.acknowledge('u3', 'mark2x', 3);
  ledger.acknowledge('agent', 'mark4x', 3);
  ledger.stored('u2', 4, contentOf('mark3x'), contentOf('mark3x'));
  ledger.saw('u2', ['mark1x']);
  const overwritten = ['mark2x of u3 was overwritten by u2, who never saw it'];
  expect(ledger.findOverwritten({ content: contentOf('mark3x') })).toEqual(overwritten);
});

test('a save that changes nothing overwrites nothing', () => {
  const ledger = new Ledger();
  ledger.stored('u1', 2, contentOf('mark1x'), contentOf('mark1x'));
  ledger.saw('u2', ['mark1x']);
  for (const user of ['u2', 'u3']) ledger.stored(user, 3, contentOf('mark2x'), contentOf('mark2x'));
  expect(ledger.findOverwritten({ content: contentOf('mark2x') })).toEqual([]);
});

test('what a save could not store is set aside: it need not be in the template', () => {
  const ledger = new Ledger();
  ledger.stored('u1', 2, contentOf('mark1x'), contentOf('mark5x'));
  expect(ledger.setAside).toBe(1);
  const content = contentOf('mark5x');
  expect(ledger.findOverwritten({ content })).toEqual([]);
  expect(ledger.findLost({ content, versions: [] })).toHaveLength(1);
});

test('differences are named by block', () => {
  expect(findDifferences(contentOf('a', 'b'), contentOf('a', 'b'))).toEqual([]);
  expect(findDifferences(contentOf('a', 'b'), contentOf('a', 'c'))).toEqual([
    'content.blocks.b1.content: "<p>b</p>" / "<p>c</p>"',
  ]);
  expect(findDifferences(contentOf('a', 'b'), contentOf('a'))).toEqual(['content.blocks: [b0 b1] / [b0]']);
});
