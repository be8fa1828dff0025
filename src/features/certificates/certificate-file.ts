import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DAY_MS } from '../../platform/clock.ts';
import { syncFolder } from '../../platform/files/sync-folder.ts';
import { createId } from '../../platform/ids.ts';
import { createSelfSigned } from './self-signed.ts';

/** A certificate in a file. */
export interface StoredCertificate {
  /** Lower case. */
  domains: string[];
  /** Milliseconds since the epoch. */
  validFrom: number;
  validTo: number;
  /** Whether this server has signed it itself, to listen until there is a certificate of an authority. */
  isPlaceholder: boolean;
}

/** The issuer's name in certificates that this server signs itself. */
const PLACEHOLDER_ISSUER = 'Galley without a certificate';

const PLACEHOLDER_MS = 365 * DAY_MS;

/** The first certificate in a PEM file; undefined without a readable one. With `key`: only if that file has its private key. */
export function readCertificateFile(cert: string, key?: string): StoredCertificate | undefined {
  try {
    const parsed = new X509Certificate(readFileSync(cert));
    if (key !== undefined && !parsed.checkPrivateKey(createPrivateKey(readFileSync(key)))) return undefined;
    return {
      domains: (parsed.subjectAltName ?? '')
        .split(', ')
        .filter((name) => name.startsWith('DNS:'))
        .map((name) => name.slice('DNS:'.length).toLowerCase()),
      validFrom: Date.parse(parsed.validFrom),
      validTo: Date.parse(parsed.validTo),
      isPlaceholder: parsed.issuer.includes(PLACEHOLDER_ISSUER),
    };
  } catch {
    return undefined;
  }
}

/**
 * Writes a file that only the user of this process can read. After a crash it has either the old or the new content.
 */
export async function writeSecretFile(file: string, content: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${createId()}`;
  try {
    writeFileSync(unfinished, content, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * Writes a self-signed certificate unless the file has a certificate with its key. The server can then listen with TLS
 * before it has a certificate of an authority. Browsers refuse the self-signed one.
 */
export async function ensureCertificate(
  file: string,
  domains: readonly string[],
  now: number,
): Promise<void> {
  if (readCertificateFile(file, file) !== undefined) return;
  const { key, cert } = await createSelfSigned({
    ...{ name: PLACEHOLDER_ISSUER, domains, now, lifetimeMs: PLACEHOLDER_MS },
  });
  await writeSecretFile(file, `${key}\n${cert}\n`);
}
