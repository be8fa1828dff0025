import { join, resolve } from 'node:path';
import { invalidField } from '../platform/errors.ts';
import type { Listening } from '../platform/network/server-address.ts';
import type { Settings } from './settings.ts';

/** The staging directory of Let's Encrypt. */
const LETS_ENCRYPT_STAGING = 'https://acme-staging-v02.api.letsencrypt.org/directory';

/** A host name: at least two labels of letters, digits and hyphens. */
const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** Characters that would begin another part of an address. */
const NOT_IN_NAMES = /[:/?#@\\*]/;

/** PEM files of certificate and key. */
interface CertificateFiles {
  cert: string;
  key: string;
}

/**
 * The files of the certificate; undefined without TLS. ACME keeps certificate and key in one file, so that both change
 * at once.
 */
export function findCertificateFiles({
  acme,
  data,
  tls_cert,
  tls_key,
}: Settings): CertificateFiles | undefined {
  if (acme.length > 0) {
    const file = join(resolve(data), 'acme', 'certificate.pem');
    return { cert: file, key: file };
  }
  return tls_cert === '' ? undefined : { cert: tls_cert, key: tls_key };
}

/** The ports in the settings. */
export const findListening = (settings: Settings): Listening => ({
  port: settings.port,
  tlsPort: findCertificateFiles(settings) === undefined ? undefined : settings.tls_port,
  isTlsOnly: settings.tls_only,
  isBaseUrlSet: settings.base_url !== '',
});

export const findAcmeDirectory = ({ acme_directory, acme_staging }: Settings): string =>
  acme_staging ? LETS_ENCRYPT_STAGING : acme_directory;

/** A domain as certificates name it. Throws `validation_failed`. */
export function readDomain(entry: string): string {
  const ascii = NOT_IN_NAMES.test(entry) ? '' : (URL.parse(`http://${entry}/`)?.hostname ?? '');
  if (HOST_NAME.test(ascii)) return ascii;
  const reason = entry.startsWith('*.')
    ? 'certificates for all names of a domain need another way of proof; name each one'
    : 'that is no public host name such as mail.example.com';
  throw invalidField('acme', `names "${entry}": ${reason}.`);
}

/** Addresses of this machine, which is called `localhost`: passkeys, cookies and pictures belong to one name. */
const SHOWN_AS_LOCALHOST = new Set(['127.0.0.1', '0.0.0.0', '::']);

/** The address for clients: the setting, or else that of the listening socket, with TLS if there is a certificate. */
export function findBaseUrl(settings: Settings): string {
  const { acme, base_url, host, port, tls_port } = settings;
  if (base_url !== '') return base_url.replace(/(?<!\/)\/+$/, '');
  if (acme.length > 0) return `https://${acme[0]}${tls_port === 443 ? '' : `:${tls_port}`}`;
  const name = host.includes(':') ? `[${host}]` : host;
  const shown = SHOWN_AS_LOCALHOST.has(host) ? 'localhost' : name;
  return findCertificateFiles(settings) === undefined
    ? `http://${shown}:${port}`
    : `https://${shown}:${tls_port}`;
}

/** The address below which mails load media files, without a trailing slash; empty: below the base URL. */
export const findMediaUrl = ({ media_url }: Settings): string => media_url.replace(/(?<!\/)\/+$/, '');

export function chooseLogFormat({ log_format }: Settings): 'json' | 'pretty' {
  if (log_format !== 'auto') return log_format;
  return process.stderr.isTTY === true ? 'pretty' : 'json';
}
