import { DomainError } from '../platform/errors.ts';
import type { Flags } from './session.ts';

/**
 * Requires the name of the thing to delete: in `--confirm`, or typed by a person at a terminal, unless `--yes` is
 * given. Throws `conflict` for a wrong name.
 */
export function confirmDeletion(flags: Flags, { name, warning }: { name: string; warning: string }): void {
  if (flags.confirm !== undefined) {
    if (flags.confirm === name) return;
    throw new DomainError(
      'conflict',
      `Nothing was deleted: --confirm says "${flags.confirm}", but the name is "${name}".`,
    );
  }
  if (flags.yes === true) return;
  if (process.stdin.isTTY === true && prompt(`${warning} Type ${name} to go on:`) === name) return;
  throw new DomainError(
    'conflict',
    'Nothing was deleted. Type the name when asked, pass it with --confirm, or skip this with --yes.',
  );
}
