import { randomBytes } from '../platform/crypto.ts';

/**
 * Marks the text of a result as data that others wrote: the JSON object begins with the member `untrusted` and ends with the
 * member `end`, both with the same random number. `INSTRUCTIONS` tells agents what they mean. No stored text can close the
 * fence: in JSON it cannot leave its quotes, and its author cannot know the number. Clients that parse the text find all
 * members of the result as before. It costs 11 tokens: typical results grow by 1 %.
 */
export interface Fence {
  /** The first member with its comma, and the last. */
  open: string;
  close: string;
}

export function createFence(): Fence {
  const [number = 0] = new Uint32Array(randomBytes(4).buffer);
  const key = FIRST_KEY + (number % (9 * FIRST_KEY));
  return { open: `"untrusted":${key},`, close: `,"end":${key}` };
}

/** Keys have six digits, which are two tokens. */
const FIRST_KEY = 100_000;

/** The JSON of an object within a fence. An empty object needs none. */
export function enclose(json: string, { open, close }: Fence): string {
  return json === '{}' ? json : `{${open}${json.slice(1, -1)}${close}}`;
}

/** `enclose` for JSON that is a JSON string itself, as a response holds it. */
export function encloseQuoted(quoted: Uint8Array, { open, close }: Fence): Uint8Array {
  if (quoted.length === '"{}"'.length) return quoted;
  const quote = (text: string) => Buffer.from(JSON.stringify(text).slice(1, -1));
  return Buffer.concat([
    Buffer.from('"{'),
    quote(open),
    quoted.subarray(QUOTED_BRACE, -QUOTED_BRACE),
    quote(close),
    Buffer.from('}"'),
  ]);
}

/** Length of `"{`. */
const QUOTED_BRACE = '"{'.length;

/**
 * Characters that people do not see but models read, and those that reverse or control the text around them: C1 controls,
 * directional overrides and isolates, invisible operators, tags, and the variation selectors beyond those of emojis.
 */
const INVISIBLE = /[\u0080-\u009f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\uddef]/g;

/** JSON with the same value, in which invisible characters are escaped (`\u202e`), so that models see them as such. */
export function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (characters) => {
    const units = [...Array(characters.length).keys()].map((index) => characters.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}
