import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { bech32 } from '@scure/base';
import { hmacSha256Hex } from '../../../platform/security/crypto.ts';

/*
 * Media files of incremental backups are beside the archives, each content once:
 *
 *   galley-<time>.inc.tar.zst                          database, plans.json, and a manifest with names and hashes of media files
 *   galley.media/<installation>/ab/<content>           a media file as it is; its name is its SHA-256
 *   galley.media/<installation>/references/<archive>   the files that an archive needs
 *
 * Encrypted, a file is an age file, and its name an HMAC, so that it does not tell which known file it is. Its key is in the
 * manifest. References are written before anything else of a backup, and removed after its archive: as long as there are
 * some for a file, it is not removed. The name of the folder does not begin like those of archives, whose list stays short.
 */

const MEDIA = 'galley.media';
const REFERENCES = 'references';

/** Where an installation keeps the media files of its incremental backups. */
export interface MediaFolder {
  path: string;
  /** The identity of age that encrypts the files. Empty: they are not encrypted. */
  identity: string;
  nameKey: string;
}

const SCRYPT = { N: 2 ** 16, maxmem: 128 * 1024 * 1024 };

/**
 * The folder of an installation, with its keys. They depend on the passphrase.
 * @param secret of the installation; a restored installation has the same one
 * @param passphrase empty: not encrypted
 */
export async function openMediaFolder(secret: Uint8Array, passphrase: string): Promise<MediaFolder> {
  const path = `${MEDIA}/${hmacSha256Hex(secret, 'folder').slice(0, 16)}`;
  if (passphrase === '') return { path, identity: '', nameKey: '' };
  const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt);
  const keys = await derive(passphrase, secret, 64, SCRYPT);
  return {
    path,
    identity: bech32.encodeFromBytes('age-secret-key-', keys.subarray(0, 32)).toUpperCase(),
    nameKey: keys.subarray(32).toString('hex'),
  };
}

/** The name at the target of the file with this content. */
export function nameMedia({ path, identity, nameKey }: MediaFolder, sha256: string): string {
  const content = identity === '' ? sha256 : hmacSha256Hex(nameKey, sha256);
  return `${path}/${content.slice(0, 2)}/${content}${identity === '' ? '' : '.age'}`;
}

const MEDIA_NAME = /^galley\.media\/[0-9a-f]{16}\/[0-9a-f]{2}\/[0-9a-f]{64}(\.age)?$/;

/** Whether a name is that of a stored media file. Reading a backup accepts no other names. */
export const isMediaName = (name: string): boolean => MEDIA_NAME.test(name);

export const nameReferences = (path: string, archive: string): string => `${path}/${REFERENCES}/${archive}`;

/** The archive whose references the file has; undefined for other files of the folder. */
export function archiveOfReferences(path: string, name: string): string | undefined {
  const folder = `${path}/${REFERENCES}/`;
  return name.startsWith(folder) ? name.slice(folder.length) : undefined;
}
