import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Guesses that an attacker with the hash makes in hours (zxcvbn: 0 to 4). */
const MIN_SCORE = 3;

/** Longer parts cost much time, and no such password is common. */
const MAX_CHECKED = 64;

/** Whether a password is common, or made of common words, rows of keys, dates, or the person's `own` words. */
export async function isCommonPassword(password: string, own: readonly string[]): Promise<boolean> {
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return zxcvbn.check(password.slice(0, MAX_CHECKED), [...own, 'galley']).score < MIN_SCORE;
}
