import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../../src/drivers/migrations.macro.ts';
import { root } from './imports.ts';

/**
 * Servers of the former version run on while a new one has migrated their database, so a migration only adds
 * (docs/scaling.md, "Rolling upgrades"). What the code of a release does not use any more is removed one release later, by a migration that
 * begins with `-- contract: unused since <that release>`.
 */
const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\bDROP\s+(TABLE|COLUMN|VIEW)\b/i, 'removes a table or column'],
  [/\bRENAME\s+(TO|COLUMN)\b/i, 'renames a table or column'],
  [/\bALTER\s+(COLUMN\s+)?\S+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes the type of a column'],
  [/\bSET\s+NOT\s+NULL\b/i, 'demands a value that the former version may leave out'],
  [/\bDROP\s+DEFAULT\b/i, 'takes away a value that the former version leaves out'],
  [
    /\bADD\s+(COLUMN\s+)?(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)(?=[^;]*\bNOT\s+NULL\b)(?![^;,]*\b(DEFAULT|GENERATED)\b)/i,
    'adds a column that needs a value',
  ],
  [/\bADD\s+(CONSTRAINT|CHECK|UNIQUE|FOREIGN)\b/i, 'adds a condition that the former version does not know'],
  [/\bCREATE\s+UNIQUE\s+INDEX\b/i, 'adds a unique index that the former version does not know'],
];

const withoutComments = (sql: string) => sql.replace(/--(?!>).*$/gm, '');

/** Tables that the migration makes: nobody else uses them yet. */
function findContractions(sql: string): string[] {
  const text = withoutComments(sql);
  const made = [
    ...text.matchAll(/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi),
  ].map((match) => match[1] as string);
  const concernsMade = (statement: string) =>
    made.some((table) => new RegExp(`\\b(TABLE|ON)\\s+"?${table}\\b`, 'i').test(statement));
  return text
    .split(';')
    .filter((statement) => !/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\b/i.test(statement) && !concernsMade(statement))
    .flatMap((statement) =>
      CONTRACTIONS.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what),
    );
}

const releases = new Set(
  [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(
    (match) => match[1],
  ),
);

test('migrations only add, or remove what an earlier release does not use', () => {
  const faults = readMigrations('migrations/postgres').flatMap(({ tag, sql }) => {
    const release = /^-- contract: unused since (\d+\.\d+\.\d+)\n/.exec(sql)?.[1];
    if (release !== undefined) return releases.has(release) ? [] : [`${tag}: ${release} is no release`];
    return findContractions(sql).map((what) => `${tag} ${what}`);
  });
  expect(faults).toEqual([]);
});

describe('a migration that', () => {
  test.each([
    ['removes a column', 'ALTER TABLE "a" DROP COLUMN "b";'],
    ['removes a table', 'DROP TABLE a CASCADE;'],
    ['renames', 'ALTER TABLE a RENAME COLUMN b TO c;'],
    ['renames a table', 'ALTER TABLE a RENAME TO b;'],
    ['changes a type', 'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text;'],
    ['demands a value', 'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;'],
    ['adds a column that needs a value', 'ALTER TABLE "a" ADD COLUMN "b" bigint NOT NULL;'],
    ['adds a condition', 'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0);'],
    ['adds a unique index', 'CREATE UNIQUE INDEX c ON a (b);'],
  ])('%s is refused', (_what, sql) => {
    expect(findContractions(sql)).toHaveLength(1);
  });

  test.each([
    ['adds a column with a default', 'ALTER TABLE "a" ADD COLUMN "b" bigint DEFAULT 0 NOT NULL;'],
    ['adds a column that may be empty', 'ALTER TABLE "a" ADD COLUMN "b" text;'],
    [
      'adds a table with its constraints',
      'CREATE TABLE "a" (id bigint NOT NULL);\nALTER TABLE "a" ADD CONSTRAINT x FOREIGN KEY (id) REFERENCES b (id);\nCREATE UNIQUE INDEX c ON "a" (id);',
    ],
    ['adds an index', 'CREATE INDEX c ON a (b);'],
    ['replaces a trigger', 'DROP TRIGGER t ON a;\nCREATE TRIGGER t AFTER DELETE ON a EXECUTE FUNCTION f();'],
    ['only speaks of it', '-- does not DROP TABLE a\nSELECT 1;'],
  ])('%s is allowed', (_what, sql) => {
    expect(findContractions(sql)).toEqual([]);
  });
});

test('statements name their columns, because the next version may have more', () => {
  const faults: string[] = [];
  for (const file of new Bun.Glob('src/**/*.ts').scanSync(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    if (/\bINSERT INTO \w+ (VALUES|SELECT)\b/.test(text)) faults.push(file);
  }
  // A copy into an empty database, which has the schema of this version.
  expect(faults).toEqual([]);
});
