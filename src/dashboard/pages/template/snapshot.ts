import { TEMPLATE } from '../../texts/template.ts';

const T = TEMPLATE.history;

export interface Snapshot {
  id: string;
  is_autosave: boolean;
  label?: string;
  version?: number;
  author_name?: string;
  author_type?: string;
  created_at: string;
}

/** The name of a version for people. */
export const nameOf = ({ label, version }: Snapshot): string =>
  label ?? (version === undefined ? T.kept : T.version(version));
