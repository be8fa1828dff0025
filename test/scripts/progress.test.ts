import { expect, test } from 'bun:test';
import { CLEAR_LINE, Progress } from '../../scripts/check/progress.ts';

const OUTPUT = `bun test v1.4.5 (a7733435c) 4x PARALLEL

test/a.test.ts:
(pass) one > passes [1.77ms]
(pass) has a name
of two lines [0.40ms]
(skip) one > is left out

test/b.test.ts:
a line that the test printed
error: expect(received).toBe(expected)
      at <anonymous> (test/b.test.ts:3:1)
(fail) two > fails [3.00ms]

test/a.test.ts:
(pass) one > passes again [1.77ms]

test/c.test.ts:
(pass) three [0.10ms]

 2 pass
 1 skip
 1 fail
 4 expect() calls
Ran 4 tests across 3 files. [1.24s]
`;

/** Streams the text in pieces of this many bytes. */
const streamOf = (text: string, size: number) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });

test.each([1, 7, 10_000])('shows what belongs to failed tests, in pieces of %d bytes', async (size) => {
  let shown = '';
  const progress = new Progress(3, (text) => (shown += text), false);
  await progress.read(streamOf(OUTPUT, size));
  progress.end();
  expect(shown).toBe(`
test/b.test.ts:
a line that the test printed
error: expect(received).toBe(expected)
      at <anonymous> (test/b.test.ts:3:1)
(fail) two > fails [3.00ms]
`);
});

test('on a terminal, one line says how far the tests are', async () => {
  let shown = '';
  const progress = new Progress(3, (text) => (shown += text), true);
  await progress.read(streamOf(OUTPUT, 10_000));
  progress.end();
  const states = shown
    .split(CLEAR_LINE)
    .filter((part) => part.startsWith('tests: '))
    .map((part) => part.replace(/, \d+ s.*$/s, ''));
  expect(states).toEqual([
    'tests: 1 of 3 files, 0 failed',
    'tests: 2 of 3 files, 0 failed',
    'tests: 2 of 3 files, 1 failed',
    'tests: 3 of 3 files, 1 failed',
  ]);
  expect(shown).toEndWith(CLEAR_LINE);
});
