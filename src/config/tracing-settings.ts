import { Type } from '@sinclair/typebox';
import { DomainError } from '../platform/errors.ts';
import { secretSetting, setting, text } from './setting.ts';

const ADDRESS = '^($|https?://[^\\s?#]+$)';

/** Settings of traces (OpenTelemetry). Their variables have the names that all programs with OpenTelemetry share. */
export const tracingSettings = {
  otel_endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    Type.String({
      default: '',
      pattern: ADDRESS,
      'x-expected': 'an address such as http://localhost:4318',
      description:
        'Address of a collector of OpenTelemetry that takes OTLP over HTTP, such as `http://localhost:4318`; traces go to `/v1/traces` there. Empty: there are no traces.',
    }),
  ),
  otel_traces_endpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    Type.String({
      default: '',
      pattern: ADDRESS,
      'x-expected': 'an address such as http://localhost:4318/v1/traces',
      description: 'The whole address for traces, instead of the one before.',
    }),
  ),
  otel_headers: secretSetting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    text('Headers for the collector, such as `api-key=secret,x-team=mail`; values percent-encoded.'),
  ),
  otel_service_name: setting(
    'OTEL_SERVICE_NAME',
    Type.String({ default: 'galley', description: 'Name of this server in traces.' }),
  ),
  otel_resource_attributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    text(
      'Further attributes of this server in traces, such as `deployment.environment.name=production`; values percent-encoded.',
    ),
  ),
  otel_sampler: setting(
    'OTEL_TRACES_SAMPLER',
    Type.Union(
      [
        Type.Literal('parentbased_always_on'),
        Type.Literal('parentbased_traceidratio'),
        Type.Literal('parentbased_always_off'),
        Type.Literal('always_on'),
        Type.Literal('traceidratio'),
        Type.Literal('always_off'),
      ],
      {
        default: 'parentbased_always_on',
        description:
          'Which traces are recorded, such as `parentbased_traceidratio`: as the caller says in `traceparent`, otherwise a part of them.',
      },
    ),
  ),
  otel_sampler_ratio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    Type.String({
      default: '1',
      pattern: '^(0|1|[01]?\\.\\d{1,10})$',
      'x-expected': 'a number from 0 to 1',
      description: 'The part of the traces for `traceidratio`, from 0 to 1.',
    }),
  ),
  otel_disabled: setting(
    'OTEL_SDK_DISABLED',
    Type.Boolean({ default: false, description: 'No traces, whatever the settings before say.' }),
  ),
};

interface TracingSettings {
  otel_endpoint: string;
  otel_traces_endpoint: string;
  otel_headers: string;
  otel_service_name: string;
  otel_resource_attributes: string;
  otel_sampler:
    | 'parentbased_always_on'
    | 'parentbased_traceidratio'
    | 'parentbased_always_off'
    | 'always_on'
    | 'traceidratio'
    | 'always_off';
  otel_sampler_ratio: string;
  otel_disabled: boolean;
}

/** The settings of traces; undefined without a collector. Throws `validation_failed`. */
export function readTracing(settings: TracingSettings) {
  const { otel_endpoint, otel_traces_endpoint } = settings;
  const url =
    otel_traces_endpoint === '' && otel_endpoint !== ''
      ? `${otel_endpoint.replace(/\/$/, '')}/v1/traces`
      : otel_traces_endpoint;
  if (url === '' || settings.otel_disabled) return undefined;
  if (!URL.canParse(url)) throw wrong('OTEL_EXPORTER_OTLP_ENDPOINT', 'is not a valid address');
  return {
    url,
    headers: readPairs('OTEL_EXPORTER_OTLP_HEADERS', settings.otel_headers),
    serviceName: settings.otel_service_name,
    resource: readPairs('OTEL_RESOURCE_ATTRIBUTES', settings.otel_resource_attributes),
    sampler: settings.otel_sampler,
    ratio: Number(settings.otel_sampler_ratio),
  };
}

/** Pairs as OpenTelemetry writes them: `name=value,name=value`. */
function readPairs(variable: string, value: string): Record<string, string> {
  const pairs = value
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const end = pair.indexOf('=');
      if (end < 1) throw wrong(variable, 'has an entry without a name or without "="');
      try {
        return [pair.slice(0, end).trim(), decodeURIComponent(pair.slice(end + 1).trim())];
      } catch {
        throw wrong(variable, 'has a value that is not percent-encoded correctly');
      }
    }),
  );
}

const wrong = (variable: string, message: string) =>
  new DomainError('validation_failed', `${variable} ${message}.`);
