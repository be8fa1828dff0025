/** The end of a line of the access log, see http/request-log.ts. */
const ACCESS_LOG = ',"msg":"request"}\n';

/** Longest time that a line is buffered, and most characters in the buffer. */
const WAIT_MS = 100;
const MAX_CHARACTERS = 16 * 1024;

/**
 * Buffers lines of the access log, because a write per line would take more processor time than everything else. Other
 * lines are written immediately, after the buffered ones.
 */
export class LogBuffer {
  readonly #write: (text: string) => void;
  #waiting = '';
  #timer: Timer | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
    process.on('exit', () => this.flush());
  }

  add(line: string): void {
    this.#waiting += line;
    if (!line.endsWith(ACCESS_LOG) || this.#waiting.length >= MAX_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WAIT_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === '') return;
    const text = this.#waiting;
    this.#waiting = '';
    this.#write(text);
  }
}
