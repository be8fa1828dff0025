import type { TSchema } from '@sinclair/typebox';
import { type Environment, fileVariableOf } from './load.ts';
import { FIRST_RUN_VARIABLES, Settings } from './settings.ts';

const PREFIX = 'GALLEY_';

/** Two slips are a typing error, such as letters in the wrong order; three could make any short name of any other. */
const MAX_SLIPS = 2;

export interface UnknownVariable {
  name: string;
  /** The variable that is likely meant. */
  nearest: string | undefined;
}

/** Variables that look like settings and are none, so that whoever mistyped one learns of it. */
export function findUnknownVariables(env: Environment): UnknownVariable[] {
  const known = knownVariables();
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name] !== '' && !known.includes(name))
    .sort()
    .map((name) => ({ name, nearest: findNearest(name, known) }));
}

function knownVariables(): string[] {
  const settings = Object.values<TSchema>(Settings.properties);
  const firstRun = Object.values(FIRST_RUN_VARIABLES);
  const withFile = [...settings.filter(({ mayBeFile }) => mayBeFile === true), ...firstRun];
  return [
    ...[...settings, ...firstRun].map(({ env }) => env as string),
    ...withFile.map(({ env }) => fileVariableOf(env as string)),
  ];
}

function findNearest(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  const [nearest] = known
    .map((candidate) => ({ candidate, slips: countSlips(upper, candidate) }))
    .filter(({ slips }) => slips <= MAX_SLIPS)
    .sort((a, b) => a.slips - b.slips);
  return nearest?.candidate;
}

/** Letters to add, drop or replace until one word is the other (Levenshtein distance). */
function countSlips(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, wanted] of [...to].entries()) {
      const replaced = (previous[column] as number) + (letter === wanted ? 0 : 1);
      const added = (current[column] as number) + 1;
      const dropped = (previous[column + 1] as number) + 1;
      current.push(Math.min(replaced, added, dropped));
    }
    previous = current;
  }
  return previous[to.length] as number;
}
