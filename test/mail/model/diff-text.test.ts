import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  alignSequences,
  findLongestIncreasing,
  startBudget,
} from '../../../src/mail/model/diff/align-sequences.ts';
import { diffText, type TextRun } from '../../../src/mail/model/diff/diff-text.ts';

const MARKS = { equal: ['', ''], deleted: ['[-', '-]'], inserted: ['[+', '+]'] } as const;

function runsOf(before: string, after: string, isRich = true): TextRun[] {
  const runs = diffText(before, after, { isRich, budget: startBudget() });
  if (runs === undefined) throw new Error('no runs');
  return runs;
}

const show = (runs: readonly TextRun[], field: 'text' | 'html') =>
  runs.map((run) => MARKS[run.kind][0] + run[field] + MARKS[run.kind][1]).join('');

describe('rich text, as text and as HTML', () => {
  test.each<[string, string, string, string, string]>([
    [
      'a word',
      '<p>Hello old world</p>',
      '<p>Hello new world</p>',
      'Hello [-old-][+new+] world',
      'Hello [-old-][+new+] world',
    ],
    [
      'words at both ends',
      '<p>one two three</p>',
      '<p>two three four</p>',
      '[-one -]two three[+ four+]',
      '[-one -]two three[+ four+]',
    ],
    [
      'only how a word is set',
      '<p>a bold word</p>',
      '<p>a <strong>bold</strong> word</p>',
      'a [-bold-][+bold+] word',
      'a [-bold-][+<strong>bold</strong>+] word',
    ],
    [
      'b for strong is another element',
      '<b>x</b> y',
      '<strong>x</strong> y',
      '[-x-][+x+] y',
      '[-<strong>x</strong>-][+<strong>x</strong>+] y',
    ],
    [
      'where a link leads',
      'go <a href="https://a.example">here</a>',
      'go <a href="https://b.example">here</a>',
      'go [-here-][+here+]',
      'go [-<a title="https://a.example">here</a>-][+<a title="https://b.example">here</a>+]',
    ],
    [
      'a paragraph more',
      '<p>one</p><p>two</p>',
      '<p>one</p><p>new one</p><p>two</p>',
      'one\n[+new one\n+]two',
      'one<br>[+new one<br>+]two',
    ],
    [
      'items of a list, with the paragraphs editors put in',
      '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
      '<ul><li><p>a</p></li></ul>',
      'a[-\nb-]',
      'a[-<br>b-]',
    ],
    [
      'merge tags are one word, whatever is inside',
      '<p>Hi {{ user.name }}!</p>',
      '<p>Hi {{ user.first_name }}!</p>',
      'Hi [-{{ user.name }}-][+{{ user.first_name }}+]!',
      'Hi [-{{ user.name }}-][+{{ user.first_name }}+]!',
    ],
    [
      'entities are characters',
      '<p>fish &amp; chips</p>',
      '<p>fish & peas &lt;3</p>',
      'fish & [-chips-][+peas <3+]',
      'fish &#38; [-chips-][+peas &#60;3+]',
    ],
    ['a break', 'a<br>b', 'a b', 'a[-\n-][+ +]b', 'a[-<br>-][+ +]b'],
    [
      'writing without spaces goes by character',
      '<p>今日は晴れ</p>',
      '<p>今日は雨</p>',
      '今日は[-晴れ-][+雨+]',
      '今日は[-晴れ-][+雨+]',
    ],
    ['an emoji is whole', '<p>ok 👩‍🚀</p>', '<p>ok 👩‍🔬</p>', 'ok [-👩‍🚀-][+👩‍🔬+]', 'ok [-👩‍🚀-][+👩‍🔬+]'],
    [
      'space between elements is no text',
      '<p>a</p>\n  <p>b</p>',
      '<p>a</p><p>b c</p>',
      'a\nb[+ c+]',
      'a<br>b[+ c+]',
    ],
    ['all of it', '<p>a</p>', '', '[-a-]', '[-a-]'],
  ])('%s', (_name, before, after, text, html) => {
    const runs = runsOf(before, after);
    expect(show(runs, 'text')).toBe(text);
    expect(show(runs, 'html')).toBe(html);
  });
});

describe('HTML that shows a change can do nothing', () => {
  test.each([
    '<script>alert(1)</script>x',
    '<img src=x onerror=alert(1)>x',
    '<a href="javascript:alert(1)" onclick="x()">y</a>',
    `<a href='"><script>x</script>'>y</a>`,
    '<p onmouseover="x()">z</p>',
    '<strong style="background:url(javascript:x)">z</strong>',
    '&lt;script&gt;x&lt;/script&gt;',
    '<svg><style><img src=x onerror=y></style></svg>',
    '{{ "<img src=x onerror=y>" }}',
    '<!-- --!><img src=x onerror=y> -->z',
    '<a href=x<b>z',
  ])('%s', (source) => {
    const html = runsOf(source, `plain ${source}`)
      .concat(runsOf(source, 'other words'))
      .map((run) => run.html)
      .join('');
    expect(html.replace(SAFE, '')).not.toMatch(/[<>"']/);
  });

  /** The only markup there may be. */
  const SAFE = /<\/?(?:strong|em|u|s|sub|sup|mark|code|small|span|a)>|<a title="[^"<>]*">|<br>/g;

  test('whatever the source', () => {
    const pieces = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        '<a href="',
        "<a href='",
        '">',
        "'>",
        '<',
        '>',
        '"',
        "'",
        '&',
        '<!--',
        '-->',
      ],
      ...[
        '<script>',
        '</script>',
        '{{',
        '}}',
        'word ',
        ' ',
        '<br>',
        '<li>',
        '</ul>',
        '\0',
        '&#60;',
        '&quot;',
        'é',
      ],
    );
    const source = fc.array(pieces, { maxLength: 30 }).map((list) => list.join(''));
    fc.assert(
      fc.property(source, source, (before, after) => {
        for (const run of runsOf(before, after)) {
          expect(run.html.replace(SAFE, '')).not.toMatch(/[<>"']/);
          const opened = run.html.match(/<(?!\/|br)/g)?.length ?? 0;
          expect(run.html.match(/<\//g)?.length ?? 0).toBe(opened);
        }
      }),
    );
  });
});

test('runs are all of the old text and all of the new', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'the', ' ', ',', '\n', '<', 'ß', '🙂'), { maxLength: 40 });
  const words = text.map((list) => `x y ${list.join('')}`);
  fc.assert(
    fc.property(words, words, (before, after) => {
      const runs = runsOf(before, after, false);
      const join = (kind: string) =>
        runs
          .filter((run) => run.kind !== kind)
          .map((run) => run.text)
          .join('');
      expect([join('inserted'), join('deleted')]).toEqual([before, after]);
    }),
  );
});

test('what is no running text has no runs', () => {
  const budget = startBudget();
  const plain = { isRich: false, budget };
  expect(diffText('#ffffff', '#000000', plain)).toBeUndefined();
  expect(diffText('https://a.example/x', 'https://a.example/y', plain)).toBeUndefined();
  expect(diffText('a b', 'a c', plain)).toBeArray();
  const long = 'word '.repeat(25_000);
  expect(diffText(long, `${long}x`, { isRich: true, budget })).toBeUndefined();
});

describe('aligning', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });

  /** Length of a longest common subsequence, by the book. */
  function countCommon(one: readonly string[], other: readonly string[]): number {
    let row = new Array<number>(other.length + 1).fill(0);
    for (const letter of one) {
      const next = [0];
      for (const [j, another] of other.entries()) {
        const same = letter === another ? (row[j] as number) + 1 : 0;
        next.push(Math.max(same, row[j + 1] as number, next[j] as number));
      }
      row = next;
    }
    return row.at(-1) as number;
  }

  const rebuild = (one: readonly string[], other: readonly string[], steps: number) => {
    const built: string[] = [];
    let [from, changed] = [0, 0];
    for (const hunk of alignSequences(one, other, { steps })) {
      built.push(...one.slice(from, hunk.beforeFrom), ...other.slice(hunk.afterFrom, hunk.afterTo));
      from = hunk.beforeTo;
      changed += hunk.beforeTo - hunk.beforeFrom;
    }
    return { built: [...built, ...one.slice(from)], kept: one.length - changed };
  };

  test('finds the longest common subsequence', () => {
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(rebuild(one, other, 1e6)).toEqual({ built: other, kept: countCommon(one, other) });
      }),
    );
  });

  test('stays right when there is no time for that', () => {
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        for (const steps of [0, 1, 5, 20]) expect(rebuild(one, other, steps).built).toEqual(other);
      }),
    );
  });

  test('takes no more steps than it has, and then holds by what occurs once', () => {
    const many = (seed: number) => Array.from({ length: 50_000 }, (_, i) => `${(i * i * seed + i) % 97}`);
    const [one, other] = [
      [...many(3), 'anchor', ...many(5)],
      [...many(7), 'anchor', ...many(11)],
    ];
    const budget = { steps: 100_000 };
    const hunks = alignSequences(one, other, budget);
    // A round that was begun is ended.
    expect(budget.steps).toBeGreaterThan(-100_000);
    const anchored = hunks.every((hunk) => hunk.beforeTo <= 50_000 || hunk.beforeFrom > 50_000);
    expect(anchored).toBe(true);
  });

  test('the longest increasing subsequence', () => {
    const numbers = fc.uniqueArray(fc.nat(50), { maxLength: 12 });
    fc.assert(
      fc.property(numbers, (values) => {
        const kept = [...findLongestIncreasing(values)].sort((a, b) => a - b).map((index) => values[index]);
        const sorted = values.toSorted((a, b) => a - b);
        expect(kept).toEqual(sorted.filter((value) => kept.includes(value)));
        expect(kept.length).toBe(countCommon(values.map(String), sorted.map(String)));
      }),
    );
  });
});
