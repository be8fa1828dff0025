import { DAY_MS } from '../../platform/clock.ts';

interface SelfSignedOptions {
  /** The issuer, which is also the subject. */
  name: string;
  domains: readonly string[];
  now: number;
  lifetimeMs: number;
}

interface KeyPair {
  /** PEM. */
  cert: string;
  key: string;
}

/** Creates a self-signed certificate with a new key, valid since a day before `now`. Both in PEM. */
export async function createSelfSigned(options: SelfSignedOptions): Promise<KeyPair> {
  // The library for certificates relies on it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(crypto);
  const { name, domains, now, lifetimeMs } = options;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const names = domains.map((value) => ({ type: 'dns' as const, value }));
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + lifetimeMs),
    extensions: [new x509.SubjectAlternativeNameExtension(names)],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = key.match(/.{1,64}/g) ?? [];
  return {
    key: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n'),
    cert: certificate.toString('pem'),
  };
}
