import { DomainError } from '../platform/errors.ts';

export interface Migration {
  /** Its sort order is the order of application, e.g. `0000_tables`. */
  tag: string;
  sql: string;
}

/** For the operator: a migration does not fit the data. All changes of its transaction are rolled back. */
export const migrationFailed = (tag: string, error: unknown): DomainError =>
  new DomainError(
    'conflict',
    `The migration ${tag} of the database failed: ${(error as Error).message}. Nothing was changed. Start the version that ran before again, and report this message to the makers of Galley.`,
    {},
    { cause: error },
  );
