import type { Endpoint } from '../../http/endpoints.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { urlOf } from '../../platform/network/request-url.ts';
import { runPeriodically } from '../../platform/tasks/periodic-task.ts';
import { readCertificateFile } from './certificate-file.ts';
import { type Proof, proveByDns, proveByHttp } from './proof.ts';
import { CertificateRenewal } from './renewal.ts';

/** After the server has begun to listen, because the authority sends requests to it. */
const FIRST_CHECK_MS = 3_000;
const CHECK_MS = 20_000;

interface CertificateSettings {
  acme: readonly string[];
  acme_email: string;
  acme_ca: string;
  acme_challenge: 'http-01' | 'dns-01';
  acme_dns_hook: string;
  acme_eab_kid: string;
  acme_eab_hmac_key: string;
  acmeDirectory: string;
  certificateFiles: { cert: string; key: string } | undefined;
}

/** Gets and renews the certificate of the server if the settings name domains for that, and reports when it expires. */
export const certificates = defineFeature({
  name: 'certificates',
  services: (deps, settings: CertificateSettings) => {
    const files = settings.certificateFiles;
    const texts = new Map<string, string>();
    const proof =
      settings.acme_challenge === 'http-01' ? proveByHttp(texts) : proveByDns(settings.acme_dns_hook);
    return {
      renewal: files && settings.acme.length > 0 ? openRenewal(deps, settings, files.cert, proof) : undefined,
      challengeTexts: texts,
      readExpiry() {
        const stored = files && readCertificateFile(files.cert);
        return stored?.isPlaceholder ? undefined : stored?.validTo;
      },
    };
  },
  prepare: async ({ services }) => services.certificates.renewal?.prepare(),
  background: ({ services, log }) => {
    const { renewal } = services.certificates;
    if (renewal === undefined) return async () => {};
    const ending = new AbortController();
    const options = {
      what: 'renewing the certificate',
      firstAfterMs: FIRST_CHECK_MS,
      intervalMs: CHECK_MS,
      log,
    };
    const stop = runPeriodically(() => renewal.renewIfDue(ending.signal), options);
    return () => {
      ending.abort();
      return stop();
    };
  },
  endpoints: ({ services }) => {
    const { renewal, challengeTexts } = services.certificates;
    return renewal === undefined ? [] : [challengeEndpoint(challengeTexts)];
  },
  metrics: ({ services }) => [
    {
      name: 'certificate_expires_timestamp_seconds',
      help: 'When the certificate for HTTPS expires; 0 without a certificate.',
      type: 'gauge',
      read: () => (services.certificates.readExpiry() ?? 0) / 1000,
    },
    {
      name: 'certificate_renewal_failing',
      help: '1 if the last attempt to get a certificate failed, otherwise 0.',
      type: 'gauge',
      read: () => (services.certificates.renewal?.status().status === 'failing' ? 1 : 0),
    },
  ],
});

function openRenewal(
  { clock, log }: Deps,
  settings: CertificateSettings,
  file: string,
  proof: Proof,
): CertificateRenewal {
  const {
    acme,
    acme_email,
    acme_ca,
    acme_eab_kid: kid,
    acme_eab_hmac_key: hmacKey,
    acmeDirectory,
  } = settings;
  const externalAccount = kid === '' ? undefined : { kid, hmacKey };
  const from = { directory: acmeDirectory, caFile: acme_ca, email: acme_email, externalAccount };
  return new CertificateRenewal({ file, domains: acme, ...from, proof, clock, log });
}

const CHALLENGES = '/.well-known/acme-challenge/';

/** Answers the challenge http-01 (RFC 8555, section 8.3). */
function challengeEndpoint(texts: ReadonlyMap<string, string>): Endpoint {
  return {
    path: `${CHALLENGES}*`,
    isForOwnPages: true,
    handle(request) {
      const token = urlOf(request).pathname.slice(CHALLENGES.length);
      const text = texts.get(token);
      const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' };
      return text === undefined
        ? new Response('There is no such challenge.\n', { status: 404, headers })
        : new Response(text, { headers });
    },
  };
}

declare module '../../platform/deps.ts' {
  interface Services {
    certificates: {
      /** Undefined if the settings name no domains for ACME. */
      renewal: CertificateRenewal | undefined;
      /** Texts that the authority reads for the challenge http-01, by token. */
      challengeTexts: Map<string, string>;
      /** When the certificate for HTTPS expires (ms); undefined without one that clients can trust. */
      readExpiry(): number | undefined;
    };
  }
}
