import { DomainError, notFound } from '../../platform/errors.ts';

export const moduleNotFound = () => notFound('Saved module');

export const moduleIsShared = () =>
  new DomainError(
    'forbidden',
    'This module is shared with the whole project: you can use it, but not change or delete it.',
  );

export const mayNotShare = () =>
  new DomainError(
    'forbidden',
    'This session may not share saved modules. A token has this right if the backend sent share_modules for it.',
  );

/** `amount`: the reached limit, such as `500` or `16 MB of`. */
export const tooManyModules = (isShared: boolean, amount: string, limit: number) =>
  new DomainError(
    'conflict',
    isShared
      ? `The project has ${amount} shared modules, the most it can have. Delete or unshare some that are no longer used.`
      : `There are ${amount} saved modules already, the most you can have. Delete some that are no longer used.`,
    { facts: { limit } },
  );
