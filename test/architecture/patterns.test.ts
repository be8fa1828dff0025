import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { check } from 'recheck';
import { hashOf, listPatterns, readCheckedHashes, writeCheckedHashes } from './patterns.ts';

setDefaultTimeout(600_000);

/**
 * For one pattern that is new; slower ones count as unknown, and need a simpler form. The checker stops its attempts at
 * numbers of steps. Its limits of time are off, because it takes an attempt that a busy machine interrupts for a slow pattern.
 */
const LIMITS = { timeout: 60_000, seedingTimeout: null, incubationTimeout: null, attackTimeout: null };

/** Patterns that may backtrack, or that the checker does not understand, by file and beginning, and why they may stay. */
const BOUNDED: readonly [path: string, beginning: string, reason: string][] = [
  ['src/config/smtp.ts', '^\\s*"?([^"<>', 'a setting of the operator'],
  ['src/docs/', '', 'the documentation itself, and queries of 200 characters'],
  ['src/sdk/index.ts', '\\/sdk\\/(?:galley', 'the address of the module itself'],
  ['src/drivers/sqlite/filesystem.ts', ' on (.+)', 'what the program mount prints'],
  [
    'src/features/ai/model/failure.ts',
    'model[_ ]not',
    'repetitions of 200 at most, in an error of the AI provider',
  ],
  ['src/mail/starters/tags.ts', '', 'names of merge tags, cut to 100 characters'],
  // test/mail/linear-time.all.test.ts measures the reader of prompts at twice the limit.
  ['src/mail/starters/facts/', '', 'prompts, of 20,000 characters at most, with bounded repetitions'],
  ['src/mail/render/compile.ts', 'font-family', 'repetitions of 200 at most'],
  ['src/mail/import/css/values.ts', '^(.{0,60}?)', 'values of 500 characters at most'],
  ['src/mail/score/mail/declared-style.ts', '([\\d.]+(?:px', 'values of 500 characters at most'],
  ['src/mail/score/mail/words.ts', '\\b(?:https?', 'repetitions of 64 and 255 at most'],
  ['src/mail/score/rules/spam/money.ts', '', 'digits in groups of three, seven groups at most'],
  ['src/mail/score/rules/spam/text/merge-tags-in.ts', '[{*<%]', 'repetitions of 80 at most'],
  ['src/mail/score/rules/spam/text/phrase-trie.ts', '', 'phrases of the built-in word lists'],
  ['src/mail/parse/detect-language.ts', '\\S+ \\S+', 'a list in the file itself'],
  ['src/mail/score/rules/best-practices/placeholder-text.ts', '', 'repetitions of 40 at most'],
  ['src/mail/score/rules/best-practices/merge-tags.ts', '\\{\\{[^{}]', 'repetitions of 40 at most'],
  ['src/mail/texts/replace-in-content.ts', '#[\\da-f]{3,8}', 'repetitions of 60 at most'],
  ['src/mail/parse/decode-text.ts', '<meta', 'texts of 8 KB'],
  ['src/mail/score/rules/spam/no-postal-address.ts', '', 'repetitions of 40 at most'],
  ['src/features/starters/drawing-address.ts', 'word(/api', 'repetitions of 400 at most'],
  ['src/mail/parse/lead.ts', '(?:view|see', 'repetitions of 20 at most'],
];

/** Patterns that are only known when the program runs, by file, and of what they are made. */
const BUILT: Record<string, string> = {
  'src/mail/parse/merge-tags.ts': 'the opening marks of merge tags',
  'src/mail/score/rules/best-practices/unsupported-css.ts': 'the built-in list of CSS support',
  'src/mail/score/rules/readability/syllables.ts': 'the built-in rules of syllables',
};

const patterns = listPatterns();

function findReason(path: string, source: string): string | undefined {
  return BOUNDED.find(([file, beginning]) => path.startsWith(file) && source.startsWith(beginning))?.[2];
}

describe('regular expressions', () => {
  test('no pattern backtracks more than linearly, unless its input is bounded', async () => {
    // Guards the reader of patterns itself.
    expect(patterns.length).toBeGreaterThan(500);
    const checked = readCheckedHashes();
    const linear = new Set<string>();
    const faults: string[] = [];
    for (const pattern of patterns) {
      const { path, line, source, flags } = pattern;
      if (source === undefined || findReason(path, source) !== undefined) continue;
      const hash = hashOf(pattern);
      if (!checked.has(hash)) {
        const result = await check(source, flags, LIMITS);
        if (result.status !== 'safe') {
          const found = result.status === 'vulnerable' ? result.complexity.summary : 'unknown';
          faults.push(`${path}:${line} ${found}: /${source}/${flags}`);
          continue;
        }
      }
      linear.add(hash);
    }
    if (process.env.UPDATE_PATTERNS === '1') await writeCheckedHashes(linear);
    expect(faults).toEqual([]);
  });

  test('patterns made while the program runs are listed', () => {
    const built = patterns.filter(({ source }) => source === undefined).map(({ path }) => path);
    expect(built.filter((path) => BUILT[path] === undefined)).toEqual([]);
    expect(Object.keys(BUILT).filter((path) => !built.includes(path))).toEqual([]);
  });

  test('every exception is still there', () => {
    const unused = BOUNDED.filter(
      ([file, beginning]) =>
        !patterns.some(({ path, source }) => path.startsWith(file) && source?.startsWith(beginning)),
    );
    expect(unused).toEqual([]);
  });
});
