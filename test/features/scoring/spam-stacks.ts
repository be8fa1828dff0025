import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TemplateContent } from '../../../src/content/index.ts';
import { makeRandom, type Sample } from './defects/sample.ts';
import { spamDefects, stackDefects } from './defects/spam-stack.ts';
import { goodMails } from './good-mails.ts';

export const fixtures = join(import.meta.dir, '../../fixtures/scoring/spam');

/** Real mails, imported to blocks. Frozen, so that the importer can change without SpamAssassin being asked again. */
export const corpora: readonly Sample[] = JSON.parse(readFileSync(join(fixtures, 'corpora.json'), 'utf8'));

/** How a mail with defects is made: the same recipe makes the same mail. */
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

const STACKS_PER_MAIL = 9;

/** Each mail as it is and with 0 to 6 defects of different kinds; then each kind alone, in five mails. */
export function listRecipes(): { stacks: Recipe[]; singles: Recipe[] } {
  const bases = [...baseOf.keys()];
  const names = spamDefects.map(({ name }) => name);
  const random = makeRandom(2026);
  const stacks = bases.flatMap((base) =>
    Array.from({ length: STACKS_PER_MAIL }, (_, index): Recipe => {
      const count = index === 0 ? 0 : random(7);
      return { base, defects: choose(names, count, random), seed: random(1_000_000) };
    }),
  );
  const singles = names.flatMap((name) =>
    Array.from({ length: 5 }, (): Recipe => {
      return { base: bases[random(bases.length)] as string, defects: [name], seed: random(1_000_000) };
    }),
  );
  return { stacks, singles };
}

function choose(names: readonly string[], count: number, random: (limit: number) => number): string[] {
  const left = [...names];
  return Array.from({ length: count }, () => left.splice(random(left.length), 1)[0] as string);
}

/** Tells whether a mail is the one that was judged. */
export function digest(sample: Sample): string {
  const { subject, content, text } = sample;
  const hash = new Bun.CryptoHasher('sha256').update(
    JSON.stringify([subject, content, text ?? null] satisfies [string, TemplateContent, string | null]),
  );
  return hash.digest('hex').slice(0, 16);
}
