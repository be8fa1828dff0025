import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { makeRandom, type Sample } from './defects/sample.ts';
import { type SpamDefect, spamDefects, stackDefects } from './defects/spam-stack.ts';
import { goodMails } from './good-mails.ts';

export const fixtures = join(import.meta.dir, '../../fixtures/scoring/spam');

/** Real mails, imported to blocks. Stored, so that changes of the importer need no new run of SpamAssassin. */
export const corpora: readonly Sample[] = JSON.parse(readFileSync(join(fixtures, 'corpora.json'), 'utf8'));

/** A recipe for a mail with defects. The same recipe makes the same mail. */
export interface Recipe {
  base: string;
  defects: readonly string[];
  seed: number;
}

const baseOf = new Map([...corpora, ...goodMails].map((sample) => [sample.name, sample]));

export function makeSample({ base, defects, seed }: Recipe): Sample {
  const sample = baseOf.get(base);
  if (sample === undefined) throw new Error(`No mail is called ${base}.`);
  return stackDefects(sample, defects, makeRandom(seed));
}

/** Sets of mails with several defects, and with single ones. */
export interface RecipeSets {
  /** With kinds that SpamAssassin detects: each mail without and with 1 to 6 of them. */
  stacks: Recipe[];
  /** With held-out kinds only. */
  unseen: Recipe[];
  /** With all kinds, including those that SpamAssassin does not detect. */
  mixed: Recipe[];
  /** Each kind alone, in five mails. */
  singles: Recipe[];
}

export function listRecipes(): RecipeSets {
  const bases = [...baseOf.keys()];
  const random = makeRandom(2026);
  const seen = spamDefects.filter(({ isBlind }) => !isBlind);
  const recipe = (base: string, defects: string[]): Recipe => ({ base, defects, seed: random(1_000_000) });
  const stack = (defects: readonly SpamDefect[], sizes: readonly number[]) => {
    const names = defects.map(({ name }) => name);
    return bases.flatMap((base) =>
      sizes.map((size) => recipe(base, choose(names, size < 0 ? 1 + random(6) : size, random))),
    );
  };
  return {
    stacks: stack(seen, [0, ANY, ANY, ANY, ANY, ANY, ANY]),
    unseen: stack(
      seen.filter(({ origin }) => origin !== 'known'),
      [0, 1, 2, 3, 4],
    ),
    mixed: stack(spamDefects, [0, ANY, ANY, ANY, ANY]),
    singles: spamDefects.flatMap(({ name }) =>
      Array.from({ length: 5 }, () => recipe(bases[random(bases.length)] as string, [name])),
    ),
  };
}

/** From 1 to 6, by chance. */
const ANY = -1;

function choose(names: readonly string[], count: number, random: (limit: number) => number): string[] {
  const left = [...names];
  return Array.from({ length: count }, () => left.splice(random(left.length), 1)[0] as string);
}

/** Identifies the mail that was judged. */
export function digest(sample: Sample): string {
  const { subject, content, text } = sample;
  const hash = new Bun.CryptoHasher('sha256').update(
    JSON.stringify([subject, content, text ?? null] satisfies [string, TemplateContent, string | null]),
  );
  return hash.digest('hex').slice(0, 16);
}
