/** Part of a file, as `Blob.slice` takes it. */
export interface ByteRange {
  start: number;
  /** The first byte that is not part of it. */
  end: number;
}

/** A number with more digits is beyond the end of every file. */
const RANGE = /^bytes=[ \t]*(\d{0,400})-(\d{0,400})$/i;

/**
 * The part of a file of `bytes` that a `Range` header asks for (RFC 9110, 14.2): undefined for the whole file, also when
 * the header asks for several parts or makes no sense; `unsatisfiable` if no byte of it exists. The runtime does the
 * same with a local file that is sent whole, but says nothing in words and knows no other stores.
 */
export function readRange(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = RANGE.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: last === '' ? bytes : Math.min(Number(last) + 1, bytes) };
}

/** Whether a list of entity tags, or `*`, names `etag`; a weak one counts, as RFC 9110, 13.1.2 has it. */
export function namesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
