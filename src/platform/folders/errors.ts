import { DomainError, invalidField, notFound } from '../errors.ts';

/** `kind`: the name of its kind, `media` or `template`. */
export const folderNotFound = (kind: string) => notFound('Folder', `${kind} folder`);

export function folderNameTaken(name: string): DomainError {
  return new DomainError(
    'conflict',
    `There is already a folder "${name}" here (upper and lower case count as equal). Choose another name.`,
  );
}

export function tooManyFolders(limit: number): DomainError {
  return new DomainError(
    'conflict',
    `There are ${limit} folders, the most there can be. Delete some that you no longer need.`,
    { facts: { limit } },
  );
}

export function tooDeep(limit: number): DomainError {
  return invalidField('parent_id', `would put folders more than ${limit} levels deep. Choose one higher up.`);
}

export function folderInItself(): DomainError {
  return invalidField('parent_id', 'is the folder itself or one inside it. Choose another.');
}
