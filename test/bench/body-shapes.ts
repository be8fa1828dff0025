/** JSON bodies that take longest to check, as large as the limits allow: 4 MB, 200,000 values, 100,000 texts, 10,000 names. */

const MOST_VALUES = 199_000;
const MOST_TEXTS = 99_000;
const MOST_NAMES = 9_900;
const MOST_BYTES = 4 * 1024 * 1024 - 2_000;

const list = (count: number, make: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, index) => make(index)).join(',')}]`;
const text = (unit: string) => `"${unit.repeat(Math.floor(MOST_BYTES / Buffer.byteLength(unit)))}"`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
/** An escaped surrogate pair, because texts with escapes are checked for unpaired ones. */
const PAIR = '"\\ud83d\\ude00"';

/** JSON values by name, to be put anywhere into a body. */
export const SHAPES: Readonly<Record<string, () => string>> = {
  numbers: () => list(MOST_VALUES, () => '0'),
  'numbers with exponents': () => list(MOST_VALUES, () => '1.2345678901e-30'),
  'empty objects': () => list(MOST_VALUES / 2, () => '{}'),
  'empty lists': () => list(MOST_VALUES / 2, () => '[]'),
  'objects of one property': () => list(MOST_VALUES / 2, () => '{"a":0}'),
  'texts of 30 characters': () => list(MOST_TEXTS, (index) => `"a text of thirty letters ${index}"`),
  'checked texts': () => `[${PAIR},${list(MOST_TEXTS, (index) => `"${index}"`)}]`,
  'one text': () => text('a'),
  'one text of escapes': () => text('\\n'),
  'one text of pairs': () => text('\\ud83d\\ude00'),
  'many names': () => `{${Array.from({ length: MOST_NAMES }, (_, index) => `"name ${index}":{}`).join(',')}}`,
  'long names': () =>
    `{${Array.from({ length: MOST_NAMES }, (_, index) => `"${'n'.repeat(400)}${index}":0`).join(',')}}`,
  'names in turn': () =>
    list(
      MOST_VALUES / 11,
      (index) =>
        `{${Array.from({ length: 9 }, (_, at) => `"n${(index * 9 + at) % MOST_NAMES}":0`).join(',')}}`,
    ),
  'numeric names': () => list(MOST_VALUES / 32, (index) => `{"${(index * 7) % MOST_NAMES}":0}`),
  'deep lists': () => list(2_000, () => nested(90)),
};

const blocks = (count: number, block: string) =>
  `{"settings":{},"blocks":${list(count, (index) => block.replace('#', String(index)))}}`;

/** Contents of templates that take longest to check. */
export const CONTENTS: Readonly<Record<string, () => string>> = {
  'blocks without ids': () => blocks(19_990, '{"type":"paragraph","content":""}'),
  'countdowns with nothing': () => blocks(19_990, '{"type":"countdown","targetDate":"2027"}'),
  'empty sections': () => blocks(19_990, '{"type":"section"}'),
  'wrong blocks': () => blocks(19_990, '0'),
  'blocks of unknown types': () => blocks(9_000, '{"type":"t#","id":"#"}'),
  'blocks of wrong fields': () => blocks(19_990, '{"type":"button","text":0,"url":[],"styles":0}'),
  'menu items without fields': () => `{"blocks":[{"type":"menu","items":${list(99_000, () => '{}')}}]}`,
  'menu items without ids': () =>
    `{"blocks":[{"type":"menu","items":${list(49_000, () => '{"text":"","url":""}')}}]}`,
  'table rows without cells': () => `{"blocks":[{"type":"table","rows":${list(99_000, () => '{}')}}]}`,
  'wrong cells': () =>
    `{"blocks":[{"type":"table","rows":[{"cells":${list(150_000, () => '0')}},{"cells":[]}]}]}`,
  'cells without ids': () =>
    `{"blocks":[{"type":"table","rows":[{"cells":${list(60_000, () => '{"content":""}')}}]}]}`,
  'unknown fields': () =>
    `{"blocks":[{"type":"paragraph","content":"",${SHAPES['many names']?.().slice(1, -1)}}],"settings":{}}`,
  'wrong settings': () =>
    `{"blocks":[],"settings":{"width":[],"locale":{},${SHAPES['many names']?.().slice(1)}}`,
};

/** Operations on blocks with those values. */
export const OPERATIONS: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(SHAPES).map(([name, make]) => [
    `a block with ${name}`,
    () => `[{"op":"add","block":{"type":"paragraph","content":"","x":${make()}}}]`,
  ]),
);
