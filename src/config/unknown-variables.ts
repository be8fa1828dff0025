import type { TSchema } from '@sinclair/typebox';
import { findNearestName } from '../platform/text/names.ts';
import { type Environment, fileVariableOf } from './load.ts';
import { FIRST_RUN_VARIABLES, Settings } from './settings.ts';

const PREFIX = 'GALLEY_';

/** Two edits are a typing error, such as swapped letters. With three, short names would match many variables. */
const MAX_EDITS = 2;

interface UnknownVariable {
  name: string;
  /** The variable that was probably meant. */
  nearest: string | undefined;
}

/** Variables that look like settings but are unknown: mistyped names are reported at start. */
export function findUnknownVariables(env: Environment): UnknownVariable[] {
  const known = knownVariables();
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name] !== '' && !known.includes(name))
    .sort()
    .map((name) => ({ name, nearest: findNearestName(name, known, MAX_EDITS) }));
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
