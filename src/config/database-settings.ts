import { Type } from '@sinclair/typebox';
import { secretSetting, setting } from './setting.ts';

/** The database, if it is not in the data directory. */
export const databaseSettings = {
  database_url: secretSetting(
    'GALLEY_DATABASE_URL',
    Type.String({
      default: '',
      pattern: '^($|postgres(ql)?://)',
      'x-expected': 'an address such as postgres://galley:secret@db.example.com/galley',
      description:
        'A database of PostgreSQL instead of the one in the data directory, such as `postgres://galley:secret@db.example.com/galley`. Media files stay in the data directory.',
    }),
  ),
  database_direct_url: secretSetting(
    'GALLEY_DATABASE_DIRECT_URL',
    Type.String({
      default: '',
      pattern: '^($|postgres(ql)?://)',
      'x-expected': 'an address such as postgres://galley:secret@db.example.com/galley',
      description:
        'The same database without its pooler, if `GALLEY_DATABASE_URL` is a pooler such as PgBouncer in transaction mode. Only for what needs a session: migrations, the lock of the server, and backups.',
    }),
  ),
  database_pool: setting(
    'GALLEY_DATABASE_POOL',
    Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 10,
      description: 'Connections to PostgreSQL for changes, and as many for reading.',
    }),
  ),
  redis_url: secretSetting(
    'GALLEY_REDIS_URL',
    Type.String({
      default: '',
      pattern: '^($|rediss?://[^\\s]+$)',
      'x-expected': 'an address such as redis://:secret@redis.example.com:6379',
      description:
        'A server of Redis or Valkey through which servers on one database share rate limits and tell each other what has changed, such as `redis://:secret@redis.example.com:6379`; `rediss:` with TLS. Only with `GALLEY_DATABASE_URL`.',
    }),
  ),
  server_address: setting(
    'GALLEY_SERVER_ADDRESS',
    Type.String({
      default: '',
      pattern: '^($|https?://[^\\s/?#]+/?$)',
      'x-expected': 'an address such as http://10.0.0.5:4100',
      description:
        'With `GALLEY_REDIS_URL`: where the other servers reach this one, such as `http://10.0.0.5:4100`. Default: the first address of this machine, or that of `--host`, and the port.',
    }),
  ),
  server_number: setting(
    'GALLEY_SERVER_NUMBER',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 0,
      description:
        'With several servers: the number of this one in a balancer that learns which server works for a tenant. 0: the balancer is told nothing.',
    }),
  ),
};
