import { DomainError, notFound } from '../../platform/errors.ts';

export const moduleNotFound = () => notFound('Saved module');

export const moduleOfOtherTenant = () =>
  new DomainError(
    'forbidden',
    'This module was saved by another tenant of the project: you can use it, but not change or delete it.',
  );

/** `what`: the reached limit. */
export const tooManyModules = (what: string, limit: number) =>
  new DomainError(
    'conflict',
    `The project has ${what}, the most it can have. Delete some that are no longer used.`,
    { facts: { limit } },
  );
