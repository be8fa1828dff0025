import { DomainError } from '../errors.ts';
import { MAX_INPUT_DEPTH } from '../json/unsafe-value.ts';
import { randomBytes } from '../security/crypto.ts';

/** Most values in one body: objects, lists and their members. The largest contents of editors have about 175,000. */
export const MAX_JSON_VALUES = 200_000;

/** Most string values, names not counted. The largest contents of editors have about 70,000. */
export const MAX_JSON_TEXTS = 100_000;

/** Most different property names in one body. Each takes the parser as long as ten values. */
export const MAX_JSON_NAMES = 10_000;

/**
 * Most escape sequences in one body. They take the parser ten times as long as other characters. The largest template
 * that consists of escapes has about a million.
 */
export const MAX_JSON_ESCAPES = 1_250_000;

/** Smaller bodies are cheap to parse and to check, whatever they hold. */
const MIN_COUNTED_BYTES = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Throws `too_large` for JSON whose many values, strings, property names or escapes take long to parse and check. It
 * counts them in the bytes, because parsing alone can take too long: 4 MB of empty objects take 140 ms to parse and 4
 * ms to count. Invalid JSON may pass.
 */
export function refuseCostlyJson(json: Uint8Array, member?: MemberFinder): void {
  if (json.byteLength < MIN_COUNTED_BYTES) return;
  const names = new NameCounter();
  const strings = new StringScanner();
  // The opening byte of the container at each depth. Deeper levels count as objects; a later check refuses them.
  const opened = new Uint8Array(MAX_INPUT_DEPTH + 1).fill(OPENING_BRACKET, 0, 1);
  let depth = 0;
  let values = 1;
  let texts = 0;
  let isName = false;
  let end = 0;
  for (let position = 0; position < json.length; position += 1) {
    switch (json[position]) {
      case QUOTE:
        end = strings.endOf(json, position);
        if (isName) names.count(json, position, end);
        else texts += 1;
        if (isName && depth === 1) member?.name(json.subarray(position + 1, end));
        if (isName && mayBeNumeric(json[position + 1])) values += NUMERIC_NAME_VALUES - 1;
        position = end;
        break;
      case COLON:
        isName = false;
        if (depth === 1) member?.begin(position + 1);
        break;
      case COMMA:
        if (depth === 1) member?.end(position);
        isName = opened[depth] !== OPENING_BRACKET;
        values += 1;
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth += 1;
        values += 1;
        opened[depth] = json[position] as number;
        isName = opened[depth] !== OPENING_BRACKET;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        if (depth === 1) member?.end(position);
        if (depth > 0) depth -= 1;
    }
    if (values > MAX_JSON_VALUES) throw tooMany(MAX_JSON_VALUES, 'values');
    if (texts > MAX_JSON_TEXTS) throw tooMany(MAX_JSON_TEXTS, 'texts');
  }
}

/** Finds a member of the outermost object by name. Of equal names the last one counts, as in a parser. */
export class MemberFinder {
  /** The positions at which its value begins and ends. */
  found: { start: number; end: number } | undefined;
  readonly #wanted: Uint8Array;
  #isWanted = false;
  #start = 0;

  constructor(name: string) {
    this.#wanted = Buffer.from(name);
  }

  name(bytes: Uint8Array): void {
    this.#isWanted = Buffer.compare(bytes, this.#wanted) === 0;
    // A name with escapes may be equal and then counts. Only a parser can tell.
    if (bytes.includes(BACKSLASH)) this.found = undefined;
  }

  begin(position: number): void {
    this.#start = position;
  }

  end(position: number): void {
    if (this.#isWanted) this.found = { start: this.#start, end: position };
    this.#isWanted = false;
  }
}

class StringScanner {
  #escapes = 0;

  /** The position of the closing quote of the string whose opening quote is at `start`. Counts its escapes. */
  endOf(json: Uint8Array, start: number): number {
    let escapes = 0;
    let position = start + 1;
    for (; position < json.length && json[position] !== QUOTE; position += 1) {
      if (json[position] !== BACKSLASH) continue;
      escapes += 1;
      position += 1;
    }
    this.#escapes += escapes;
    if (this.#escapes > MAX_JSON_ESCAPES) throw tooMany(MAX_JSON_ESCAPES, 'escaped characters');
    return position;
  }
}

/** Number of values that a property with a numeric name counts as, because the parser stores it in a slower form. */
const NUMERIC_NAME_VALUES = 30;

/** Whether a name may be numeric: it starts with a digit, or with an escape, which may be a digit. */
function mayBeNumeric(firstByte: number | undefined): boolean {
  return firstByte !== undefined && ((firstByte >= ZERO && firstByte <= NINE) || firstByte === BACKSLASH);
}

const NAME_BITS = 2 ** 17;

/** Counts different names by their hashes in a bitmap. Names can share a hash, so the count can be slightly low. */
class NameCounter {
  readonly #seen = new Uint32Array(NAME_BITS / 32);
  /** Random, so that a client cannot choose names with the same hash. */
  readonly #seed = new Uint32Array(randomBytes(4).buffer)[0] as number;
  #names = 0;

  /** Counts the name between the quotes at `start` and `end`. */
  count(json: Uint8Array, start: number, end: number): void {
    let hash = this.#seed;
    for (let position = start + 1; position < end; position += 1) {
      hash = Math.imul(hash ^ (json[position] as number), 0x01000193);
    }
    const bit = (hash ^ (hash >>> 15)) & (NAME_BITS - 1);
    const mask = 1 << (bit & 31);
    const word = this.#seen[bit >>> 5] as number;
    if ((word & mask) === 0) {
      this.#seen[bit >>> 5] = word | mask;
      this.#names += 1;
      if (this.#names > MAX_JSON_NAMES) throw tooMany(MAX_JSON_NAMES, 'different property names');
    }
  }
}

const tooMany = (limit: number, what: string) =>
  new DomainError(
    'too_large',
    `The body has more than ${limit.toLocaleString('en')} ${what}. Split it or leave something out.`,
  );
