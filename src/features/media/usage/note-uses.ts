import type { Deps } from '../../../platform/deps.ts';
import { isContentStored } from '../../templates/index.ts';
import { findTokens } from './find-tokens.ts';
import { insertUses, selectFilesByToken } from './queries.ts';

/**
 * Notes with each new content which files of the library it names. A content that is older than a file cannot name it,
 * because nobody guesses an address.
 */
export function noteUses(deps: Deps): void {
  deps.events.accompany(async (event, scope, db) => {
    if (!isContentStored(event) || scope.kind !== 'tenant') return;
    const { contentId, json } = event.payload;
    const tokens = findTokens(json);
    if (tokens.length === 0) return;
    await insertUses(db, contentId, await selectFilesByToken(scope, db, tokens));
  });
}
