import { DomainError, describeBytes, invalidField, notFound } from '../../platform/errors.ts';

export const fileNotFound = () => notFound('File');

/** Names of the accepted types, by category. */
const TYPES: Readonly<Record<string, string>> = {
  images: 'images (JPEG, PNG, GIF, WebP, AVIF, SVG)',
  documents: 'documents (PDF)',
  videos: 'videos (MP4, WebM)',
  audio: 'audio (MP3, Ogg, WAV)',
};

const listTypes = (categories: readonly string[]): string =>
  categories.map((category) => TYPES[category] ?? category).join(', ');

/** `field`: the input with the file. `categories`: those that the plan accepts. */
export function unknownType(field: string, categories: readonly string[]): DomainError {
  return new DomainError(
    'unsupported_media_type',
    `The content of this file is of a type that is not accepted. Accepted are ${listTypes(categories)}.`,
    { errors: { [field]: ['is not of a type that is accepted.'] } },
  );
}

export function categoryNotInPlan(
  category: string,
  { name, accepted }: { name: string; accepted: readonly string[] },
): DomainError {
  return new DomainError(
    'plan_limit_reached',
    `Your current plan (${name}) does not include ${TYPES[category] ?? category}. It accepts ${listTypes(accepted)}.`,
    { facts: { category } },
  );
}

export function fileTooLarge(limit: number, plan: string): DomainError {
  return new DomainError(
    'too_large',
    `The file is larger than the ${describeBytes(limit)} that your current plan (${plan}) allows. Use a smaller one.`,
    { facts: { limit } },
  );
}

/** `free`: bytes of `limit` that are left. */
export function storageLimitReached(
  bytes: number,
  { free, limit, plan }: { free: number; limit: number; plan: string },
): DomainError {
  return new DomainError(
    'plan_limit_reached',
    `The file needs ${describeBytes(bytes)} of storage, but of the ${describeBytes(limit)} your current plan (${plan}) allows ${describeBytes(free)} are left. Empty the trash, delete snapshots or files you no longer need (files in the trash still take storage), or ask for a larger plan.`,
    { facts: { limit } },
  );
}

/** A file can be replaced only by one of the same category, because templates show it as such. */
export function otherCategory(present: string, sent: string): DomainError {
  return invalidField(
    'file',
    `is one of the ${sent}, and the file to replace is one of the ${present}. Upload it as a new file.`,
  );
}

/** Files that a call without `force` does not delete, with a description of their first uses. */
export function filesInUse(
  files: readonly { filename: string; uses: readonly { kind: string; name: string }[] }[],
): DomainError {
  const [first] = files;
  const places = first?.uses.slice(0, 3).map(({ kind, name }) => `${kind.replace('_', ' ')} "${name}"`);
  const more = (first?.uses.length ?? 0) > 3 ? ' and more' : '';
  const others = files.length > 1 ? ` ${files.length - 1} more of the files are in use.` : '';
  return new DomainError(
    'conflict',
    `"${first?.filename}" is used by ${places?.join(', ')}${more}.${others} Nothing was deleted. Remove the files there first, or pass force to delete them nevertheless.`,
    { facts: { in_use: files }, quotesOthers: true },
  );
}
