import type { TemplateContent } from '../../../../src/mail/model/index.ts';
import type { MailKind } from '../../../../src/mail/score/mail/mail.ts';

/** A mail to be scored. */
export interface Sample {
  name: string;
  kind: MailKind;
  subject: string;
  content: TemplateContent;
  /** The plain part, where it is not the one rendered from the content. */
  text?: string;
}

/** Whole numbers from 0 up to, but not including, a limit. */
export type Random = (limit: number) => number;

/** Numbers that are the same for the same seed (mulberry32). */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  };
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T;
}
