import { Type } from '@sinclair/typebox';
import { secretSetting, setting, text } from './setting.ts';

/** The default directory for certificates. */
const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';

export const tlsSettings = {
  tls_cert: setting(
    'GALLEY_TLS_CERT',
    text(
      'PEM file with the certificate and its chain (`--tls-cert`). With it Galley serves HTTPS beside plain HTTP.',
    ),
  ),
  tls_key: setting(
    'GALLEY_TLS_KEY',
    text(
      'PEM file with the private key of the certificate (`--tls-key`). Galley reloads both files when they change.',
    ),
  ),
  tls_port: setting(
    'GALLEY_TLS_PORT',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 4443,
      description: 'Port for HTTPS (`--tls-port`); 0: a free one.',
    }),
  ),
  tls_only: setting(
    'GALLEY_TLS_ONLY',
    Type.Boolean({
      default: false,
      description:
        'Plain HTTP only redirects to HTTPS and answers health checks (`--tls-only`); requests with credentials are refused there. Browsers are told to use only HTTPS (HSTS).',
    }),
  ),
  acme: setting(
    'GALLEY_ACME_DOMAINS',
    Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      maxItems: 100,
      description:
        "Host names, separated by commas, for which Galley gets a certificate by ACME and renews it (`--acme`), instead of `GALLEY_TLS_CERT`. Port 80 of these names must reach Galley's plain port, unless `GALLEY_ACME_CHALLENGE` is `dns-01`.",
    }),
  ),
  acme_challenge: setting(
    'GALLEY_ACME_CHALLENGE',
    Type.Union([Type.Literal('http-01'), Type.Literal('dns-01')], {
      default: 'http-01',
      'x-expected': 'http-01 or dns-01',
      description:
        'How the certificate authority sees that the names belong to this server (`--acme-challenge`): by a request to port 80 (`http-01`), or by a record that `GALLEY_ACME_DNS_HOOK` sets (`dns-01`).',
    }),
  ),
  acme_dns_hook: setting(
    'GALLEY_ACME_DNS_HOOK',
    text(
      'Executable that sets and removes the TXT record for `dns-01`. It is called as `<hook> present|cleanup _acme-challenge.<name>. <value>`, as hooks of lego are.',
    ),
  ),
  acme_email: setting(
    'GALLEY_ACME_EMAIL',
    text('Address that the certificate authority may write to, for example when it revokes a certificate.'),
  ),
  acme_directory: setting(
    'GALLEY_ACME_DIRECTORY',
    Type.String({
      default: LETS_ENCRYPT,
      pattern: '^https://[^\\s?#]+$',
      'x-expected': `an address such as ${LETS_ENCRYPT}`,
      description:
        'Address of the ACME directory. By using it you agree to the terms of its certificate authority.',
    }),
  ),
  acme_staging: setting(
    'GALLEY_ACME_STAGING',
    Type.Boolean({
      default: false,
      description:
        "Use the staging directory of Let's Encrypt, to try the setup without its rate limits (`--acme-staging`). Browsers do not trust its certificates.",
    }),
  ),
  acme_ca: setting(
    'GALLEY_ACME_CA',
    text('PEM file with certificates to trust for the directory, if it is a private one.'),
  ),
  acme_eab_kid: setting(
    'GALLEY_ACME_EAB_KID',
    text(
      'Key ID that a certificate authority with accounts of its own, such as ZeroSSL or Google, gives for external account binding (`--acme-eab-kid`).',
    ),
  ),
  acme_eab_hmac_key: secretSetting(
    'GALLEY_ACME_EAB_HMAC_KEY',
    Type.String({
      default: '',
      pattern: '^[A-Za-z0-9_+/-]*=*$',
      'x-expected': 'the HMAC key of the authority, in base64url',
      description: 'The HMAC key that belongs to the key ID, in base64url.',
    }),
  ),
};
