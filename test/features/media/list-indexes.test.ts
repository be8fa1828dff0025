import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, spyOn } from 'bun:test';
import { sql } from 'drizzle-orm';
// Plans as the embedded engine tells them.
import { sqliteTest as test } from '../../support/engine.ts';
import { type Library, openLibrary } from './library.ts';

const prepared = spyOn(Database.prototype, 'prepare');

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(async () => {
  await library.app.stop();
  prepared.mockRestore();
});

const QUERIES: [query: string, index: string][] = [
  ['', 'media_files_id'],
  ['sort=name_asc', 'media_files_name'],
  ['folder_id=FOLDER', 'media_files_folder_id'],
  ['folder_id=FOLDER&category=images', 'media_files_folder_id'],
  ['folder_id=FOLDER&sort=name_asc', 'media_files_folder_name'],
  ['category=images', 'media_files_category_id'],
  ['missing_alt=true', 'media_files_id'],
  ['missing_alt=true&folder_id=FOLDER&sort=name_asc', 'media_files_folder_name'],
  ['category=images&sort=name_asc', 'media_files_category_name'],
];

test('each list of files walks the index of its folder or category in order', async () => {
  const folder = await library.createFolder('Spring');
  for (const [query, index] of QUERIES) {
    const before = prepared.mock.calls.length;
    const path = `/media/browse?${query.replace('FOLDER', folder)}`;
    const answer = await library.tenant.request('GET', path);
    expect([query, answer.status]).toEqual([query, 200]);
    const statements = prepared.mock.calls.slice(before).map(([statement]) => String(statement));
    const list = statements.find((each) => /from "media_files".* order by .* limit/.test(each));
    expect([query, list]).toEqual([query, expect.any(String)]);
    const plan = await library.app.deps.db.reader.all<{ detail: string }>(
      sql.raw(`EXPLAIN QUERY PLAN ${list}`),
    );
    const details = plan.map(({ detail }) => detail).join('\n');
    expect([query, details]).toEqual([query, expect.stringContaining(`INDEX ${index} `)]);
    expect([query, details]).not.toEqual([query, expect.stringContaining('TEMP B-TREE')]);
  }
});
