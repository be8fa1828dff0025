import { Cache } from '../../platform/cache.ts';
import { defineFeature } from '../../platform/feature.ts';
import { type BlockNames, MAX_BLOCK_NAME_BYTES } from './block-names.ts';
import { declareCommentUses } from './media-uses.ts';
import { commentRoutes } from './routes.ts';
import { type CachedThreads, MAX_THREAD_BYTES } from './threads.ts';
import { commentTools } from './tools.ts';

export const comments = defineFeature({
  name: 'comments',
  services: () => ({
    threads: new Cache<CachedThreads>({ maxBytes: MAX_THREAD_BYTES }),
    blockNames: new Cache<BlockNames>({ maxBytes: MAX_BLOCK_NAME_BYTES }),
  }),
  listeners: declareCommentUses,
  routes: commentRoutes,
  tools: commentTools,
});

declare module '../../platform/deps.ts' {
  interface Services {
    comments: {
      /** By state of a template and its comments. */
      threads: Cache<CachedThreads>;
      /** By template and version. */
      blockNames: Cache<BlockNames>;
    };
  }
}
