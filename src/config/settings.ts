import { type Static, Type } from '@sinclair/typebox';
import { aiSettings } from './ai-settings.ts';
import { setting } from './setting.ts';

const list = (description: string, standard: string[]) =>
  Type.Array(Type.String({ minLength: 1 }), { default: standard, description });

const requests = (standard: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, default: standard, description });

/**
 * Every setting there is: its environment variable, type, default and meaning. The README's table is made from it.
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
  plans_file: setting(
    'GALLEY_PLANS_FILE',
    Type.String({
      default: '',
      description: 'Plans of your own. Default: `plans.json` in the data directory.',
    }),
  ),
  cors_origins: setting(
    'GALLEY_CORS_ORIGINS',
    list('Origins whose pages may read answers, separated by commas; `*`: any (no cookies are ever used).', [
      '*',
    ]),
  ),
  trusted_proxies: setting(
    'GALLEY_TRUSTED_PROXIES',
    list('Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` is believed.', []),
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
