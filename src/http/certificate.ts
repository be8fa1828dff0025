import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { DomainError } from '../platform/errors.ts';
import { readSettingFile } from '../platform/files/setting-file.ts';

/** The files of a certificate with its chain and of its private key, both PEM. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

/** A certificate with its key, for a listener. */
export interface Certificate {
  cert: string;
  key: string;
  /** Fingerprint of the files, taken before they were read. */
  fingerprint: string;
  /** Milliseconds since the epoch. */
  validFrom: number;
  validTo: number;
  /** Whether it is for this host name or address. */
  isFor(host: string): boolean;
}

/** Reads a certificate and its key. Throws `validation_failed` with a sentence that names the flag and the file. */
export function readCertificate(files: CertificateFiles): Certificate {
  const fingerprint = fingerprintFiles(files);
  const cert = readSettingFile('--tls-cert', files.cert);
  const key = readSettingFile('--tls-key', files.key);
  const parsed = parseCertificate(files.cert, cert);
  if (!parsed.checkPrivateKey(parseKey(files.key, key))) {
    throw invalid('--tls-key', `${files.key} is not the key of the certificate in ${files.cert}.`);
  }
  return {
    cert,
    key,
    fingerprint,
    validFrom: Date.parse(parsed.validFrom),
    validTo: Date.parse(parsed.validTo),
    isFor: (host) => (isIP(host) === 0 ? parsed.checkHost(host) : parsed.checkIP(host)) !== undefined,
  };
}

/** A text that changes when one of the files is replaced in any way. Symbolic links are followed. */
export function fingerprintFiles({ cert, key }: CertificateFiles): string {
  const facts = [cert, key].map((file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat === undefined ? 'none' : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
  });
  return facts.join(' ');
}

function parseCertificate(file: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw invalid('--tls-cert', `${file} holds no certificate in PEM form.`);
  }
}

function parseKey(file: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    const reason = pem.includes('ENCRYPTED') ? 'is encrypted; Galley has no passphrase for it' : undefined;
    throw invalid('--tls-key', `${file} ${reason ?? 'holds no private key in PEM form'}.`);
  }
}

const invalid = (flag: string, message: string) =>
  new DomainError('validation_failed', `${flag}: ${message}`);
