import { Type } from '@sinclair/typebox';
import { secretSetting, setting } from './setting.ts';

/** Settings of the log and of metrics. */
export const monitoringSettings = {
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
  log_requests: setting(
    'GALLEY_LOG_REQUESTS',
    Type.Boolean({
      default: false,
      description:
        'Log each request (access log): address, caller, operation, status, milliseconds and bytes. Refusals for a limit are logged anyway, once a minute of each caller.',
    }),
  ),
  metrics_token: secretSetting(
    'GALLEY_METRICS_TOKEN',
    Type.String({
      default: '',
      pattern: '^($|.{16,}$)',
      'x-expected': 'at least 16 characters',
      description:
        'Token with which a monitoring system reads `/metrics` (Prometheus), as `Authorization: Bearer`. Empty: there are no metrics.',
    }),
  ),
  log_format: setting(
    'GALLEY_LOG_FORMAT',
    Type.Union([Type.Literal('auto'), Type.Literal('json'), Type.Literal('pretty')], {
      default: 'auto',
      description: '`json`, `pretty`, or `auto`: pretty at a terminal.',
    }),
  ),
};
