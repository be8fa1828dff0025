import { ImportRefusal, MAX_DEPTH, MAX_SOURCE_LENGTH, refuseDepth } from '../refusal.ts';

/** A JSON object whose fields are not checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The design an editor exported, as text or as the object it was parsed to.
 * @throws ImportRefusal when it is no JSON object, too large or nested too deeply
 */
export function parseDesign(body: unknown, editor: string): Fields {
  if (typeof body === 'string' && body.length > MAX_SOURCE_LENGTH) refuseSize();
  const design = typeof body === 'string' ? parseJson(body, editor) : body;
  if (typeof design !== 'object' || design === null || Array.isArray(design)) {
    throw new ImportRefusal('not_that_format', `A design exported from ${editor} is a JSON object.`);
  }
  measure(design);
  return design as Fields;
}

function parseJson(text: string, editor: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new ImportRefusal('not_that_format', `This is not JSON; a design exported from ${editor} is.`);
  }
}

/** Refuses what is too deep or too large, without recursion: the object may come from anywhere. */
function measure(design: object): void {
  const open: { value: object; depth: number }[] = [{ value: design, depth: 1 }];
  let size = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > MAX_DEPTH) refuseDepth();
    for (const value of Object.values(next.value) as unknown[]) {
      size += typeof value === 'string' ? value.length + 8 : 8;
      if (typeof value === 'object' && value !== null) open.push({ value, depth: next.depth + 1 });
      if (size > MAX_SOURCE_LENGTH) refuseSize();
    }
  }
}

function refuseSize(): never {
  throw new ImportRefusal('too_large', 'The design is larger than 4 MB; no mail is, so check what was sent.');
}

/** The value as an object; an empty one when it is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The value as a list; an empty one when it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value when it is a string. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A field of a field of …, however much of the path is there. */
export function fieldAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const fields = fieldsOf(inner);
    return Object.hasOwn(fields, key) ? fields[key] : undefined;
  }, value);
}
