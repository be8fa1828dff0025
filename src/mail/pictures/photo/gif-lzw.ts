/** Codes have 12 bits at most. */
const MAX_CODES = 4096;

const prefixes = new Uint16Array(MAX_CODES);
const suffixes = new Uint8Array(MAX_CODES);
const stack = new Uint8Array(MAX_CODES + 1);

/**
 * Unpacks the indices of a GIF frame (GIF89a, appendix F) into `out` and returns how many there were. Stops at what is
 * no valid code, as browsers do: the rest is left as it is. `data`: blocks with their lengths in front.
 */
export function unpackIndices(data: Uint8Array, codeSize: number, out: Uint8Array): number {
  if (codeSize < 1 || codeSize > 11) return 0;
  const clear = 1 << codeSize;
  for (let code = 0; code < clear; code++) suffixes[code] = code;
  let [bits, next, previous, first] = [codeSize + 1, clear + 2, -1, 0];
  let [held, heldBits, written] = [0, 0, 0];
  let [at, blockEnd] = [0, 0];
  for (;;) {
    while (heldBits < bits) {
      if (at === blockEnd) {
        const size = data[at] ?? 0;
        if (size === 0) return written;
        at += 1;
        blockEnd = at + size;
      }
      held |= (data[at] ?? 0) << heldBits;
      heldBits += 8;
      at += 1;
    }
    const code = held & ((1 << bits) - 1);
    held >>>= bits;
    heldBits -= bits;
    if (code === clear) {
      [bits, next, previous] = [codeSize + 1, clear + 2, -1];
      continue;
    }
    if (code === clear + 1 || code > next || (code === next && previous < 0)) return written;
    let depth = 0;
    let entry = code;
    // A code that is just about to get its meaning: the previous one and once more its first index.
    if (code === next) {
      stack[depth++] = first;
      entry = previous;
    }
    for (; entry >= clear; entry = prefixes[entry] as number) stack[depth++] = suffixes[entry] as number;
    first = suffixes[entry] as number;
    stack[depth++] = first;
    while (depth > 0) {
      if (written === out.length) return written;
      out[written++] = stack[--depth] as number;
    }
    if (previous >= 0 && next < MAX_CODES) {
      prefixes[next] = previous;
      suffixes[next] = first;
      next += 1;
      if (next === 1 << bits && bits < 12) bits += 1;
    }
    previous = code;
  }
}
