import { DomainError } from '../platform/errors.ts';
import { type Flags, openSession, type Session } from './session.ts';

/** How long the data stays open after a call, in case another follows. */
const IDLE_MS = 250;

/** A busy process releases the data to other processes after this time, … */
const MAX_HOLD_MS = 1_000;

/** … for longer than the interval at which they try to open it. */
const TURN_MS = 150;

/**
 * A session for a long-lived process with occasional calls. It holds the data only during its calls, so that a server
 * or another command can open it in between. If a server runs, calls go to the server.
 */
export function createPassingSession(flags: Flags): Session {
  let opened: Promise<Session> | undefined;
  let heldSince = Number.POSITIVE_INFINITY;
  /** Resolves when the last session and the pause after it have ended. */
  let turn: Promise<unknown> = Promise.resolve();
  let callsUnderWay = 0;
  let timer: Timer | undefined;

  const open = (): Promise<Session> => {
    const opening = turn.then(() => openSession(flags));
    opening.then(
      ({ holdsData }) => {
        heldSince = holdsData ? performance.now() : Number.POSITIVE_INFINITY;
      },
      () => {},
    );
    // If it cannot be opened, the next call tries again.
    opening.catch(() => drop(opening));
    return opening;
  };
  const drop = (session: Promise<Session>): void => {
    if (opened === session) opened = undefined;
  };
  const release = async (): Promise<void> => {
    const session = opened;
    opened = undefined;
    await (await session)?.close();
  };
  const settle = (): void => {
    if (callsUnderWay > 0) return;
    if (performance.now() - heldSince < MAX_HOLD_MS) timer = setTimeout(release, IDLE_MS);
    else turn = release().then(() => Bun.sleep(TURN_MS));
  };
  return {
    holdsData: false,
    async call(operation, input, signal) {
      clearTimeout(timer);
      callsUnderWay += 1;
      try {
        for (let isFirst = true; ; isFirst = false) {
          opened ??= open();
          const session = opened;
          try {
            return await (await session).call(operation, input, signal);
          } catch (error) {
            // The server has stopped meanwhile. Open the data again, once.
            if (!isServerGone(error)) throw error;
            drop(session);
            if (!isFirst) throw error;
          }
        }
      } finally {
        callsUnderWay -= 1;
        settle();
      }
    },
    close() {
      clearTimeout(timer);
      return release();
    },
  };
}

/** Whether a call did not reach the server, so that it can be repeated. */
function isServerGone(error: unknown): boolean {
  return error instanceof DomainError && error.details.facts?.unreachable === true;
}
