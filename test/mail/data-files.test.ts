import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import platforms from '../../src/mail/model/blocks/social-platforms.json';
import synonyms from '../../src/mail/model/edit/field-synonyms.json';
import { blockSchemas, TemplateSettings } from '../../src/mail/model/index.ts';
import fontStacks from '../../src/mail/render/font-stacks.json';
import { LanguageWords, languageWords } from '../../src/mail/score/rules/accessibility/words/index.ts';
import cssSupport from '../../src/mail/score/rules/best-practices/css-support.json';
import placeholderPhrases from '../../src/mail/score/rules/best-practices/placeholder-phrases.json';
import englishPassive from '../../src/mail/score/rules/readability/english-passive.json';
import readingEase from '../../src/mail/score/rules/readability/reading-ease.json';
import syllables from '../../src/mail/score/rules/readability/syllables.json';
import badHosts from '../../src/mail/score/rules/spam/links/bad-hosts.json';
import lookalikes from '../../src/mail/score/rules/spam/text/lookalikes.json';
import { allSpamWords, SpamWords } from '../../src/mail/score/rules/spam/words/index.ts';
import { STARTERS } from '../../src/mail/starters/choose-starter.ts';
import starterLanguageWords from '../../src/mail/starters/language-words.json';
import starterKeywords from '../../src/mail/starters/starter-keywords.json';
import { LANGUAGES, StarterWords } from '../../src/mail/starters/words/index.ts';

const closed = { additionalProperties: false };
const List = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true });
const LowerCase = Type.Array(Type.String({ pattern: '^[^A-Z\\s]+$' }), {
  minItems: 1,
  uniqueItems: true,
});
const Language = Type.String({ pattern: '^[a-z]{2}$' });
const byLanguage = (schema: TSchema) => Type.Record(Language, schema, closed);

const SHAPES: [name: string, schema: TSchema, data: unknown][] = [
  ...allSpamWords.map((words, index): [string, TSchema, unknown] => [
    `spam words ${index}`,
    SpamWords,
    words,
  ]),
  ...[...languageWords].map(([language, words]): [string, TSchema, unknown] => [
    `words of ${language}`,
    LanguageWords,
    words,
  ]),
  ...[...LANGUAGES].map(([language, words]): [string, TSchema, unknown] => [
    `starters in ${language}`,
    StarterWords,
    words,
  ]),
  ['hosts', Type.Object({ abusedEndings: LowerCase, shorteners: LowerCase }, closed), badHosts],
  [
    'lookalikes',
    Type.Record(
      Type.String(),
      Type.Record(Type.String({ pattern: '^.$' }), Type.String({ pattern: '^[a-z]$' })),
    ),
    lookalikes,
  ],
  [
    'CSS support',
    Type.Array(
      Type.Object(
        {
          name: Type.String(),
          property: Type.String(),
          value: Type.Optional(Type.String()),
          share: Type.Integer({ minimum: 1, maximum: 100 }),
          where: Type.String(),
        },
        closed,
      ),
    ),
    cssSupport,
  ],
  ['placeholder phrases', List, placeholderPhrases],
  [
    'passive',
    Type.Object({ formsOfBe: LowerCase, irregularParticiples: LowerCase, adjectives: LowerCase }, closed),
    englishPassive,
  ],
  [
    'reading ease',
    byLanguage(
      Type.Object(
        { author: Type.String(), base: Type.Number(), perWord: Type.Number(), perSyllable: Type.Number() },
        closed,
      ),
    ),
    readingEase,
  ],
  [
    'syllables',
    byLanguage(Type.Object({ nucleus: Type.String(), silent: Type.Optional(Type.String()) }, closed)),
    syllables,
  ],
  [
    'font stacks',
    Type.Record(Type.String(), Type.String({ pattern: ', (serif|sans-serif|monospace)$' })),
    fontStacks,
  ],
  [
    'starter keywords',
    Type.Object(
      Object.fromEntries(STARTERS.map((name) => [name, Type.Object({ sure: List, likely: List }, closed)])),
      closed,
    ),
    starterKeywords,
  ],
  ['small words of starters', byLanguage(List), starterLanguageWords],
  [
    'platforms',
    Type.Record(
      Type.String({ pattern: '^[a-z]+$' }),
      Type.Object(
        {
          name: Type.String({ minLength: 1 }),
          color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
          hosts: Type.Array(Type.String({ pattern: '^[a-z]+\\.([a-z]+|\\*)$' })),
          otherNames: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
    platforms,
  ],
  ['synonyms of fields', Type.Record(Type.String({ pattern: '^[a-z]+$' }), List), synonyms],
];

test.each(SHAPES)('%s have their shape', (_name, schema, data) => {
  expect([...Value.Errors(schema, data)].map(({ path, message }) => `${path}: ${message}`)).toEqual([]);
});

describe('what data files say', () => {
  test('patterns are regular expressions', () => {
    const patterns = [
      ...cssSupport.flatMap(({ property, value }) => [property, value ?? '']),
      ...placeholderPhrases,
      ...Object.values(syllables).flatMap((spelling) => Object.values(spelling)),
      ...Object.values(starterKeywords).flatMap(({ sure, likely }) => [...sure, ...likely]),
      ...Object.values(starterLanguageWords).flat(),
    ];
    for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow();
  });

  test('texts of starters have the same placeholders in every language', () => {
    const placeholders = (words: unknown) =>
      JSON.stringify(words, (_key, value) =>
        typeof value === 'string' ? (value.match(/\{\w+\}/g) ?? []).sort().join() : value,
      );
    const english = placeholders(LANGUAGES.get('en'));
    for (const words of LANGUAGES.values()) expect(placeholders(words)).toBe(english);
  });

  test('synonyms lead to fields', () => {
    const fields = [TemplateSettings, ...blockSchemas.values()].flatMap((schema) =>
      Object.keys(schema.properties),
    );
    const known = new Set([...fields, 'styles.backgroundColor']);
    expect(
      Object.values(synonyms)
        .flat()
        .filter((name) => !known.has(name)),
    ).toEqual([]);
  });
});
