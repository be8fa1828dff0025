import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/ports/database.ts';
import { randomBytes, sha256Hex } from '../../platform/security/crypto.ts';

/** Name of the secret of an installation whose hash tells installations on one Redis apart. */
export const REDIS_SECRET = 'redis';

/** The beginning of all keys and channels of an installation. */
export const prefixOf = (secret: Uint8Array): string => `galley:${sha256Hex(secret).slice(0, 16)}:`;

/** Other servers of the installation notice it within a second. */
export async function replaceSecret(db: Pick<Database, 'transaction'>): Promise<Uint8Array> {
  const secret = Buffer.from(randomBytes(32));
  await db.transaction((connection) =>
    connection.run(sql`UPDATE instance_secrets SET value = ${secret} WHERE name = ${REDIS_SECRET}`),
  );
  return secret;
}
