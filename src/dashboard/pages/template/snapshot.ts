import type { Item } from '../../data/operations.ts';
import { TEMPLATE } from '../../texts/template.ts';

const T = TEMPLATE.history;

export type Snapshot = Item<'listSnapshots'>;

/** The name of a version for people. */
export const nameOf = ({ label, version }: Snapshot): string =>
  label ?? (version === undefined ? T.kept : T.version(version));
