import type { Deps } from '../../../platform/deps.ts';
import { repeat } from '../../../platform/repeat.ts';
import { prepareBackground } from '../storing/background.ts';
import { resumeConversions } from '../storing/resume-conversions.ts';
import { recordUses } from '../usage/uses.ts';
import { sweepFiles } from './sweep-files.ts';

/** A command at the command line is over by then. */
const FIRST_RESUME_MS = 2_000;
const RESUME_INTERVAL_MS = 60_000;

/** The start is busy enough. */
const FIRST_SWEEP_MS = 10_000;
const SWEEP_INTERVAL_MS = 6 * 3_600_000;

/**
 * What the library does by itself: notes which templates show its files, makes smaller versions that are missing, and
 * removes files nobody needs. For the start of an application, before anything is uploaded.
 */
export function keepLibrary(deps: Deps): void {
  recordUses(deps);
  prepareBackground(deps);
  const { log } = deps;
  const resuming = repeat((isStopped) => resumeConversions(deps, isStopped), {
    what: 'resuming conversions',
    firstAfterMs: FIRST_RESUME_MS,
    thenEveryMs: RESUME_INTERVAL_MS,
    log,
  });
  const sweeping = repeat((isStopped) => sweepFiles(deps, isStopped).then(() => {}), {
    what: 'sweeping media files',
    firstAfterMs: FIRST_SWEEP_MS,
    thenEveryMs: SWEEP_INTERVAL_MS,
    log,
  });
  deps.events.subscribe((event) => {
    if (event.type === 'tenant.deleted') sweeping.runSoon();
  });
  deps.lifetime.onClose(async () => {
    await Promise.all([resuming.stop(), sweeping.stop()]);
  });
}
