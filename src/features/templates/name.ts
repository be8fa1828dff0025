import { foldName } from '../../platform/fold-name.ts';

/** A name as stored: null for unnamed. */
export function toStoredName(name: string | null | undefined): { name: string | null; nameFolded: string } {
  const stored = name === undefined || name === '' ? null : name;
  return { name: stored, nameFolded: stored === null ? '' : foldName(stored) };
}
