import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dir, 'faults.c');

/** What goes wrong around the server. */
export interface Fault {
  name: string;
  /** The wall clock is ahead by so much. */
  clockMs?: number;
  /** Each sync of the database takes so much longer. */
  syncMs?: number;
  /** No more can be written to the database. */
  isFull?: boolean;
}

const MINUTE_MS = 60_000;

export const FAULTS: readonly Fault[] = [
  { name: 'a slow disk', syncMs: 150 },
  { name: 'a full disk', isFull: true },
  { name: 'a clock that is two hours ahead', clockMs: 120 * MINUTE_MS },
  { name: 'a clock that is ten minutes behind', clockMs: -10 * MINUTE_MS },
];

/** Makes the disk and the clock of a running server faulty, by a library that is loaded into it. */
export class FaultInjector {
  /** For the server. */
  readonly env: Readonly<Record<string, string>>;
  readonly #control: string;

  private constructor(library: string, control: string) {
    this.#control = control;
    this.env = { LD_PRELOAD: library, SOAK_FAULTS: control };
    writeFileSync(control, new Uint8Array(24));
  }

  /** Builds the library below `folder`. Undefined where that does not work. */
  static create(folder: string): FaultInjector | undefined {
    const compiler = process.platform === 'linux' ? Bun.which('cc') : null;
    if (compiler === null) return undefined;
    const library = join(folder, 'faults.so');
    const command = [compiler, '-O2', '-shared', '-fPIC', '-o', library, SOURCE, '-ldl'];
    if (Bun.spawnSync(command, { stderr: 'inherit' }).exitCode !== 0) return undefined;
    return new FaultInjector(library, join(folder, 'faults'));
  }

  /** Ends the fault before, and begins this one. */
  set({ clockMs = 0, syncMs = 0, isFull = false }: Omit<Fault, 'name'> = {}): void {
    const numbers = BigInt64Array.of(BigInt(clockMs), BigInt(syncMs), isFull ? 1n : 0n);
    // The server has the file in its memory, so it must stay the same file.
    const file = openSync(this.#control, 'r+');
    writeSync(file, new Uint8Array(numbers.buffer), 0, 24, 0);
    closeSync(file);
  }
}
