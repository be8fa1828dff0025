import { DomainError, describeBytes, notFound } from '../../platform/errors.ts';

export const snapshotNotFound = () => notFound('Snapshot');

export const versionNotFound = (version: number) =>
  new DomainError('not_found', `The history does not have version ${version}. It is thinned with age.`);

/** A template has as many kept snapshots as the plan allows. */
export function tooManySnapshots(limit: number, plan: string): DomainError {
  return new DomainError(
    'plan_limit_reached',
    `The template has ${limit} kept snapshots, as many as your current plan (${plan}) allows. Delete some you no longer need.`,
    { facts: { limit } },
  );
}

/** A snapshot that was to be kept needs more storage than is left. */
export function noRoomForSnapshot(bytes: number, limit: number, plan: string): DomainError {
  return new DomainError(
    'plan_limit_reached',
    `The snapshot needs ${describeBytes(bytes)} of storage, more than is left of the ${describeBytes(limit)} your current plan (${plan}) allows. The template itself is not affected. Empty the trash, or delete snapshots or files you no longer need (files in the trash still take storage).`,
    { facts: { limit } },
  );
}
