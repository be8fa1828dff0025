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
  standby: setting(
    'GALLEY_STANDBY',
    Type.Boolean({
      default: false,
      description:
        'With `GALLEY_DATABASE_URL` and without `GALLEY_REDIS_URL`: wait as a standby while another server uses the database, and take its place when it ends or hangs. Set it for both.',
    }),
  ),
};
