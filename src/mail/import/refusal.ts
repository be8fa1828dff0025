/** Why an import was refused. */
export type RefusalReason = 'not_that_format' | 'too_large' | 'too_deep';

/** Stops an import that cannot succeed; the message is written for the one who asked for it. */
export class ImportRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}

/** Most characters a source may have, its included files counted in. */
export const MAX_SOURCE_LENGTH = 4 * 1024 * 1024;

/** How deep elements or JSON may be nested. The deepest mails seen in the wild stay below a third of it. */
export const MAX_DEPTH = 256;

/** Refuses nesting that no mail has: everything behind it walks trees recursively. */
export function refuseDepth(): never {
  throw new ImportRefusal(
    'too_deep',
    `Elements are nested more than ${MAX_DEPTH} deep; this is no mail that can be imported.`,
  );
}
