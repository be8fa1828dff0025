import type { SafeMail } from '../../mail/render/index.ts';
import { Cache } from '../../platform/caching/cache.ts';
import type { Deps, Services } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { StoredJson } from '../../platform/json/stored-json.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';
import { RenderingCache } from './cache.ts';
import { MailFiller } from './mail-filler.ts';
import { IMAGE_PATH } from './pictures.ts';
import type {
  CompiledMjml,
  CompileJob,
  DrawnImage,
  EncodedTexts,
  FilledMail,
  FillJob,
  ImageJob,
  RenderJob,
  SanitizeJob,
} from './rendering.ts';
import { PREVIEW_APP } from './resources.ts';
import { renderingRoutes } from './routes.ts';
import { createImageEndpoint, type ServedImage } from './serve-images.ts';
import { Thumbnails } from './thumbnails/thumbnails.ts';
import { renderingTools } from './tools.ts';

export const rendering = defineFeature({
  name: 'rendering',
  services(deps): Services['rendering'] {
    const pools = createRenderPools(deps);
    const cache = new RenderingCache(deps);
    const thumbnails = new Thumbnails(deps);
    return {
      pools,
      cache,
      thumbnails,
      proposalReader: async () => {
        throw notFound('Proposal');
      },
      filler: new MailFiller(deps),
      images: new Cache<ServedImage>({ budget: deps.cacheBudget }),
      plainTexts: new Cache<StoredJson<string>>({ budget: deps.cacheBudget }),
      async close() {
        await Promise.all([...Object.values(pools), thumbnails].map((each) => each.close()));
        await cache.flush();
      },
    };
  },
  background: sweepThumbnails,
  routes: renderingRoutes,
  endpoints: (deps) => [{ path: `${IMAGE_PATH}/*`, isForAnybody: true, handle: createImageEndpoint(deps) }],
  tools: renderingTools,
  resources: [PREVIEW_APP],
  resourceTemplates: [
    {
      uriTemplate: 'template://{id}/preview',
      name: 'template-preview',
      title: 'Preview of a template',
      description: 'The HTML of a template as it is sent.',
      mimeType: 'text/html',
      tool: 'export-template',
      arguments: (template_id) => ({ template_id, format: 'html' }),
      field: 'html',
    },
  ],
});

/** Deletes the files of a tenant when it is deleted for good, and sweeps the others. */
function sweepThumbnails({ events, log, services }: Deps): () => Promise<void> {
  const sweep = () => services.rendering.thumbnails.files.sweep();
  events.subscribe((event) => {
    if (event.type !== 'tenant.purged') return;
    void sweep().catch((error) =>
      log.warn({ err: error }, 'thumbnails of a deleted tenant were not deleted'),
    );
  });
  return scheduleSweeps({ log }, 'thumbnails', sweep);
}

/** `template_id`: absent for the proposal of a new template. */
type ProposalReader = (
  scope: TenantScope,
  place: { template_id: string | undefined; proposal_id: string },
) => Promise<{ title: string | undefined; json: string }>;

/**
 * Three kinds of workers, because each loads only its own code: one that draws starts in half the time of one with the
 * compiler.
 */
const startOf = (name: 'rendering' | 'filling' | 'drawing') =>
  workerProcess(`features/rendering/${name}.worker`);

/** Ten times as long as the largest mail takes. */
const TIME_LIMIT_MS = 20_000;

/** Longer than the limit of one mail, two seconds, because one step may take longer. */
const FILL_TIME_LIMIT_MS = 4_000;

const MAX_QUEUED = 200;

/** Editors export with each save. Workers stay alive between two saves. */
const IDLE_MS = 60_000;

/** The processes that render mails and draw pictures. The first job starts them. */
export interface RenderPools {
  mails: WorkerPool<RenderJob, EncodedTexts>;
  /** Sanitizes mails of clients. A separate pool, so that hostile HTML does not delay exports. */
  sanitizing: WorkerPool<SanitizeJob, SafeMail>;
  /** Compiles MJML of clients. Separate for the same reason. */
  compiling: WorkerPool<CompileJob, CompiledMjml>;
  /** Fills mails whose templates or data may take long. Separate for the same reason. */
  filling: WorkerPool<FillJob, FilledMail>;
  /** Draws images of sent mails. A separate pool, so that readers of mails do not delay exports. */
  images: WorkerPool<ImageJob, DrawnImage>;
}

export function createRenderPools({ log, fairShare }: Pick<Deps, 'log' | 'fairShare'>): RenderPools {
  const shared = {
    share: fairShare,
    maxQueued: MAX_QUEUED,
    timeLimitMs: TIME_LIMIT_MS,
    idleMs: IDLE_MS,
    log,
  };
  return {
    mails: new WorkerPool({ ...shared, start: startOf('rendering'), what: 'Rendering' }),
    sanitizing: new WorkerPool({ ...shared, start: startOf('filling'), what: 'Checking the HTML', size: 1 }),
    compiling: new WorkerPool({
      ...shared,
      start: startOf('rendering'),
      what: 'Compiling the MJML',
      size: 1,
    }),
    filling: new WorkerPool({
      ...shared,
      start: startOf('filling'),
      what: 'Filling in the data',
      size: 1,
      timeLimitMs: FILL_TIME_LIMIT_MS,
    }),
    images: new WorkerPool({ ...shared, start: startOf('drawing'), what: 'Drawing a picture', size: 1 }),
  };
}

declare module '../../platform/deps.ts' {
  interface Services {
    rendering: {
      pools: RenderPools;
      cache: RenderingCache;
      thumbnails: Thumbnails;
      /**
       * Reads the content that an undecided proposal makes. Set by the feature of proposals, which is above this one.
       */
      proposalReader: ProposalReader;
      filler: MailFiller;
      /** Drawn pictures, by their path below `IMAGE_PATH`. */
      images: Cache<ServedImage>;
      /** Plain texts of recent exports, by tenant and hash of the HTML. */
      plainTexts: Cache<StoredJson<string>>;
      close(): Promise<void>;
    };
  }
}
