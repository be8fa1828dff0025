import { DATE, TIME } from './patterns.ts';

/** A part of a prompt between two marks of punctuation. */
export interface Clause {
  text: string;
  /** The sentence or line it is in. */
  sentence: number;
  /** How many colons stand before it in its sentence. */
  colons: number;
}

/** A full stop after these ends no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:dr|mr|mrs|ms|st|no|nr|n|m|mme|sr|sra|sig|prof|ca|z\.b|e\.g)$/i;

/**
 * The clauses of a prompt: between commas, semicolons, colons, and the ends of sentences and lines. Punctuation in
 * numbers, dates, times, abbreviations and parentheses ends none.
 */
export function splitClauses(prompt: string): Clause[] {
  const inside = insides(prompt);
  const clauses: Clause[] = [];
  let start = 0;
  let sentence = 0;
  let colons = 0;
  const end = (at: number) => {
    const text = prompt.slice(start, at).trim();
    if (text !== '') clauses.push({ text, sentence, colons });
    start = at + 1;
  };
  for (let at = 0; at < prompt.length; at += 1) {
    const mark = prompt.charAt(at);
    // Addresses were replaced by spaces.
    if (mark === ' ' && prompt.charAt(at + 1) === ' ') end(at);
    if (!',;:.!?\n'.includes(mark) || inside[at] === 1) continue;
    if (mark !== '\n' && mark !== ';' && !/^(?:\s|$)/.test(prompt.slice(at + 1, at + 2))) continue;
    if (mark === '.' && ABBREVIATION.test(prompt.slice(Math.max(start, at - 6), at))) continue;
    end(at);
    if (mark === ':') colons += 1;
    else if (mark !== ',' && mark !== ';') {
      sentence += 1;
      colons = 0;
    }
  }
  end(prompt.length);
  return clauses;
}

/** 1 for each place inside a date, a time, or parentheses that are closed soon. */
function insides(prompt: string): Uint8Array {
  const inside = new Uint8Array(prompt.length);
  for (const pattern of [DATE, TIME, /\([^()\n]{0,120}\)/g])
    for (const match of prompt.matchAll(pattern))
      inside.fill(1, match.index, match.index + match[0].length - 1);
  return inside;
}
