import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DAY_MS } from '../../platform/clock.ts';
import { createId } from '../../platform/ids.ts';
import { syncFolder } from '../../platform/sync-folder.ts';

/** A certificate in a file. */
export interface StoredCertificate {
  /** Lower case. */
  domains: string[];
  /** Milliseconds since the epoch. */
  validFrom: number;
  validTo: number;
  /** Whether it was made here, to listen with until there is one of an authority. */
  isPlaceholder: boolean;
}

/** The name in the certificates that are made here. */
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

/** Writes a file that only this user may read. It has its old or its new content, whatever happens meanwhile. */
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
 * Writes a certificate that signs itself, unless the file has a certificate with its key. So the server can listen with TLS
 * before it has the first certificate of an authority; browsers refuse this one.
 */
export async function ensureCertificate(
  file: string,
  domains: readonly string[],
  now: number,
): Promise<void> {
  if (readCertificateFile(file, file) !== undefined) return;
  // The library for certificates relies on it.
  await import('reflect-metadata');
  const { cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } = await import(
    '@peculiar/x509'
  );
  cryptoProvider.set(crypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${PLACEHOLDER_ISSUER}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + PLACEHOLDER_MS),
    extensions: [
      new SubjectAlternativeNameExtension(domains.map((value) => ({ type: 'dns' as const, value }))),
    ],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = key.match(/.{1,64}/g) ?? [];
  const keyPem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');
  await writeSecretFile(file, `${keyPem}\n${certificate.toString('pem')}\n`);
}
