import { Cache } from '../../platform/cache.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { StoredJson } from '../../platform/stored-json.ts';
import { MAX_PLAIN_TEXT_BYTES, RenderingCache } from './cache.ts';
import { IMAGE_PATH } from './pictures.ts';
import { createRenderPools, type RenderPools } from './pools.ts';
import type { EncodedRendering } from './rendering.ts';
import { renderingRoutes } from './routes.ts';
import { createImageEndpoint } from './serve-images.ts';
import { renderingTools } from './tools.ts';

export const rendering = defineFeature({
  name: 'rendering',
  services(deps) {
    const pools = createRenderPools(deps.log);
    const cache = new RenderingCache(deps);
    return {
      pools,
      cache,
      underWay: new Map<string, Promise<EncodedRendering>>(),
      plainTexts: new Cache<StoredJson<string>>({ maxBytes: MAX_PLAIN_TEXT_BYTES }),
      async close() {
        await Promise.all(Object.values(pools).map((pool) => pool.close()));
        await cache.flush();
      },
    };
  },
  routes: renderingRoutes,
  endpoints: (deps) => [{ path: `${IMAGE_PATH}/*`, isForAnybody: true, handle: createImageEndpoint(deps) }],
  tools: renderingTools,
});

declare module '../../platform/deps.ts' {
  interface Services {
    rendering: {
      pools: RenderPools;
      cache: RenderingCache;
      /** By key: requests for the same rendering share one. */
      underWay: Map<string, Promise<EncodedRendering>>;
      /** Plain texts of mails that were exported lately, by tenant and hash of the HTML. */
      plainTexts: Cache<StoredJson<string>>;
      close(): Promise<void>;
    };
  }
}
