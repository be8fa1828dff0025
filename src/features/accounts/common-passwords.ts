import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Least score of zxcvbn (0 to 4). With less, an attacker who has the hash finds the password within hours. */
const MIN_SCORE = 3;

/** Characters that are checked. More would take much time, and no longer password is common. */
const MAX_CHECKED = 64;

/** Whether a password is common, or made of common words, rows of keys, dates, or the person's `own` words. */
export async function isCommonPassword(password: string, own: readonly string[]): Promise<boolean> {
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return zxcvbn.check(password.slice(0, MAX_CHECKED), [...own, 'galley']).score < MIN_SCORE;
}
