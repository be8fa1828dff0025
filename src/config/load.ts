import type { TSchema } from '@sinclair/typebox';
import { DomainError, invalidField } from '../platform/errors.ts';
import { readSettingFile } from '../platform/files/setting-file.ts';
import { parseInputOnce } from '../platform/json/input.ts';
import { findAddressFault } from '../platform/network/connection-address.ts';
import { normalizeOrigin } from '../platform/security/origins.ts';
import { requireUsableProvider } from './ai-settings.ts';
import { readDomain } from './derived.ts';
import { FIRST_RUN_VARIABLES, type FirstRunCredentials, Settings } from './settings.ts';
import { readTracing } from './tracing-settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process: the only place that reads it. */
export const processEnvironment: Environment = process.env;

/**
 * The settings: flags first, then environment variables, then defaults.
 * Throws `validation_failed` naming the flag or variable that is wrong.
 */
export function loadSettings(flags: Readonly<Record<string, unknown>>, env: Environment): Settings {
  const settings = parseSettings(flags, env);
  requireUsableProvider(settings);
  readTracing(settings);
  return settings;
}

function parseSettings(flags: Readonly<Record<string, unknown>>, env: Environment): Settings {
  const input: Record<string, unknown> = {};
  const source = findSources(flags, env);
  for (const [name, schema] of Object.entries<TSchema>(Settings.properties)) {
    const flag = flags[name];
    const variable = readVariable(schema, env);
    if (flag !== undefined) {
      input[name] = typeof flag === 'string' ? parseText(schema, flag) : flag;
    } else if (variable !== undefined && variable !== '') {
      input[name] = parseText(schema, variable);
    }
  }
  try {
    const settings = parseInputOnce(Settings, input);
    requireTlsPair(settings);
    requireEabPair(settings);
    requireDnsHook(settings);
    requireDemo(settings);
    requireSharedDatabase(settings);
    requireAddresses(settings);
    const acme = [...new Set(settings.acme.map(readDomain))];
    return { ...settings, acme, cors_origins: settings.cors_origins.map(readOrigin) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.details.errors === undefined) throw error;
    const [name = '', messages] = Object.entries(error.details.errors)[0] ?? [];
    const field = name.split('.')[0] as string;
    throw new DomainError(
      'validation_failed',
      `${source[field] ?? field} ${messages?.[0] ?? 'is not valid'}`,
    );
  }
}

/** The flag or variable that gives each setting its value, by the name of the setting. Those with their default are left out. */
export function findSources(
  flags: Readonly<Record<string, unknown>>,
  env: Environment,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, schema] of Object.entries<TSchema>(Settings.properties)) {
    const own = schema.env as string;
    const variables = [own, ...(schema.mayBeFile === true ? [fileVariableOf(own)] : []), schema.fallbackEnv];
    const source =
      flags[name] === undefined
        ? variables.find((variable) => (env[variable] ?? '') !== '')
        : `--${name.replaceAll('_', '-')}`;
    if (source !== undefined) found[name] = source;
  }
  return found;
}

/** Reads a variable, or the file that it names for a secret: process lists and crash reports show the environment. */
function readVariable(schema: TSchema, env: Environment): string | undefined {
  const name = schema.env as string;
  const own = schema.mayBeFile === true ? readVariableOrFile(env, name) : env[name];
  return own === undefined || own === '' ? env[schema.fallbackEnv] : own;
}

/** Reads an origin in the form in which browsers send it. */
function readOrigin(entry: string): string {
  if (entry === '*') return entry;
  try {
    return normalizeOrigin(entry);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalidField('cors_origins', `names "${entry}": each entry ${error.details.errors?.origin?.[0]}`);
  }
}

function requireAddresses(settings: Settings): void {
  // The pattern accepts ports that are too large and missing brackets.
  if (settings.base_url !== '' && !URL.canParse(settings.base_url)) {
    throw invalidField('base_url', 'is not a valid address. Write one such as https://mail.example.com.');
  }
  for (const name of ['database_url', 'database_direct_url', 'redis_url'] as const) {
    const fault = settings[name] === '' ? undefined : findAddressFault(settings[name]);
    if (fault !== undefined) throw invalidField(name, fault);
  }
  if (settings.database_direct_url !== '' && settings.database_url === '')
    throw invalidField('database_direct_url', 'needs GALLEY_DATABASE_URL, the address of the pooler.');
  if (settings.editor_url !== '' && !/^https?:$/.test(URL.parse(settings.editor_url)?.protocol ?? '')) {
    throw invalidField(
      'editor_url',
      'is not a web address. Write one such as https://app.example.com/mails?mail={template}.',
    );
  }
}

function requireTlsPair({ acme, tls_cert, tls_key, tls_only, base_url }: Settings): void {
  const hasAcme = acme.length > 0;
  if (hasAcme && (tls_cert !== '' || tls_key !== '')) {
    const message = 'GALLEY_ACME_DOMAINS and GALLEY_TLS_CERT are both set. Remove one of them.';
    throw new DomainError('validation_failed', message);
  }
  if (tls_only && !hasAcme && tls_cert === '' && tls_key === '') {
    const message =
      'GALLEY_TLS_ONLY needs a certificate: set GALLEY_TLS_CERT and GALLEY_TLS_KEY, or GALLEY_ACME_DOMAINS.';
    throw new DomainError('validation_failed', message);
  }
  if (tls_only && base_url.startsWith('http:')) {
    const message = `GALLEY_TLS_ONLY needs an address with https in GALLEY_BASE_URL, not ${base_url}.`;
    throw new DomainError('validation_failed', message);
  }
  if ((tls_cert === '') === (tls_key === '')) return;
  const [given, missing] = tls_cert === '' ? ['key', 'cert'] : ['cert', 'key'];
  throw new DomainError('validation_failed', `--tls-${given} needs --tls-${missing} too.`);
}

function requireSharedDatabase({ redis_url, database_url, standby }: Settings): void {
  if (standby && (database_url === '' || redis_url !== ''))
    throw new DomainError(
      'validation_failed',
      'GALLEY_STANDBY needs GALLEY_DATABASE_URL, and no GALLEY_REDIS_URL: servers that share Redis all answer requests, and need no standby.',
    );
  if (redis_url === '' || database_url !== '') return;
  throw new DomainError(
    'validation_failed',
    'GALLEY_REDIS_URL needs GALLEY_DATABASE_URL too: only servers on one database of PostgreSQL share something. Remove it, or set both.',
  );
}

function requireDnsHook({ acme_challenge: challenge, acme_dns_hook: hook }: Settings): void {
  if ((challenge === 'dns-01') === (hook !== '')) return;
  const message =
    hook === ''
      ? 'GALLEY_ACME_CHALLENGE needs GALLEY_ACME_DNS_HOOK too.'
      : 'GALLEY_ACME_DNS_HOOK needs GALLEY_ACME_CHALLENGE=dns-01 too.';
  throw new DomainError('validation_failed', message);
}

function requireEabPair({ acme_eab_kid: kid, acme_eab_hmac_key: key }: Settings): void {
  if ((kid === '') === (key === '')) return;
  const [given, missing] = kid === '' ? ['HMAC_KEY', 'KID'] : ['KID', 'HMAC_KEY'];
  throw new DomainError(
    'validation_failed',
    `GALLEY_ACME_EAB_${given} needs GALLEY_ACME_EAB_${missing} too.`,
  );
}

function requireDemo({ demo, demo_editor }: Settings): void {
  if (demo_editor !== '' && demo === 'off')
    throw new DomainError('validation_failed', '--demo-editor needs --demo too.');
}

/** The credentials in the environment for the first run. Throws if a named file cannot be read. */
export function loadFirstRunCredentials(env: Environment): FirstRunCredentials {
  const credentials: FirstRunCredentials = {};
  for (const [name, { env: variable }] of Object.entries(FIRST_RUN_VARIABLES)) {
    const value = readVariableOrFile(env, variable);
    if (value !== undefined) credentials[name as keyof FirstRunCredentials] = value;
  }
  return credentials;
}

/** The name of the variable for a file with the value. */
export const fileVariableOf = (variable: string): string => `${variable}_FILE`;

function readVariableOrFile(env: Environment, variable: string): string | undefined {
  const fileVariable = fileVariableOf(variable);
  const file = env[fileVariable];
  const value = env[variable] === '' ? undefined : env[variable];
  if (file === undefined || file === '') return value;
  if (value !== undefined) {
    throw new DomainError(
      'validation_failed',
      `${variable} and ${fileVariable} are both set. Remove one of them.`,
    );
  }
  return readSettingFile(fileVariable, file).trim();
}

function parseText(schema: TSchema, text: string): unknown {
  if (schema.type === 'integer') return /^\d+$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return { true: true, '1': true, false: false, '0': false }[text] ?? text;
  if (schema.type === 'array')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return text;
}
