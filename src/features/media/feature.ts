import { route, type UploadOptions } from '../../http/route.ts';
import { Cache } from '../../platform/caching/cache.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { clearIncoming } from '../../platform/files/upload.ts';
import { PeriodicTask } from '../../platform/tasks/periodic-task.ts';
import { MEDIA_PATH } from './addresses.ts';
import { sweepFiles } from './maintenance/maintenance.ts';
import { restoreReferred } from './maintenance/quarantine.ts';
import { importMedia, uploadMedia } from './operations/add-media.ts';
import { browseMedia } from './operations/browse-media.ts';
import { moveMedia, replaceMedia, updateMedia } from './operations/change-media.ts';
import { deleteMedia } from './operations/delete-media.ts';
import {
  createMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  updateMediaFolder,
} from './operations/folders.ts';
import { checkMediaUsage, listFrequentMedia } from './operations/media-usage.ts';
import { repairFileStore } from './operations/repair-file-store.ts';
import { createPicturePools, type PicturePools } from './photo-workers.ts';
import { addMediaTrashKinds } from './remove.ts';
import { mediaSchemas } from './schema.ts';
import { createMediaEndpoint, MAX_SERVED_FILES, SERVED_FILE_EVENTS, type ServedFile } from './serve.ts';
import {
  BackgroundConversions,
  resumeConversions,
  UPLOAD_TIMEOUTS,
  type UploadTimeouts,
} from './store/conversions.ts';
import { LastWriteFile, recognizeStore } from './store/last-write.ts';
import { RemovalHold } from './store/removal-hold.ts';
import { removeRecordedFiles } from './store/stored-files.ts';
import { mediaTools } from './tools.ts';
import { recordUses, USE_FINDERS, type UseFinder } from './usage/uses.ts';

/** Commands at the command line end before this. */
const FIRST_RESUME_MS = 2_000;
const RESUME_INTERVAL_MS = 60_000;

/** Leaves the busy time after the start alone. */
const FIRST_SWEEP_MS = 10_000;
const SWEEP_INTERVAL_MS = 6 * HOUR_MS;

const upload: UploadOptions = {
  fields: ['file'],
  maxBytes: (scope) => scope.plan.limits.max_file_size_bytes,
};

const mediaRoutes = [
  route('GET', '/media/browse', browseMedia, { answer: 'page' }),
  route('POST', '/media/upload', uploadMedia, { status: 201, upload }),
  route('POST', '/media/import-from-url', importMedia, { status: 201 }),
  route('POST', '/media/move', moveMedia, { answer: 'items' }),
  route('POST', '/media/delete', deleteMedia, { answer: 'nothing' }),
  route('POST', '/media/check-usage', checkMediaUsage),
  route('GET', '/media/frequently-used', listFrequentMedia, { answer: 'items' }),
  route('GET', '/media/folders', listMediaFolders, { answer: 'items' }),
  route('POST', '/media/folders', createMediaFolder, { status: 201 }),
  route('PUT', '/media/folders/:folder_id', updateMediaFolder),
  route('DELETE', '/media/folders/:folder_id', deleteMediaFolder, { answer: 'nothing' }),
  route('PUT', '/media/:media_id', updateMedia),
  route('POST', '/media/:media_id/replace', replaceMedia, { upload }),
];

export const media = defineFeature({
  name: 'media',
  services(deps) {
    const { bus, cacheBudget, clock } = deps;
    const pictures = createPicturePools(deps);
    const conversions = new BackgroundConversions();
    return {
      pictures,
      conversions,
      served: new Cache<ServedFile>({
        budget: cacheBudget,
        maxEntries: MAX_SERVED_FILES,
        invalidation: { bus, clock, topics: SERVED_FILE_EVENTS },
      }),
      timeouts: { ...UPLOAD_TIMEOUTS },
      useFinders: [...USE_FINDERS],
      lastWrite: new LastWriteFile(),
      removals: new RemovalHold(deps.locks),
      async close() {
        // Conversions end with the workers they wait for.
        await Promise.all([pictures.avif.close(), pictures.others.close()]);
        await conversions.finish();
      },
    };
  },
  listeners(deps) {
    recordUses(deps);
    addMediaTrashKinds(deps);
  },
  async prepare(deps) {
    // Otherwise missing rights of the access key would show only at the first upload or deletion. The store logs what
    // is wrong.
    await deps.files.probe?.().catch(() => {});
    await removeUnfinishedFiles(deps);
    if (await recognizeStore(deps)) await bringBackFiles(deps);
  },
  background: keepLibrary,
  routes: mediaRoutes,
  schemas: mediaSchemas,
  endpoints: (deps) => [
    { path: `${MEDIA_PATH}/*`, handle: createMediaEndpoint(deps), isForAnybody: true, isNative: true },
  ],
  tools: mediaTools,
  commands: [repairFileStore],
});

/** A full or read-only disk must not keep the service from starting. */
async function removeUnfinishedFiles({ incomingDir, log }: Deps): Promise<void> {
  await clearIncoming(incomingDir).catch((error) => {
    log.warn({ err: error, folder: incomingDir }, 'unfinished files could not be removed');
  });
}

/** Restores files from the quarantine for a restored database. If it fails, the sweep tries again. */
async function bringBackFiles(deps: Deps): Promise<void> {
  await restoreReferred(deps).catch((error) => {
    deps.log.error({ err: error }, 'media files could not be brought back from the quarantine');
  });
}

/** Makes missing smaller versions of pictures, and sweeps the file store. */
function keepLibrary(deps: Deps): () => Promise<unknown> {
  const { events, log, leader } = deps;
  const resuming = new PeriodicTask((isStopped) => resumeConversions(deps, isStopped), {
    what: 'resuming conversions',
    firstAfterMs: FIRST_RESUME_MS,
    intervalMs: RESUME_INTERVAL_MS,
    log,
    leader,
  });
  const removing = new PeriodicTask((isStopped) => removeRecordedFiles(deps, isStopped).then(() => {}), {
    what: 'removing deleted media files',
    firstAfterMs: FIRST_RESUME_MS,
    intervalMs: RESUME_INTERVAL_MS,
    log,
    leader,
  });
  const sweeping = new PeriodicTask((isStopped) => sweepFiles(deps, isStopped).then(() => {}), {
    what: 'sweeping media files',
    firstAfterMs: FIRST_SWEEP_MS,
    intervalMs: SWEEP_INTERVAL_MS,
    log,
    leader,
  });
  events.subscribe((event) => {
    if (event.type === 'tenant.purged') removing.runSoon();
  });
  return () => Promise.all([resuming.stop(), removing.stop(), sweeping.stop()]);
}

declare module '../../platform/deps.ts' {
  interface Services {
    media: {
      pictures: PicturePools;
      conversions: BackgroundConversions;
      /** Served files by the path of their address below `/media`. */
      served: Cache<ServedFile>;
      timeouts: UploadTimeouts;
      /** Higher features add their own. */
      useFinders: UseFinder[];
      lastWrite: LastWriteFile;
      removals: RemovalHold;
      close(): Promise<void>;
    };
  }
}
