import type { Database } from 'bun:sqlite';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file as it is to stand in a library, without its way there. */
export interface SeededMedia {
  tenantId: number;
  filename: string;
  mime: string;
  extension: string;
  content: Uint8Array;
  /** 22 characters of base64url. */
  token: string;
}

/**
 * Writes the rows of a file of a library, and the file itself unless its bytes are to be missing. `sqlite` is a
 * connection to the database of the data directory `directory`. Returns the file's id.
 */
export function seedMedia(
  sqlite: Database,
  directory: string,
  media: SeededMedia,
  { writesFile = true } = {},
): string {
  const { tenantId, filename, mime, extension, content, token } = media;
  const hash = new Bun.CryptoHasher('sha256').update(content).digest();
  const hex = hash.toString('hex');
  const key = `t${tenantId}/${hex.slice(0, 2)}/${hex}`;
  const now = Date.now();
  const blob = sqlite
    .query<{ id: number }, [number, Uint8Array, string, string, number, number]>(
      `INSERT INTO media_blobs (tenant_id, upload_hash, mime, extension, bytes, is_animated, conversions, created_at)
       VALUES (?, ?, ?, ?, ?, 0, 'none', ?) RETURNING id`,
    )
    .get(tenantId, hash, mime, extension, content.byteLength, now);
  if (blob === null) throw new Error('the blob was not inserted');
  const id = Bun.randomUUIDv7();
  const category = mime.startsWith('image/') ? 'images' : 'documents';
  sqlite
    .query(
      `INSERT INTO media_objects (blob_id, name, key, mime, extension, bytes) VALUES (?, 'original', ?, ?, ?, ?)`,
    )
    .run(blob.id, key, mime, extension, content.byteLength);
  sqlite
    .query(
      `INSERT INTO media_files (id, tenant_id, blob_id, token, filename, filename_folded, alt_text, alt_folded,
         category, size, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, '', '', ?, ?, ?, ?)`,
    )
    .run(id, tenantId, blob.id, token, filename, filename, category, content.byteLength, now, now);
  sqlite
    .query(
      'INSERT INTO media_versions (token, tenant_id, file_id, blob_id, created_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(token, tenantId, id, blob.id, now);
  if (writesFile) {
    const path = join(directory, 'media', 'files', key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return id;
}
