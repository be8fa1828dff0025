import type { MailKind } from './design.ts';
import keywords from './starter-keywords.json';

/** The names of the starters. */
export const STARTERS = [
  'welcome',
  'verify',
  'reset',
  'receipt',
  'shipping',
  'newsletter',
  'promotion',
  'event',
  'survey',
  're-engagement',
  'announcement',
  'changelog',
] as const;

export type StarterName = (typeof STARTERS)[number];

/** The kind of mail of each starter when the request names none. */
export const KIND_OF: Record<StarterName, MailKind> = {
  welcome: 'marketing',
  verify: 'transactional',
  reset: 'transactional',
  receipt: 'transactional',
  shipping: 'transactional',
  newsletter: 'marketing',
  promotion: 'marketing',
  event: 'marketing',
  survey: 'marketing',
  're-engagement': 'marketing',
  announcement: 'marketing',
  changelog: 'marketing',
};

/**
 * Beginnings of words (regular expressions) that speak for a starter, in the languages of the starters; the surer ones
 * count three times.
 */
const SIGNS: Record<StarterName, { sure: string[]; likely: string[] }> = keywords;

const patterns = new Map(
  STARTERS.map((name) => {
    const compile = (words: readonly string[]) => new RegExp(`(?<!\\p{L})(?:${words.join('|')})`, 'giu');
    return [name, { sure: compile(SIGNS[name].sure), likely: compile(SIGNS[name].likely) }];
  }),
);

/** Signs at the very beginning of a prompt say what is wanted; what comes later is mostly what is to be in it. */
const BEGINNING = 120;

/**
 * The starter a prompt asks for: the one with the best keyword, where further keywords count half. An announcement when
 * no keyword matches.
 */
export function chooseStarter(prompt: string): StarterName {
  let best: { name: StarterName; points: number } | undefined;
  for (const name of STARTERS) {
    const { sure, likely } = patterns.get(name) as { sure: RegExp; likely: RegExp };
    const signs = [...weigh(prompt, sure, 3, 6), ...weigh(prompt, likely, 1, 1)].sort((a, b) => b - a);
    const points = signs.slice(0, 6).reduce((sum, sign, index) => sum + (index === 0 ? sign : sign / 2), 0);
    if (points > 0 && (best === undefined || points > best.points)) best = { name, points };
  }
  return best?.name ?? 'announcement';
}

/** What each sign counts, more near the beginning; a word that is repeated says no more. */
function weigh(prompt: string, pattern: RegExp, each: number, bonus: number): number[] {
  const places = new Map<string, number>();
  for (const match of prompt.matchAll(pattern)) {
    const word = match[0].toLowerCase();
    if (!places.has(word)) places.set(word, match.index);
  }
  return [...places.values()].map((at) => each + bonus * Math.max(1 - at / BEGINNING, 0));
}
