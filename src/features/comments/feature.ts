import { route } from '../../http/route.ts';
import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { addUseFinder, nameOfTemplate } from '../media/index.ts';
import { createComment } from './operations/create-comment.ts';
import { deleteComment } from './operations/delete-comment.ts';
import { listComments } from './operations/list-comments.ts';
import { resolveComment } from './operations/resolve-comment.ts';
import { updateComment } from './operations/update-comment.ts';
import { selectCommentsWithMedia, selectCommentTexts } from './queries.ts';
import { addCommentTrashKind } from './remove.ts';
import type { BlockNames, CachedThreads } from './threads.ts';
import { commentTools } from './tools.ts';

const PATH = '/templates/:template_id/comments';

const commentRoutes = [
  route('GET', PATH, listComments, { answer: 'page' }),
  route('POST', PATH, createComment, { status: 201 }),
  route('PUT', `${PATH}/:comment_id`, updateComment),
  route('DELETE', `${PATH}/:comment_id`, deleteComment, { answer: 'nothing' }),
  route('POST', `${PATH}/:comment_id/resolve`, resolveComment),
];

/** Makes media files in comments count as used. */
function declareCommentUses(deps: Deps): void {
  addUseFinder(deps, async (scope, db, files) => {
    const rows = await selectCommentsWithMedia(scope, db);
    return rows.flatMap(({ id, templateId, templateName, body }) =>
      files.namedIn(body).map((fileId) => ({
        ...{ kind: 'comment' as const, fileId, id, templateId },
        name: nameOfTemplate(templateId, templateName),
      })),
    );
  });
}

export const comments = defineFeature({
  name: 'comments',
  services: (deps) => ({
    threads: new Cache<CachedThreads>({ budget: deps.cacheBudget }),
    blockNames: new Cache<BlockNames>({ budget: deps.cacheBudget }),
  }),
  listeners(deps) {
    declareCommentUses(deps);
    deps.services.templates.search.commentReader = selectCommentTexts;
    addCommentTrashKind(deps);
  },
  routes: commentRoutes,
  tools: commentTools,
});

declare module '../../platform/deps.ts' {
  interface Services {
    comments: {
      /**
       * By state of a template and its comments. Without this cache, a list of 500 threads reaches 4 % of the bare server
       * in the benchmark; the target is 40 %.
       */
      threads: Cache<CachedThreads>;
      /** By template and version. */
      blockNames: Cache<BlockNames>;
    };
  }
}
