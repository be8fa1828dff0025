/** How a line of the access log ends, see http/request-log.ts. */
const ACCESS_LOG = ',"msg":"request"}\n';

/** Longest wait of a line, and most characters that wait. */
const WAIT_MS = 100;
const MAX_CHARACTERS = 16 * 1024;

/**
 * Gathers lines of the access log, because a write for each would take more processor time than the rest of the line. Other lines are
 * written at once, after those that wait.
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
