import { Database } from 'bun:sqlite';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foldName } from '../../src/platform/text/names.ts';

/** Size of a library: `folders` with the same number of files each, and a few files with a rare name. */
export interface LibrarySize {
  files: number;
  folders: number;
}

export const LIBRARY_TENANT = 'library';

/** The id of the first folder of every seeded library. It has as many files as the others. */
export const FIRST_FOLDER = 'folder-0';

/** A word in the names of a few files, however many there are. */
export const RARE_WORD = 'zebra';

const RARE_FILES = 10;

const CONTENT = 'not a photograph';
const HASH = new Bun.CryptoHasher('sha256').update(CONTENT).digest('hex');
const KEY = `shared/${HASH.slice(0, 2)}/${HASH}`;

/**
 * Writes the rows of a library directly into the database of a data directory without a running server. All rows refer
 * to one file, because lists read rows only.
 */
export function seedLibrary(directory: string, projectId: string, { files, folders }: LibrarySize): void {
  const sqlite = new Database(join(directory, 'galley.db'), { strict: true });
  try {
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF']) sqlite.run(`PRAGMA ${pragma}`);
    sqlite.transaction(() => insertLibrary(sqlite, projectId, files, folders))();
    writeFile(directory);
    sqlite.run('PRAGMA journal_mode = WAL');
  } finally {
    sqlite.close();
  }
}

function writeFile(directory: string): void {
  const path = join(directory, 'media', 'files', KEY);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, CONTENT);
}

function insertLibrary(sqlite: Database, projectId: string, files: number, folders: number): void {
  const now = Date.now();
  const tenant = sqlite
    .query<{ id: number }, [string, string, number]>(
      'INSERT INTO tenants (project_id, slug, template_count, created_at) VALUES (?, ?, 0, ?) RETURNING id',
    )
    .get(projectId, LIBRARY_TENANT, now);
  if (tenant === null) throw new Error('the tenant was not inserted');
  const insertFolder = sqlite.query(
    'INSERT INTO media_folders (id, tenant_id, name, name_folded, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  for (let index = 0; index < folders; index += 1) {
    insertFolder.run(`folder-${index}`, tenant.id, `folder ${index}`, `folder ${index}`, now);
  }
  const insert = prepareFile(sqlite, tenant.id, now);
  const rareEvery = Math.floor(files / RARE_FILES);
  for (let index = 0; index < files; index += 1) {
    const word = index % rareEvery === 0 ? RARE_WORD : 'photo';
    insert(index, `${word} ${(index * 7919) % files}.jpg`, `folder-${index % folders}`);
  }
}

/** One file with the rows it has after an upload. */
function prepareFile(sqlite: Database, tenantId: number, now: number) {
  const insertBlob = sqlite.query(
    `INSERT INTO media_blobs (id, tenant_id, upload_hash, mime, extension, bytes, width, height, is_animated,
       placeholder, color, conversions, created_at)
     VALUES (?, ?, ?, 'image/jpeg', 'jpg', ?, 4000, 3000, 0, ?, '#336699', 'done', ?)`,
  );
  const insertObject = sqlite.query(
    `INSERT INTO media_objects (blob_id, name, key, mime, extension, bytes, width, height)
     VALUES (?, ?, ?, 'image/jpeg', 'jpg', ?, 320, 240)`,
  );
  const insertFile = sqlite.query(
    `INSERT INTO media_files (id, tenant_id, folder_id, blob_id, token, filename, filename_folded, alt_text,
       alt_folded, category, size, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'A photograph', 'A PHOTOGRAPH', 'images', ?, ?, ?)`,
  );
  const insertVersion = sqlite.query(
    'INSERT INTO media_versions (token, tenant_id, file_id, blob_id, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const placeholder = `data:image/jpeg;base64,${'A'.repeat(600)}`;
  return (index: number, filename: string, folder: string): void => {
    const hash = new Bun.CryptoHasher('sha256').update(String(index)).digest();
    const token = hash.toString('base64url').slice(0, 22);
    const id = Bun.randomUUIDv7();
    const blobId = index + 1;
    const size = 100_000 + ((index * 104_729) % 5_000_000);
    insertBlob.run(blobId, tenantId, hash, size, placeholder, now);
    for (const name of ['original', 'small', 'medium', 'large']) {
      insertObject.run(blobId, name, KEY, size);
    }
    insertFile.run(id, tenantId, folder, blobId, token, filename, foldName(filename), size, now, now);
    insertVersion.run(token, tenantId, id, blobId, now);
  };
}
