import type { Plan } from '../platform/limits/plan.ts';
import type { Fingerprint } from '../platform/ports/nodes.ts';
import { hmacSha256Hex } from '../platform/security/crypto.ts';
import { VERSION } from '../platform/version.ts';
import { describeSettings } from './describe.ts';
import type { Settings } from './settings.ts';

/** Settings that each server may have of its own: its addresses, certificates, log, memory and way to what all share. */
const OWN: ReadonlySet<string> = new Set<keyof Settings>([
  ...(['data', 'host', 'port', 'standby', 'allow_ephemeral'] as const),
  ...(['database_url', 'database_direct_url', 'database_pool', 'redis_url'] as const),
  ...(['s3_endpoint', 's3_region', 's3_access_key_id', 's3_secret_access_key', 's3_session_token'] as const),
  ...(['s3_credentials_file', 's3_credentials_url', 's3_credentials_token_file'] as const),
  ...([
    'tls_cert',
    'tls_key',
    'tls_port',
    'tls_only',
    'acme',
    'acme_challenge',
    'acme_dns_hook',
    'acme_email',
  ] as const),
  ...(['acme_directory', 'acme_staging', 'acme_ca', 'acme_eab_kid', 'acme_eab_hmac_key'] as const),
  ...(['log_level', 'log_format', 'log_requests', 'metrics_token'] as const),
  ...(['otel_endpoint', 'otel_traces_endpoint', 'otel_headers', 'otel_service_name'] as const),
  ...(['otel_resource_attributes', 'otel_sampler', 'otel_sampler_ratio', 'otel_disabled'] as const),
  ...([
    'cache_mb',
    'answers_mb',
    'realtime_sockets',
    'chromium',
    'demo_editor',
    'release_url',
    'release_keys',
  ] as const),
  // Its contents are compared.
  'plans_file',
]);

/** Hexadecimal digits of a hash. Two of a secret show nearly every difference, and are too few to guess it from. */
const DIGITS = { setting: 8, secret: 2 };

/** The settings that all servers must share, if they are not the defaults, and the plans. `key`: of the installation. */
export function fingerprintSettings(
  settings: Settings,
  plans: ReadonlyMap<string, Plan>,
  key: Uint8Array,
): Fingerprint {
  const hash = (variable: string, value: unknown, digits: number) =>
    hmacSha256Hex(key, `setting ${variable} ${JSON.stringify(value)}`).slice(0, digits);
  const shared = describeSettings(settings).filter(({ name, isChanged }) => isChanged && !OWN.has(name));
  return {
    version: VERSION,
    hashes: {
      'plans.json': hash('plans.json', [...plans.values()], DIGITS.setting),
      ...Object.fromEntries(
        shared.map(({ name, variable, isSecret }) => [
          variable,
          hash(variable, settings[name as keyof Settings], isSecret ? DIGITS.secret : DIGITS.setting),
        ]),
      ),
    },
  };
}
