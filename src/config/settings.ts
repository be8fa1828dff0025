import { type Static, Type } from '@sinclair/typebox';
import { RELEASE_URL } from '../platform/version.ts';
import { aiSettings } from './ai-settings.ts';
import { backupSettings } from './backup-settings.ts';
import { databaseSettings } from './database-settings.ts';
import { filesSettings } from './files-settings.ts';
import { monitoringSettings } from './monitoring-settings.ts';
import { oidcSettings } from './oidc-settings.ts';
import { realtimeSettings } from './realtime-settings.ts';
import { retentionSettings } from './retention-settings.ts';
import { secretSetting, setting, text } from './setting.ts';
import { tlsSettings } from './tls-settings.ts';
import { tracingSettings } from './tracing-settings.ts';

const list = (description: string, standard: string[]) =>
  Type.Array(Type.String({ minLength: 1 }), { default: standard, description });

const requests = (standard: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, default: standard, description });

const requestsOrNone = (standard: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 10_000_000, default: standard, description });

/**
 * Every setting: its environment variable, type, default and meaning. `bun run docs` writes the table in
 * docs/settings.md from it. Command-line flags take precedence over the environment.
 */
export const Settings = Type.Object({
  data: setting(
    'GALLEY_DATA',
    Type.String({ minLength: 1, default: './galley-data', description: 'Data directory (`--data`).' }),
  ),
  ...databaseSettings,
  ...filesSettings,
  host: setting(
    'GALLEY_HOST',
    Type.String({
      minLength: 1,
      default: 'localhost',
      description: 'Address to listen on (`--host`). `localhost`: `127.0.0.1` and, with IPv6, `::1`.',
    }),
  ),
  port: setting(
    'GALLEY_PORT',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 4100,
      description: 'Port to listen on (`--port`); 0: a free one.',
    }),
  ),
  base_url: setting(
    'GALLEY_BASE_URL',
    Type.String({
      default: '',
      pattern: '^($|https?://[^\\s?#]+$)',
      'x-expected': 'an address such as https://mail.example.com',
      description:
        'Address that clients use, such as `https://mail.example.com` (`--base-url`). Default: made of host and port.',
    }),
  ),
  ...tlsSettings,
  plans_file: setting(
    'GALLEY_PLANS_FILE',
    Type.String({
      default: '',
      description: 'JSON file with your plans. Default: `plans.json` in the data directory.',
    }),
  ),
  tenant_trash_days: setting(
    'GALLEY_TENANT_TRASH_DAYS',
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      default: 7,
      description:
        'Days for which a deleted tenant can be restored with `galley tenant restore`; 0: tenants are deleted for good at once.',
    }),
  ),
  cors_origins: setting(
    'GALLEY_CORS_ORIGINS',
    list(
      'Web origins whose pages may read answers (CORS), separated by commas; `*`: all. Only the dashboard uses cookies, and its requests are for its own pages whatever is set here. A project can have its own: `galley project origins`.',
      ['*'],
    ),
  ),
  trusted_proxies: setting(
    'GALLEY_TRUSTED_PROXIES',
    list(
      'IP addresses or CIDR ranges of reverse proxies whose headers `X-Forwarded-For`, `-Host`, `-Proto` and `-Port` Galley trusts.',
      [],
    ),
  ),
  fetch_private: setting(
    'GALLEY_FETCH_PRIVATE',
    list(
      'IP addresses, CIDR ranges or host names of your own network from which Galley may fetch files that users name by URL. Other private addresses are refused.',
      [],
    ),
  ),
  mcp_hosts: setting(
    'GALLEY_MCP_HOSTS',
    list(
      'Further host names under which the tool server answers, beside `localhost` and the one of the base URL; pages of these hosts may use it. `*`: all.',
      [],
    ),
  ),
  mcp_oauth: setting(
    'GALLEY_MCP_OAUTH',
    Type.Boolean({
      default: true,
      description:
        'People may connect agents such as claude.ai and ChatGPT by signing in (OAuth), at `/mcp/PROJECT/TENANT`. Only with a base URL of HTTPS or of this machine, without a path.',
    }),
  ),
  chromium: setting(
    'GALLEY_CHROMIUM',
    text(
      'Path of an installed Chromium, such as `/usr/bin/chromium`, which then draws the pictures that agents see of mails (`preview-template`). Empty: Galley draws them itself. The sandbox of Chromium does not work for root.',
    ),
  ),
  editor_url: setting(
    'GALLEY_EDITOR_URL',
    text(
      'Where the dashboard opens a template in your own editor, such as `https://app.example.com/mails?customer={tenant}&mail={template}`: `{project}`, `{tenant}` and `{template}` are replaced. Empty: it opens it in Galley’s own editor.',
    ),
  ),
  public_requests_per_minute: setting(
    'GALLEY_PUBLIC_REQUESTS_PER_MINUTE',
    requests(
      6_000,
      'Token exchanges a minute, per IP address of the client (IPv6: per /64 network); every 4 KB of a body count as one. Behind a reverse proxy set `GALLEY_TRUSTED_PROXIES`, otherwise all clients have one address.',
    ),
  ),
  mcp_requests_per_minute: setting(
    'GALLEY_MCP_REQUESTS_PER_MINUTE',
    requests(
      120,
      'Requests to the tool server a minute, per API key, or per IP address for requests without a key.',
    ),
  ),
  mcp_requests_per_hour: setting(
    'GALLEY_MCP_REQUESTS_PER_HOUR',
    requests(2_000, 'The same per hour. The counts survive a restart.'),
  ),
  rate_limit_read: setting(
    'GALLEY_RATE_LIMIT_READ',
    requestsOrNone(12_000, 'REST requests a minute of one tenant that read (GET). `0`: no limit.'),
  ),
  rate_limit_write: setting('GALLEY_RATE_LIMIT_WRITE', requestsOrNone(3_000, 'The same for changes.')),
  rate_limit_render: setting(
    'GALLEY_RATE_LIMIT_RENDER',
    requestsOrNone(1_200, 'The same for exports, imports, scores, test mails and AI.'),
  ),
  rate_limit_upload: setting(
    'GALLEY_RATE_LIMIT_UPLOAD',
    requestsOrNone(600, 'The same for uploads and imports of files.'),
  ),
  worker_seconds_per_minute: setting(
    'GALLEY_WORKER_SECONDS_PER_MINUTE',
    requests(
      20,
      'Processor seconds that a tenant may use a minute for rendering, import, scoring and pictures. A tenant beyond them waits while other tenants have such work.',
    ),
  ),
  ...realtimeSettings,
  answers_mb: setting(
    'GALLEY_ANSWERS_MB',
    Type.Integer({
      minimum: 4,
      maximum: 65_536,
      default: 64,
      description:
        'Megabytes of large answers (above 256 KB) that clients have not read yet; one tenant may have a quarter of them. Beyond it, large answers get 503 with `Retry-After`.',
    }),
  ),
  smtp_url: secretSetting(
    'GALLEY_SMTP_URL',
    text(
      'Mail server for test mails, such as `smtp://user:password@mail.example.com:587`; `smtps:` for TLS from the start. The variables below are an alternative.',
    ),
  ),
  smtp_host: setting(
    'GALLEY_SMTP_HOST',
    text('Host name of the mail server. Without it and without a URL there are no test mails.'),
  ),
  smtp_port: setting(
    'GALLEY_SMTP_PORT',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 0,
      description: 'Port of the mail server; 0: 465 with `GALLEY_SMTP_SECURE=tls`, otherwise 587.',
    }),
  ),
  smtp_user: setting('GALLEY_SMTP_USER', text('User name at the mail server, if it asks for one.')),
  smtp_password: secretSetting('GALLEY_SMTP_PASSWORD', text('Password at the mail server.')),
  smtp_from: setting(
    'GALLEY_SMTP_FROM',
    text('Sender of test mails: `mail@example.com` or `Example <mail@example.com>`.'),
  ),
  smtp_secure: setting(
    'GALLEY_SMTP_SECURE',
    Type.Union([Type.Literal('auto'), Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')], {
      default: 'auto',
      description:
        '`tls`: TLS from the start. `starttls`: STARTTLS is required. `none`: no encryption. `auto`: TLS on port 465, otherwise STARTTLS if the server offers it; a password is sent without encryption only to this machine.',
    }),
  ),
  test_mails_per_recipient_per_day: setting(
    'GALLEY_TEST_MAILS_PER_RECIPIENT_PER_DAY',
    requests(
      50,
      'Test mails that a recipient may get a day from all tenants of a project. Letter case and `+tag` in an address do not make another recipient.',
    ),
  ),
  demo: setting(
    'GALLEY_DEMO',
    Type.Union([Type.Literal('off'), Type.Literal('local'), Type.Literal('public')], {
      default: 'off',
      description:
        '`local`: serves an editor to try at `/demo`, for this machine only (`--demo`). `public`: for everybody who can reach the server.',
    }),
  ),
  demo_editor: setting(
    'GALLEY_DEMO_EDITOR',
    Type.String({
      default: '',
      description:
        'Folder with a copy of the published editor for `/demo`, such as `node_modules/@templatical/editor/dist/cdn` (`--demo-editor`). Empty: from a delivery network.',
    }),
  ),
  ...retentionSettings,
  ...backupSettings,
  ...aiSettings,
  ...oidcSettings,
  ...monitoringSettings,
  ...tracingSettings,
  cache_mb: setting(
    'GALLEY_CACHE_MB',
    Type.Integer({
      minimum: 8,
      maximum: 65_536,
      default: 64,
      description:
        'Megabytes of memory for all caches together, an eighth of them for pages of the database. More speeds up reads of more templates than fit. Agents that read the cached templates can double their share, and unsaved contents of open editors take up to half as much.',
    }),
  ),
  release_url: setting(
    'GALLEY_RELEASE_URL',
    Type.String({
      default: RELEASE_URL,
      pattern: '^https?://[^\\s?#]+$',
      'x-expected': 'an address such as https://github.com/OWNER/galley/releases',
      description:
        'Where `galley update` finds releases: `latest/download/latest.json` and `download/vVERSION/FILE` below it, as at GitHub. Nothing else asks it. The default is a placeholder until the project has an address.',
    }),
  ),
  release_keys: setting(
    'GALLEY_RELEASE_KEYS',
    list(
      'Public keys (Ed25519) of releases, separated by commas, in base64 as `openssl pkey -pubout` prints them. Default: those of the project, of which there are none yet.',
      [],
    ),
  ),
  allow_ephemeral: setting(
    'GALLEY_ALLOW_EPHEMERAL',
    Type.Boolean({
      default: false,
      description:
        'Start in a container although the data directory is not on a volume, so that the data is lost with the container.',
    }),
  ),
});
export type Settings = Static<typeof Settings>;

/** Credentials for the first run. A variable with `_FILE` added names a file with the value. */
export const FIRST_RUN_VARIABLES = {
  project_id: { env: 'GALLEY_PROJECT_ID', description: 'ID of the first project, a UUID.' },
  tenant: { env: 'GALLEY_TENANT', description: 'Name of the first tenant. Default: `default`.' },
  client_id: {
    env: 'GALLEY_CLIENT_ID',
    description: 'Client ID of the first project, 8 characters or more.',
  },
  client_secret: {
    env: 'GALLEY_CLIENT_SECRET',
    description: 'Client secret of the first project, 32 characters or more.',
  },
  signing_key: {
    env: 'GALLEY_SIGNING_KEY',
    description: 'Signing key of the first project, 32 characters or more.',
  },
  api_key: { env: 'GALLEY_API_KEY', description: 'First API key, 32 characters or more.' },
} as const;

export type FirstRunCredentials = Partial<Record<keyof typeof FIRST_RUN_VARIABLES, string>>;
