import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { resetEntries } from '../search/index-queries.ts';

/** Entries per transaction. */
const BATCH = 5_000;

export const rebuildSearchIndex = defineOperation({
  name: 'rebuildSearchIndex',
  summary: 'Build the search index of all templates and comments again, in the background',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({}),
  output: Type.Object({
    entries: Type.Integer({ description: 'Templates and comments that will be indexed.' }),
  }),
  async run({ deps, scope }) {
    let entries = 0;
    for (let after = 0; ; ) {
      const { last, count } = await deps.db.transaction((db) => resetEntries(db, after, BATCH));
      entries += count;
      if (last === undefined) break;
      after = last;
    }
    await deps.db.transaction((db) =>
      deps.events.emitInTransaction(
        adminAction({ action: 'search.rebuilt', subject: `${entries} entries` }),
        scope,
        db,
      ),
    );
    deps.services.templates.search.recordChange();
    return { entries };
  },
});
