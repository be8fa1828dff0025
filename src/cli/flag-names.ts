import type { Command } from 'commander';
import { FIRST_RUN_VARIABLES } from '../config/index.ts';
import { DomainError } from '../platform/errors.ts';

/** Flags whose names differ from their fields. */
const ALIASES: Readonly<Record<string, string>> = { effects: 'allow' };

/** Commands that read the credentials of a first run from environment variables. */
const FIRST_RUNS = ['init', 'serve'];

const VARIABLES: Readonly<Record<string, { env: string }>> = FIRST_RUN_VARIABLES;

/**
 * Rewrites an error for the command line: it names the flag of an invalid field, `--expires` for `expires_at`, or, in a
 * first run, the environment variable.
 */
export function nameFlag(error: unknown, command: Command): unknown {
  if (!(error instanceof DomainError) || error.code !== 'validation_failed') return error;
  const [first, field = ''] = /^(\w+)(?:\.\d+)?(?=:? )/.exec(error.message) ?? [];
  const flag = first === undefined || !isInvalid(error, field) ? undefined : findFlag(field, command);
  if (first === undefined || flag === undefined) return error;
  return new DomainError(error.code, flag + error.message.slice(first.length), error.details);
}

const isInvalid = ({ details }: DomainError, field: string): boolean =>
  Object.keys(details.errors ?? {}).some((name) => name.split('.')[0] === field);

function findFlag(field: string, command: Command): string | undefined {
  const base = field.replace(/_(ids?|at)$/, '');
  const names = [ALIASES[field], field, base, base.replace(/s$/, '')].map((name) => `--${name}`);
  const flag = command.options.find(({ long }) => typeof long === 'string' && names.includes(long))?.long;
  return flag ?? (FIRST_RUNS.includes(command.name()) ? VARIABLES[field]?.env : undefined);
}
