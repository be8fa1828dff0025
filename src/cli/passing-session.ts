import { type Flags, openSession, type Session } from './session.ts';

/** How long the data is held after a call, for the next one. */
const IDLE_MS = 250;

/**
 * A session for a process that lives long and calls now and then: it holds the data only around its calls, so that a
 * server can be started and other commands be used in between.
 */
export function createPassingSession(flags: Flags): Session {
  let opened: Promise<Session> | undefined;
  let callsUnderWay = 0;
  let timer: Timer | undefined;

  const open = (): Promise<Session> => {
    const opening = openSession(flags);
    // What could not be opened is tried anew by the next call.
    opening.catch(() => {
      if (opened === opening) opened = undefined;
    });
    return opening;
  };
  const release = async (): Promise<void> => {
    const session = opened;
    opened = undefined;
    await (await session)?.close();
  };
  return {
    async call(operation, input) {
      clearTimeout(timer);
      callsUnderWay += 1;
      opened ??= open();
      try {
        return await (await opened).call(operation, input);
      } finally {
        callsUnderWay -= 1;
        if (callsUnderWay === 0) timer = setTimeout(release, IDLE_MS);
      }
    },
    close() {
      clearTimeout(timer);
      return release();
    },
  };
}
