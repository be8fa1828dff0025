/** On a terminal the line is written again and again; elsewhere a new one is written after this time. */
const INTERVAL_MS = 20_000;

/** Moves a terminal's cursor to the start of the line and erases it. */
export const CLEAR_LINE = '\r\x1b[K';

const FILE_HEADER = /^(?:\.\/)?(test\/\S+\.test\.ts):$/;
/** Tests that passed, and the summary, which is counted from the report. */
const LEFT_OUT =
  /^\((?:pass|skip)\) |^\s*\d+ (?:pass|fail|skip|filtered out|expect\(\) calls)$|^Ran \d+ tests |^bun test v/;
const FAILED = /^\(fail\) /;
/** The name of a test can have several lines; the time follows the last one. */
const UNFINISHED = /^\(pass\) .*(?<!ms\])$/;

const secondsSince = (started: number): string => `${Math.round((performance.now() - started) / 1000)} s`;

/**
 * Reads the output of `bun test`: passes on what belongs to a test that failed and what tests print, leaves out
 * the tests that passed, and writes a line of progress: files begun, tests failed, time.
 */
export class Progress {
  readonly #files: number;
  readonly #write: (text: string) => void;
  readonly #isTerminal: boolean;
  readonly #started = performance.now();
  #written = this.#started;
  readonly #seen = new Set<string>();
  #failed = 0;
  /** The header of a file that has printed nothing else yet. */
  #header: string | undefined;
  #isInName = false;

  constructor(
    files: number,
    write: (text: string) => void = (text) => void process.stdout.write(text),
    isTerminal = process.stdout.isTTY === true,
  ) {
    this.#files = files;
    this.#write = write;
    this.#isTerminal = isTerminal;
  }

  /** Reads one stream of the process until it ends. */
  async read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = '';
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    }
    if (rest !== '') this.#take(rest);
  }

  #take(line: string): void {
    if (FILE_HEADER.test(line)) {
      // Files that run at the same time take turns.
      this.#seen.add(line);
      this.#header = line;
      this.#show();
      return;
    }
    if (line.startsWith('(')) this.#isInName = UNFINISHED.test(line);
    if (line.trim() === '' || LEFT_OUT.test(line)) return;
    if (this.#isInName) {
      this.#isInName = !line.endsWith('ms]');
      return;
    }
    if (FAILED.test(line)) this.#failed += 1;
    if (this.#isTerminal) this.#write(CLEAR_LINE);
    if (this.#header !== undefined) this.#write(`\n${this.#header}\n`);
    this.#header = undefined;
    this.#write(`${line}\n`);
  }

  #show(): void {
    const now = performance.now();
    const text = `tests: ${this.#seen.size} of ${this.#files} files, ${this.#failed} failed, ${secondsSince(this.#started)}`;
    if (this.#isTerminal) this.#write(`${CLEAR_LINE}${text}`);
    else if (now - this.#written >= INTERVAL_MS) {
      this.#written = now;
      this.#write(`${text}\n`);
    }
  }

  /** Ends the line of progress. */
  end(): void {
    if (this.#isTerminal) this.#write(CLEAR_LINE);
  }
}
