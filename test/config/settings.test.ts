import { describe, expect, test } from 'bun:test';
import { type Environment, findSources, loadSettings, Settings } from '../../src/config/index.ts';
import { createTestApp } from '../support/test-app.ts';
import { messageOf } from './message-of.ts';

test('a setting comes from a flag, else its variable, a file or a common variable, else it has its default', () => {
  const env = {
    GALLEY_PORT: '1',
    GALLEY_HOST: '0.0.0.0',
    GALLEY_SMTP_PASSWORD_FILE: '/run/secret',
    AWS_ENDPOINT_URL_S3: 'https://s3.example.com',
    GALLEY_LOG_LEVEL: '',
  };
  expect(findSources({ port: '2', base_url: 'https://galley.example' }, env)).toEqual({
    port: '--port',
    base_url: '--base-url',
    host: 'GALLEY_HOST',
    smtp_password: 'GALLEY_SMTP_PASSWORD_FILE',
    s3_endpoint: 'AWS_ENDPOINT_URL_S3',
  });
});

describe('settings', () => {
  test('have their defaults, and only this machine can reach the server', () => {
    expect(loadSettings({}, {})).toEqual({
      database_url: '',
      database_direct_url: '',
      database_pool: 10,
      redis_url: '',
      standby: false,
      files_url: '',
      files_redirect: false,
      data: './galley-data',
      host: 'localhost',
      port: 4100,
      base_url: '',
      tls_cert: '',
      tls_key: '',
      tls_port: 4443,
      tls_only: false,
      acme: [],
      acme_email: '',
      acme_directory: 'https://acme-v02.api.letsencrypt.org/directory',
      acme_staging: false,
      acme_challenge: 'http-01',
      acme_dns_hook: '',
      acme_ca: '',
      acme_eab_kid: '',
      acme_eab_hmac_key: '',
      plans_file: '',
      tenant_trash_days: 7,
      cors_origins: ['*'],
      trusted_proxies: [],
      fetch_private: [],
      mcp_hosts: [],
      mcp_oauth: true,
      chromium: '',
      editor_url: '',
      public_requests_per_minute: 6_000,
      mcp_requests_per_minute: 120,
      mcp_requests_per_hour: 2_000,
      rate_limit_read: 12_000,
      rate_limit_write: 3_000,
      rate_limit_render: 1_200,
      rate_limit_upload: 600,
      worker_seconds_per_minute: 20,
      realtime_sockets: 1000,
      realtime_rejoin_seconds: 600,
      answers_mb: 64,
      smtp_url: '',
      smtp_host: '',
      smtp_port: 0,
      smtp_user: '',
      smtp_password: '',
      smtp_from: '',
      smtp_secure: 'auto',
      test_mails_per_recipient_per_day: 50,
      demo: 'off',
      demo_editor: '',
      audit_days: 90,
      activity_days: 0,
      snapshot_days: 0,
      trash_days: 30,
      export_days: 7,
      backup_schedule: '',
      backup_target: '',
      backup_keep: 14,
      backup_keep_days: 0,
      backup_passphrase: '',
      media_url: '',
      s3_endpoint: '',
      s3_region: '',
      s3_access_key_id: '',
      s3_secret_access_key: '',
      s3_session_token: '',
      s3_credentials_file: '',
      s3_credentials_url: '',
      s3_credentials_token_file: '',
      ai_provider: 'none',
      ai_base_url: '',
      ai_model: '',
      ai_vision_model: '',
      ai_api_key: '',
      ai_timeout_seconds: 60,
      ai_concurrency: 50,
      ai_tokens_per_day: 0,
      ai_tokens_per_day_per_key: 0,
      oidc_issuer: '',
      oidc_client_id: '',
      oidc_client_secret: '',
      oidc_name: 'single sign-on',
      oidc_domains: [],
      oidc_scopes: ['openid', 'email', 'profile'],
      oidc_role_claim: 'groups',
      oidc_roles: [],
      log_level: 'info',
      log_requests: false,
      metrics_token: '',
      log_format: 'auto',
      otel_endpoint: '',
      otel_traces_endpoint: '',
      otel_headers: '',
      otel_service_name: 'galley',
      otel_resource_attributes: '',
      otel_sampler: 'parentbased_always_on',
      otel_sampler_ratio: '1',
      otel_disabled: false,
      cache_mb: 64,
      release_url: 'https://releases.galley.example',
      release_keys: [],
      allow_ephemeral: false,
    } as Settings);
  });

  test('come from the environment, and flags win over it', () => {
    const env = { GALLEY_DATA: '/srv/galley', GALLEY_PORT: '8080', GALLEY_HOST: '0.0.0.0', OTHER: 'x' };
    expect(loadSettings({ port: '9090' }, env)).toMatchObject({
      data: '/srv/galley',
      port: 9090,
      host: '0.0.0.0',
    });
    expect(loadSettings({ data: './here', json: true, unknown: 1 }, env)).toMatchObject({
      database_url: '',
      data: './here',
      port: 8080,
    });
  });

  test('an empty variable counts as not set', () => {
    const empty = Object.fromEntries(Object.values(Settings.properties).map((schema) => [schema.env, '']));
    expect(loadSettings({}, empty)).toEqual(loadSettings({}, {}));
  });

  test('lists are split at commas, booleans are read in the usual spellings', () => {
    const env = {
      GALLEY_CORS_ORIGINS: ' https://a.example , https://b.example,, ',
      GALLEY_ALLOW_EPHEMERAL: '1',
    };
    expect(loadSettings({}, env)).toMatchObject({
      cors_origins: ['https://a.example', 'https://b.example'],
      allow_ephemeral: true,
    });
    for (const [text, expected] of [
      ['true', true],
      ['false', false],
      ['0', false],
    ] as const) {
      expect(loadSettings({}, { GALLEY_ALLOW_EPHEMERAL: text }).allow_ephemeral).toBe(expected);
    }
  });

  test.each<[Environment, string]>([
    [{ GALLEY_PORT: 'http' }, 'GALLEY_PORT'],
    [{ GALLEY_PORT: '70000' }, 'GALLEY_PORT'],
    [{ GALLEY_PORT: '-1' }, 'GALLEY_PORT'],
    [{ GALLEY_PORT: '80.5' }, 'GALLEY_PORT'],
    [{ GALLEY_PORT: '0x50' }, 'GALLEY_PORT'],
    [{ GALLEY_LOG_LEVEL: 'loud' }, 'GALLEY_LOG_LEVEL'],
    [{ GALLEY_LOG_FORMAT: 'xml' }, 'GALLEY_LOG_FORMAT'],
    [{ GALLEY_ALLOW_EPHEMERAL: 'maybe' }, 'GALLEY_ALLOW_EPHEMERAL'],
    [{ GALLEY_ACME_DOMAINS: '*.example.com' }, 'GALLEY_ACME_DOMAINS'],
    [{ GALLEY_ACME_DOMAINS: 'localhost' }, 'GALLEY_ACME_DOMAINS'],
    [{ GALLEY_ACME_EAB_KID: 'x' }, 'GALLEY_ACME_EAB_KID'],
    [{ GALLEY_ACME_EAB_HMAC_KEY: 'eA' }, 'GALLEY_ACME_EAB_HMAC_KEY'],
    [{ GALLEY_ACME_CHALLENGE: 'dns-01' }, 'GALLEY_ACME_CHALLENGE'],
    [{ GALLEY_ACME_DNS_HOOK: '/usr/local/bin/hook' }, 'GALLEY_ACME_DNS_HOOK'],
    [{ GALLEY_ACME_EAB_KID: 'x', GALLEY_ACME_EAB_HMAC_KEY: 'a b' }, 'GALLEY_ACME_EAB_HMAC_KEY'],
    [{ GALLEY_ACME_DOMAINS: '192.0.2.1' }, 'GALLEY_ACME_DOMAINS'],
    [{ GALLEY_ACME_DOMAINS: 'a.example.com, x/../y.example.com' }, 'GALLEY_ACME_DOMAINS'],
    [{ GALLEY_ACME_DOMAINS: 'mail.example.com:443' }, 'GALLEY_ACME_DOMAINS'],
    [{ GALLEY_ACME_DOMAINS: 'mail.example.com', GALLEY_TLS_CERT: 'x' }, 'GALLEY_ACME_DOMAINS'],
    [{ GALLEY_ACME_DIRECTORY: 'http://ca.example.com' }, 'GALLEY_ACME_DIRECTORY'],
    [{ GALLEY_BASE_URL: 'mail.example.com' }, 'GALLEY_BASE_URL'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example', OTEL_EXPORTER_OTLP_HEADERS: 'key' },
      'OTEL_EXPORTER_OTLP_HEADERS',
    ],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ GALLEY_BASE_URL: 'ftp://mail.example.com' }, 'GALLEY_BASE_URL'],
    [{ GALLEY_REDIS_URL: 'http://redis.example.com' }, 'GALLEY_REDIS_URL'],
    [{ GALLEY_REDIS_URL: 'redis://host:99999' }, 'GALLEY_REDIS_URL'],
    [{ GALLEY_REDIS_URL: 'redis://redis.example.com' }, 'GALLEY_REDIS_URL'],
    [
      { GALLEY_DATABASE_URL: 'postgres://db.example.com', GALLEY_REDIS_URL: 'redis://:a%b@host' },
      'GALLEY_REDIS_URL',
    ],
    [{ GALLEY_DATABASE_URL: 'postgres://galley:a%b@db.example.com/galley' }, 'GALLEY_DATABASE_URL'],
    [{ GALLEY_DATABASE_URL: 'postgres://galley:a/b@db.example.com/galley' }, 'GALLEY_DATABASE_URL'],
    [{ GALLEY_DATABASE_URL: 'postgres://db.example.com/galley?sslmode=full' }, 'GALLEY_DATABASE_URL'],
    [{ GALLEY_BASE_URL: 'https://a b' }, 'GALLEY_BASE_URL'],
    [{ GALLEY_BASE_URL: 'https://x?y=1' }, 'GALLEY_BASE_URL'],
    [{ GALLEY_BASE_URL: 'https://[' }, 'GALLEY_BASE_URL'],
    [{ GALLEY_EDITOR_URL: 'javascript:alert(1)' }, 'GALLEY_EDITOR_URL'],
    [{ GALLEY_EDITOR_URL: 'app.example.com' }, 'GALLEY_EDITOR_URL'],
    [{ GALLEY_BASE_URL: 'http://host:99999' }, 'GALLEY_BASE_URL'],
    [{ GALLEY_HOST: 'a\0b' }, 'GALLEY_HOST'],
    [{ GALLEY_CORS_ORIGINS: 'app.example.com' }, 'GALLEY_CORS_ORIGINS'],
    [{ GALLEY_CORS_ORIGINS: 'https://a.example,https://b.example/path' }, 'GALLEY_CORS_ORIGINS'],
    [{ GALLEY_CORS_ORIGINS: 'https://*' }, 'GALLEY_CORS_ORIGINS'],
  ])('%o is refused, naming the variable', (env, variable) => {
    expect(messageOf(() => loadSettings({}, env))).toStartWith(`${variable} `);
  });

  test('origins are normalized as browsers send them, and the error for a wrong one gives an example', () => {
    const read = (text: string) => loadSettings({}, { GALLEY_CORS_ORIGINS: text }).cors_origins;
    expect(read('https://App.Example:443/, https://*.b.example,*')).toEqual([
      'https://app.example',
      'https://*.b.example',
      '*',
    ]);
    const message = messageOf(() => read('https://a.example, app.example.com'));
    expect(message).toStartWith('GALLEY_CORS_ORIGINS names "app.example.com"');
    expect(message).toContain('such as https://app.example.com');
  });

  test.each(['s3://bucket', 's3://bucket/mails', 's3://bucket/a+b & ü'])(
    '%s is a bucket for media files',
    (address) => {
      expect(loadSettings({}, { GALLEY_FILES_URL: address }).files_url).toBe(address);
    },
  );

  test('a copy of the editor needs a demo', () => {
    const variables = { GALLEY_DEMO_EDITOR: '/editor' };
    expect(messageOf(() => loadSettings({}, variables))).toBe('--demo-editor needs --demo too.');
    expect(loadSettings({ demo: 'local' }, variables).demo_editor).toBe('/editor');
  });

  test('a wrong flag is named as a flag', () => {
    expect(messageOf(() => loadSettings({ port: 'x' }, { GALLEY_PORT: '1' }))).toStartWith('--port ');
    expect(messageOf(() => loadSettings({ base_url: 'x' }, {}))).toStartWith('--base-url ');
    expect(messageOf(() => loadSettings({ log_level: 'x' }, {}))).toStartWith('--log-level ');
  });

  test.each([
    '10.0.0.0/33',
    'localhost',
    '10.0.0.0/x',
    '1.2.3',
    '::1/129',
    '10.0.0.0/-1',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
  ])('a proxy %s that is no address stops the start', async (proxy) => {
    await expect(createTestApp({ trusted_proxies: [proxy] })).rejects.toThrow(
      /^GALLEY_TRUSTED_PROXIES: .*neither an address/,
    );
  });

  test.each(['*', '10.0.0.0/33', '*.example.com'])('%s may not be fetched from', async (entry) => {
    await expect(createTestApp({ fetch_private: [entry] })).rejects.toThrow(
      /^GALLEY_FETCH_PRIVATE: .*neither an address/,
    );
  });

  test('every one is documented and has its own variable', () => {
    const schemas = Object.values(Settings.properties);
    expect(new Set(schemas.map((schema) => schema.env)).size).toBe(schemas.length);
    for (const schema of schemas) {
      expect(schema.env).toMatch(/^(GALLEY|OTEL)_[A-Z0-9_]+$/);
      expect(schema.description?.length).toBeGreaterThan(10);
    }
  });
});
