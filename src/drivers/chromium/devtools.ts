import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

type Fields = Record<string, unknown>;
type Listener = (params: Fields, sessionId: string | undefined) => void;

/** The file descriptors that `--remote-debugging-pipe` reads and writes. */
const [INPUT, OUTPUT] = [3, 4];

/** A Chromium process that is controlled by the DevTools protocol over pipes: it opens no port. */
export class DevTools {
  readonly #process: ChildProcess;
  readonly #input: Writable;
  readonly #waiting = new Map<number, { resolve(result: Fields): void; reject(error: Error): void }>();
  readonly #listeners = new Map<string, Listener>();
  #lastId = 0;
  #ended: Error | undefined;
  readonly #exited: Promise<void>;

  /** `home`: a folder for this process only. The process gets no environment variable that could hold a secret. */
  constructor(executable: string, args: readonly string[], home: string) {
    this.#process = spawn(executable, [...args, '--remote-debugging-pipe'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      // A process group of its own, so that its child processes end with it.
      detached: true,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, TMPDIR: home, LANG: 'C.UTF-8' },
    });
    this.#input = this.#process.stdio[INPUT] as Writable;
    const output = this.#process.stdio[OUTPUT] as Readable;
    this.#process.on('error', (error) => this.#end(error));
    this.#exited = new Promise((resolve) => {
      // After an error without a process there is no `exit` event.
      for (const event of ['exit', 'error']) this.#process.once(event, () => resolve());
    });
    this.#process.on('exit', () => this.#end(new Error('Chromium has ended.')));
    this.#input.on('error', () => this.#end(new Error('Chromium has ended.')));
    let rest = '';
    output.setEncoding('utf8');
    output.on('data', (chunk: string) => {
      const messages = (rest + chunk).split('\0');
      rest = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message));
    });
  }

  /** Calls a method. Throws if the browser answers with an error or has ended. */
  call(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Fields>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return answer;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, listener);
  }

  /** The next event of this name. */
  next(event: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.on(event, () => resolve());
      this.#waiting.set(-1, { resolve: () => {}, reject });
    });
  }

  kill(): void {
    const { pid } = this.#process;
    if (pid === undefined || this.#ended !== undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }

  /** Ends the process. It writes no files afterwards. */
  async end(): Promise<void> {
    this.kill();
    await this.#exited;
  }

  #receive({ id, result, error, method, params, sessionId }: Fields): void {
    if (typeof id === 'number') {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve((result ?? {}) as Fields);
      else waiting?.reject(new Error(String((error as Fields).message)));
      return;
    }
    this.#listeners.get(String(method))?.((params ?? {}) as Fields, sessionId as string | undefined);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
