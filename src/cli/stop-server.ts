import type { App } from '../app.ts';
import type { ControlServer } from '../control/server.ts';
import type { Listeners } from '../http/listen.ts';
import { stopwatch } from '../platform/clock.ts';

/**
 * How long requests are awaited before and after the port is closed. With half a second for websockets and for closing
 * the data, a stop takes less than 3 seconds.
 */
const SERVING_MS = 1_700;
const DRAIN_MS = 500;

/** How long requests are awaited if another server already listens on the port and takes the new ones. */
const REPLACED_SERVING_MS = 5_000;

/** How long there must be no request before the port is left to another server. */
const QUIET_MS = 300;

/** Like `QUIET_MS`, after the websockets have been closed, which takes half a second. */
const LAST_QUIET_MS = 50;

const STEP_MS = 10;

interface Running {
  app: App;
  listeners: Listeners;
  control: ControlServer;
}

/**
 * Stops a server. It serves on while requests are under way, then sends the websockets away, closes the port last and
 * cuts what is left. `isReplaced`: another server listens on the port already. Connections that the system has not handed
 * over when the port is closed are lost, so this waits for a pause: clients whose connections end come to the other
 * server, which lets them wait.
 */
export async function stopServer({ app, listeners, control }: Running, isReplaced: boolean): Promise<void> {
  const { log } = app.deps;
  const countRequests = () => listeners.countPendingRequests() + control.countPendingRequests();
  listeners.endConnections();
  if (isReplaced) await waitForQuiet(countRequests, REPLACED_SERVING_MS, QUIET_MS);
  else await waitForQuiet(countRequests, SERVING_MS, 0);
  await app.realtime.close();
  if (isReplaced) await waitForQuiet(countRequests, REPLACED_SERVING_MS, LAST_QUIET_MS);
  if (countRequests() > 0) void endJobs(app);
  const stopped = Promise.all([control.stop(), listeners.stop()]);
  // The runtime would wait forever for a connection that has never sent a request.
  await Promise.race([stopped, waitForQuiet(countRequests, DRAIN_MS, 0)]);
  const cut = countRequests();
  await listeners.stop(true);
  await app.close();
  log.info({ ...(cut > 0 && { cut_requests: cut }) }, 'stopped');
}

/**
 * Aborts jobs of workers and of language models, so that the requests that wait for them are answered with
 * `unavailable`.
 */
async function endJobs({ deps }: App): Promise<void> {
  const { rendering, importing, scoring, snapshots, media, ai } = deps.services;
  await Promise.all([rendering, importing, scoring, snapshots, media, ai].map((service) => service.close()));
}

/**
 * Waits until no request has been under way for `quietMs`, for at most `maxMs`. It counts steps and not the time: on a busy
 * machine the process may rest for longer, and then connections wait in the port.
 */
async function waitForQuiet(countRequests: () => number, maxMs: number, quietMs: number): Promise<void> {
  const elapsed = stopwatch();
  for (let quietSteps = 0; elapsed() < maxMs; ) {
    quietSteps = countRequests() > 0 ? 0 : quietSteps + 1;
    if (quietSteps * STEP_MS > quietMs) return;
    await Bun.sleep(STEP_MS);
    await acceptPending();
  }
}

/** Lets the runtime accept the connections that wait at the port, and read their requests. */
async function acceptPending(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done));
}
