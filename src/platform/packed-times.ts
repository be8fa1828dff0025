/**
 * Packs times (milliseconds, ascending) and counts in turn: per entry the step from the time before, doubled, and one
 * more if a count other than 1 follows; all as LEB128. Two bytes an entry where steps are of a few seconds.
 */
export function packTimes(entries: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (let i = 0; i < entries.length; i += 2) {
    const time = entries[i] as number;
    const count = entries[i + 1] as number;
    writeNumber(bytes, (time - before) * 2 + (count === 1 ? 0 : 1));
    if (count !== 1) writeNumber(bytes, count);
    before = time;
  }
  return Uint8Array.from(bytes);
}

/** Unpacks what `packTimes` has packed. Bytes that end too early lose their last entry. */
export function unpackTimes(bytes: Uint8Array): number[] {
  const entries: number[] = [];
  const reader = { bytes, position: 0 };
  let time = 0;
  for (;;) {
    const step = readNumber(reader);
    if (step === undefined) return entries;
    const count = step % 2 === 0 ? 1 : readNumber(reader);
    if (count === undefined) return entries;
    time += Math.floor(step / 2);
    entries.push(time, count);
  }
}

/** By arithmetic: a time does not fit into the 32 bits of the operators on bits. */
function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function readNumber(reader: { bytes: Uint8Array; position: number }): number | undefined {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = reader.bytes[reader.position];
    if (byte === undefined) return undefined;
    reader.position += 1;
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}
