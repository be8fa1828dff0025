import type { Logger } from './log.ts';

export interface RepeatOptions {
  /** For the log, as in "old tool calls were to be deleted". */
  what: string;
  firstAfterMs: number;
  /** From the end of one time to the beginning of the next. */
  thenEveryMs: number;
  log: Logger;
}

/** Work that is done again and again until it is stopped. */
export interface Repeated {
  /** Does it now, or once more after the time under way. */
  runSoon(): void;
  /** Waits for the time under way, which learns of the stop by `isStopped`. */
  stop(): Promise<void>;
}

/** Does `work` again and again, never twice at once. What it throws is logged, and it is tried again the next time. */
export function repeat(
  work: (isStopped: () => boolean) => Promise<void>,
  { what, firstAfterMs, thenEveryMs, log }: RepeatOptions,
): Repeated {
  let isStopped = false;
  let isRunning = false;
  let isWantedAgain = false;
  let running = Promise.resolve();
  let timer: Timer;

  const run = async (): Promise<void> => {
    isRunning = true;
    isWantedAgain = false;
    await work(() => isStopped).catch((error) => log.error({ err: error }, `it failed: ${what}`));
    isRunning = false;
    schedule(isWantedAgain ? 0 : thenEveryMs);
  };
  const schedule = (milliseconds: number): void => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, milliseconds).unref();
  };
  schedule(firstAfterMs);
  return {
    runSoon() {
      if (isRunning) isWantedAgain = true;
      else schedule(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
