import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changeByAgent, openPair, settleAll, storedText, typeAndSave, update } from './editor-page.ts';
import { type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

/** What pages change while they are cut off. */
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test.each([true, false])(
  'what a page changes in a block while it is cut off and afterwards reaches the others when it saves (after the operation has arrived: %p)',
  async (isArrived) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('c', ann, bob);
    await ann.cut();
    ann.setText('a', 'A');
    await ann.join();
    ann.edit({ operation: 'update_block', data: { block_id: 'a', updates: { className: 'wide' } } });
    if (isArrived) await settleAll(ann, bob);
    await ann.save();
    await settleAll(ann, bob);
    expect(bob.model.content).toEqual(ann.model.content);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  },
);

test.each([
  [true, 'first'],
  [false, 'first'],
  [true, 'second'],
  [false, 'second'],
])(
  'what a page changed while it was cut off reaches the others with its next save (answered before: %p, typed %s)',
  async (isAnswered, turn) => {
    const { template, ann, bob } = await openPair(rig);
    (ann.socket as TestSocket).answersPings = isAnswered;
    if (turn === 'first') ann.setText('a', 'typed');
    bob.setText('c', 'C');
    if (turn === 'second') {
      await bob.settle();
      ann.setText('a', 'typed');
    }
    await settleAll(ann, bob);
    await ann.cut();
    ann.setText('a', 'typed on');
    ann.add('n');
    await ann.join();
    expect(ann.text).toBe('typed on b C n');
    await ann.save();
    await settleAll(ann, bob);
    expect(bob.text).toBe('typed on b C n');
    bob.setText('b', 'B');
    await settleAll(ann, bob);
    expect((await bob.save()).status).toBe(200);
    expect(await storedText(template)).toBe('typed on B C n');
    expect(ann.text).toBe('typed on B C n');
  },
);

test.each(['while it is cut off', 'when it is back'])(
  'what a page typed on in its own block while it was cut off is kept by a merged save, sent %s',
  async (time) => {
    const { template, ann, bob } = await openPair(rig);
    bob.setText('b', 'B');
    await bob.settle();
    ann.setText('a', 'typed');
    await settleAll(ann, bob);
    await ann.cut();
    ann.setText('a', 'typed on');
    await changeByAgent(template, update('c', 'by agent'));
    if (time === 'when it is back') await ann.connect();
    expect((await ann.save()).status).toBe(200);
    if (time === 'while it is cut off') await ann.join();
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill('typed on B by agent'));
    await bob.save();
    await settleAll(ann, bob);
    expect(await storedText(template)).toBe('typed on B by agent');
    expect([ann.text, bob.text]).toEqual(Array(2).fill('typed on B by agent'));
  },
);

test.each<[string, object, string]>([
  [
    'typed on in',
    { operation: 'update_block', data: { block_id: 'n', updates: { content: 'more' } } },
    'A b c more',
  ],
  ['moved', { operation: 'move_block', data: { block_id: 'n', index: 0 } }, 'n A b c'],
  ['deleted', { operation: 'delete_block', data: { block_id: 'n' } }, 'A b c'],
  [
    'styled',
    { operation: 'update_block_style', data: { block_id: 'n', styles: { backgroundColor: '#ffeeaa' } } },
    'A b c n',
  ],
])(
  'a block that a page added while it was cut off, and %s before it is saved, is so for the others',
  async (_, later, text) => {
    const { template, ann, bob } = await openPair(rig);
    await ann.cut();
    ann.setText('a', 'A');
    ann.add('n');
    await ann.join();
    const sent = structuredClone(ann.model.content);
    ann.edit(later);
    await settleAll(ann, bob);
    await ann.save(sent);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual([text, text]);
    await bob.save();
    await settleAll(ann, bob);
    expect(await storedText(template)).toBe(text);
    const [block, other] = [ann, bob].map(({ model }) => model.content.blocks.at(-1));
    expect(other?.styles?.backgroundColor).toEqual(block?.styles?.backgroundColor);
  },
);
