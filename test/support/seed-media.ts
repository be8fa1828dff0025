import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../src/platform/deps.ts';

/** A file to put into a library without an upload. */
export interface SeededMedia {
  tenantId: number;
  filename: string;
  mime: string;
  extension: string;
  content: Uint8Array;
  /** 22 characters of base64url. */
  token: string;
}

/** Writes the rows of a file of a library, and the file itself unless its bytes are to be missing. */
export async function seedMedia(
  { db, dataDir }: Pick<Deps, 'db' | 'dataDir'>,
  media: SeededMedia,
  { writesFile = true } = {},
): Promise<void> {
  const { tenantId, filename, mime, extension, content, token } = media;
  const hash = new Bun.CryptoHasher('sha256').update(content).digest();
  const hex = hash.toString('hex');
  const key = `t${tenantId}/${hex.slice(0, 2)}/${hex}`;
  const now = Date.now();
  const id = Bun.randomUUIDv7();
  const bytes = content.byteLength;
  const category = mime.startsWith('image/') ? 'images' : 'documents';
  await db.transaction(async (connection) => {
    const [blob] = await connection.all<{ id: number }>(sql`
      INSERT INTO media_blobs (tenant_id, upload_hash, mime, extension, bytes, is_animated, conversions, created_at)
      VALUES (${tenantId}, ${hash}, ${mime}, ${extension}, ${bytes}, 0, 'none', ${now}) RETURNING id`);
    if (blob === undefined) throw new Error('the blob was not inserted');
    await connection.run(sql`
      INSERT INTO media_objects (blob_id, name, key, mime, extension, bytes)
      VALUES (${blob.id}, 'original', ${key}, ${mime}, ${extension}, ${bytes})`);
    await connection.run(sql`
      INSERT INTO media_files (id, tenant_id, blob_id, token, filename, filename_folded, alt_text, alt_folded,
        category, size, created_at, updated_at)
      VALUES (${id}, ${tenantId}, ${blob.id}, ${token}, ${filename}, ${filename}, '', '',
        ${category}, ${bytes}, ${now}, ${now})`);
    await connection.run(sql`
      INSERT INTO media_versions (token, tenant_id, file_id, blob_id, created_at)
      VALUES (${token}, ${tenantId}, ${id}, ${blob.id}, ${now})`);
  });
  if (!writesFile) return;
  const path = join(dataDir, 'media', 'files', key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
