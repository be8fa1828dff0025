import { type Static, Type } from '@sinclair/typebox';
import { aiSettings } from './ai-settings.ts';
import { secretSetting, setting } from './setting.ts';

const text = (description: string) => Type.String({ default: '', description });

const list = (description: string, standard: string[]) =>
  Type.Array(Type.String({ minLength: 1 }), { default: standard, description });

const requests = (standard: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, default: standard, description });

/**
 * Every setting there is: its environment variable, type, default and meaning. The table in docs/operating.md is written from it.
 * Command-line flags win over the environment.
 */
export const Settings = Type.Object({
  data: setting(
    'GALLEY_DATA',
    Type.String({ minLength: 1, default: './galley-data', description: 'Data directory (`--data`).' }),
  ),
  host: setting(
    'GALLEY_HOST',
    Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to listen on (`--host`).' }),
  ),
  port: setting(
    'GALLEY_PORT',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 4100,
      description: 'Port to listen on (`--port`); 0: any free one.',
    }),
  ),
  base_url: setting(
    'GALLEY_BASE_URL',
    Type.String({
      default: '',
      pattern: '^($|https?://[^\\s?#]+$)',
      'x-expected': 'an address such as https://mail.example.com',
      description:
        'Address clients use, such as `https://mail.example.com` (`--base-url`). Default: from host and port.',
    }),
  ),
  tls_cert: setting(
    'GALLEY_TLS_CERT',
    text(
      'Certificate with its chain, a PEM file (`--tls-cert`). Galley then also speaks HTTPS, and plain HTTP beside it.',
    ),
  ),
  tls_key: setting(
    'GALLEY_TLS_KEY',
    text('Its private key, a PEM file (`--tls-key`). Both files are read again when they change.'),
  ),
  tls_port: setting(
    'GALLEY_TLS_PORT',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 4443,
      description: 'Port for HTTPS (`--tls-port`); 0: any free one.',
    }),
  ),
  plans_file: setting(
    'GALLEY_PLANS_FILE',
    Type.String({
      default: '',
      description: 'Plans of your own. Default: `plans.json` in the data directory.',
    }),
  ),
  cors_origins: setting(
    'GALLEY_CORS_ORIGINS',
    list(
      'Origins whose pages may read answers, separated by commas; `*`: any (no cookies are ever used). Projects can have their own: `galley project origins`.',
      ['*'],
    ),
  ),
  trusted_proxies: setting(
    'GALLEY_TRUSTED_PROXIES',
    list(
      'Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For`, `-Host`, `-Proto` and `-Port` are believed.',
      [],
    ),
  ),
  fetch_private: setting(
    'GALLEY_FETCH_PRIVATE',
    list(
      'Addresses, ranges or host names of your own network that pictures named in templates and files for the media library may be fetched from; otherwise only the public internet.',
      [],
    ),
  ),
  mcp_hosts: setting(
    'GALLEY_MCP_HOSTS',
    list(
      'Host names beside `localhost` and that of the base URL under which the tool server answers, and whose pages may use it; `*`: any.',
      [],
    ),
  ),
  mcp_requests_per_minute: setting(
    'GALLEY_MCP_REQUESTS_PER_MINUTE',
    requests(120, 'Requests to the tool server an API key (or, without one, an address) has in any minute.'),
  ),
  mcp_requests_per_hour: setting(
    'GALLEY_MCP_REQUESTS_PER_HOUR',
    requests(2_000, 'The same in any hour. A restart does not give them back.'),
  ),
  realtime_sockets: setting(
    'GALLEY_REALTIME_SOCKETS',
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1000,
      description: 'Realtime connections a project may have at once; every open editor has one.',
    }),
  ),
  smtp_url: secretSetting(
    'GALLEY_SMTP_URL',
    text(
      'Mail server for test mails, such as `smtp://user:password@mail.example.com:587`; `smtps:` for TLS from the start. Or the variables below.',
    ),
  ),
  smtp_host: setting('GALLEY_SMTP_HOST', text('Its host name. Without it or a URL no test mails are sent.')),
  smtp_port: setting(
    'GALLEY_SMTP_PORT',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 0,
      description: 'Its port; 0: 465 with `GALLEY_SMTP_SECURE=tls`, otherwise 587.',
    }),
  ),
  smtp_user: setting('GALLEY_SMTP_USER', text('Who signs in there, if anybody has to.')),
  smtp_password: secretSetting('GALLEY_SMTP_PASSWORD', text('The password.')),
  smtp_from: setting(
    'GALLEY_SMTP_FROM',
    text('Sender of test mails: `mail@example.com` or `Example <mail@example.com>`.'),
  ),
  smtp_secure: setting(
    'GALLEY_SMTP_SECURE',
    Type.Union([Type.Literal('auto'), Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')], {
      default: 'auto',
      description:
        '`tls` from the start, `starttls` or nothing, `none`, or `auto`: TLS on port 465, otherwise STARTTLS, which a password insists on unless the server is this machine.',
    }),
  ),
  demo: setting(
    'GALLEY_DEMO',
    Type.Union([Type.Literal('off'), Type.Literal('local'), Type.Literal('public')], {
      default: 'off',
      description:
        '`local`: an editor to try at `/demo`, for this machine only (`--demo`); `public`: for everybody who reaches the server.',
    }),
  ),
  audit_days: setting(
    'GALLEY_AUDIT_DAYS',
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      default: 90,
      description:
        'How long it is kept what agents have done, who has changed what (`galley audit`) and what was used of the model (`galley ai usage`), in days.',
    }),
  ),
  ...aiSettings,
  log_level: setting(
    'GALLEY_LOG_LEVEL',
    Type.Union(
      [
        Type.Literal('debug'),
        Type.Literal('info'),
        Type.Literal('warn'),
        Type.Literal('error'),
        Type.Literal('silent'),
      ],
      { default: 'info', description: '`debug` (every request), `info`, `warn`, `error` or `silent`.' },
    ),
  ),
  log_format: setting(
    'GALLEY_LOG_FORMAT',
    Type.Union([Type.Literal('auto'), Type.Literal('json'), Type.Literal('pretty')], {
      default: 'auto',
      description: '`json`, `pretty`, or `auto`: pretty at a terminal.',
    }),
  ),
  allow_ephemeral: setting(
    'GALLEY_ALLOW_EPHEMERAL',
    Type.Boolean({
      default: false,
      description: 'Run in a container although its data directory is not on a volume and will be lost.',
    }),
  ),
});
export type Settings = Static<typeof Settings>;

/** Credentials for the first run, each from a variable or from the file named by the same variable plus `_FILE`. */
export const FIRST_RUN_VARIABLES = {
  project_id: { env: 'GALLEY_PROJECT_ID', description: 'First project’s UUID.' },
  tenant: { env: 'GALLEY_TENANT', description: 'First tenant; `default` if not set.' },
  client_id: { env: 'GALLEY_CLIENT_ID', description: 'First project’s client ID, 8 characters or more.' },
  client_secret: { env: 'GALLEY_CLIENT_SECRET', description: 'Its client secret, 32 characters or more.' },
  signing_key: { env: 'GALLEY_SIGNING_KEY', description: 'Its signing key, 32 characters or more.' },
  api_key: { env: 'GALLEY_API_KEY', description: 'First API key, 32 characters or more.' },
} as const;

export type FirstRunCredentials = Partial<Record<keyof typeof FIRST_RUN_VARIABLES, string>>;
