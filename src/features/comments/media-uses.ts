import type { Deps } from '../../platform/deps.ts';
import { addUseFinder, nameOfTemplate } from '../media/index.ts';
import { selectCommentsWithMedia } from './queries.ts';

/** Makes files of the library that a comment names count as used. */
export function declareCommentUses(deps: Deps): void {
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
