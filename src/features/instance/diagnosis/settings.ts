import type { Deps } from '../../../platform/deps.ts';
import { type CheckResult, resultsOf } from './result.ts';

/** The settings that are compared with each other. */
export interface ComparedSettings {
  trusted_proxies: readonly string[];
  demo: string;
  acme: readonly string[];
  acme_staging: boolean;
  backup_schedule: string;
  backup_passphrase: string;
  backup_keep: number;
  backup_keep_days: number;
}

const settings = resultsOf('settings');

/** Finds settings that are valid by themselves but contradict each other, or are a risk on a public server. */
export function compareSettings(found: ComparedSettings, baseUrl: string): CheckResult[] {
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const results = [
    found.trusted_proxies.some((range) => range.endsWith('/0')) &&
      settings.fault(
        'GALLEY_TRUSTED_PROXIES trusts all addresses, so each client chooses the address that limits count. Name only your proxies.',
      ),
    found.demo === 'public' &&
      settings.warning('The demo is public: everyone who reaches the server can use it. Leave out --demo.'),
    isLocal &&
      settings.warning(
        `The base URL is ${baseUrl}: pictures in mails load on this machine only. Set GALLEY_BASE_URL to the public address.`,
      ),
    !isLocal &&
      protocol === 'http:' &&
      settings.warning(
        `The base URL ${baseUrl} is not encrypted: tokens and passwords can be read on the way. Use a proxy with TLS, --tls-cert or --acme.`,
      ),
    found.acme.length > 0 &&
      found.acme_staging &&
      settings.warning(
        'Certificates come from a staging directory, which browsers do not trust. Leave out --acme-staging once the setup works.',
      ),
    found.backup_schedule !== '' &&
      found.backup_keep === 0 &&
      found.backup_keep_days === 0 &&
      settings.warning(
        'All scheduled backups are kept, so their target fills up. Set GALLEY_BACKUP_KEEP or GALLEY_BACKUP_KEEP_DAYS.',
      ),
    found.backup_passphrase !== '' &&
      found.backup_schedule === '' &&
      settings.warning(
        'GALLEY_BACKUP_PASSPHRASE is set, but no backups are scheduled. Set GALLEY_BACKUP_SCHEDULE.',
      ),
  ].filter((result) => result !== false);
  return results.length === 0 ? [settings.ok('No settings contradict each other.')] : results;
}

export const checkSettings = ({ baseUrl, services }: Deps): CheckResult[] =>
  compareSettings(services.instance.settings, baseUrl);
