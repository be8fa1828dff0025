import { DomainError } from '../platform/errors.ts';
import { type Flags, openSession, type Session } from './session.ts';

/** How long the data is held after a call, for the next one. */
const IDLE_MS = 250;

/** A busy process gives way to others this often, … */
const MAX_HOLD_MS = 1_000;

/** … and for longer than they wait between two tries to get hold of the data. */
const TURN_MS = 150;

/**
 * A session for a process that lives long and calls now and then: it holds the data only around its calls, so that a
 * server can be started and other commands be used in between, and finds the server that is there at the time.
 */
export function createPassingSession(flags: Flags): Session {
  let opened: Promise<Session> | undefined;
  let heldSince = Number.POSITIVE_INFINITY;
  /** Closing the last session, and the others' turn after it. */
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
    // What could not be opened is tried anew by the next call.
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
            // A server that has gone since is not asked again.
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

/** Whether a call did not reach the server, so that it may be repeated. */
function isServerGone(error: unknown): boolean {
  return error instanceof DomainError && error.details.facts?.unreachable === true;
}
