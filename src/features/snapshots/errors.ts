import { DomainError, describeBytes, notFound } from '../../platform/errors.ts';

export const snapshotNotFound = () => notFound('Snapshot');

export const versionNotFound = (version: number) =>
  new DomainError('not_found', `The history does not have version ${version}. It is thinned with age.`);

/** The template already has as many manual snapshots as the plan allows. */
export function tooManySnapshots(limit: number, plan: string): DomainError {
  return new DomainError(
    'plan_limit_reached',
    `The template has ${limit} kept snapshots, as many as your current plan (${plan}) allows. Delete some you no longer need.`,
    { facts: { limit } },
  );
}

/** A manual snapshot needs more storage than is left. */
export function noRoomForSnapshot(bytes: number, limit: number, plan: string): DomainError {
  return new DomainError(
    'plan_limit_reached',
    `The snapshot needs ${describeBytes(bytes)} of storage, more than is left of the ${describeBytes(limit)} your current plan (${plan}) allows. The template itself is not affected. Empty the trash, or delete snapshots or files you no longer need (files in the trash still take storage).`,
    { facts: { limit } },
  );
}

/** There is no such change by an agent. */
export const noChangeToUndo = (version: number | undefined) =>
  new DomainError(
    'not_found',
    version === undefined
      ? 'There is nothing to undo: no agent has changed the template in the last 30 days.'
      : `No change by an agent that can be undone made version ${version}. Changes can be undone for 30 days. A template that an agent has created is deleted instead.`,
  );

const MAX_NAMED = 20;

/** The same parts were changed again after the changes to undo. */
export function changedSince(parts: readonly { id?: string; name: string }[]): DomainError {
  const named = parts.slice(0, MAX_NAMED);
  const more = parts.length > named.length ? ` and ${parts.length - named.length} more` : '';
  const what =
    parts.length === 0
      ? 'The template has been changed again since'
      : `These parts have been changed again since: ${named.map(({ name }) => name).join(', ')}${more}`;
  return new DomainError(
    'conflict',
    `Not undone. ${what}. Change them by hand, or restore an earlier state from the history.`,
    { facts: { blocks: named.filter(({ id }) => id !== undefined) }, quotesOthers: true },
  );
}

export const tooLargeToUndo = () =>
  new DomainError(
    'too_large',
    'Not undone: the template is too large to keep what has been changed since. Restore an earlier state from the history instead.',
  );
