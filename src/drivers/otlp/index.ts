import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { toDomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type {
  RequestSpan,
  SpanAttributes,
  SpanOptions,
  Tracing,
  WorkSpan,
} from '../../platform/ports/tracing.ts';
import { VERSION } from '../../platform/version.ts';
import { reportFailures } from './report-failures.ts';
import { createSampler, type SamplerName } from './sampler.ts';

export interface OtlpSettings {
  /** Where traces are posted. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  resource: Record<string, string>;
  sampler: SamplerName;
  /** For samplers by ratio, from 0 to 1. */
  ratio: number;
}

/** Further spans are dropped. */
const MAX_QUEUED_SPANS = 2_048;
const MAX_BATCH_SPANS = 512;
const BATCH_MS = 2_000;

/** Time limit of one batch, with its retries. */
const EXPORT_MS = 10_000;

/** How long a stopping server waits for its last batch. */
const CLOSE_MS = 2_000;

/** Errors caused by the server. Others are caused by the caller and normal. */
const FAULTS = new Set(['internal', 'unavailable', 'storage_full']);

/** Sends spans to a collector by OTLP over HTTP. */
export function openTracing(settings: OtlpSettings, log: Logger): Tracing {
  const { url, headers, serviceName, resource } = settings;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_MS });
  const processor = new BatchSpanProcessor({
    exporter: reportFailures(exporter, url, log),
    maxQueueSize: MAX_QUEUED_SPANS,
    maxExportBatchSize: MAX_BATCH_SPANS,
    scheduledDelayMillis: BATCH_MS,
    exportTimeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    sampler: createSampler(settings),
    resource: resourceFromAttributes({
      'service.version': VERSION,
      ...resource,
      'service.name': serviceName,
    }),
    spanProcessors: [processor],
  });
  return new OtlpTracing(provider);
}

class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #current = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor(provider: TracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer('galley', VERSION);
  }

  trace<Result>(
    name: string,
    { kind = 'internal', attributes = {}, mayBegin }: SpanOptions,
    work: (span: WorkSpan) => Result,
  ): Result {
    const parent = this.#current.getStore();
    if (parent === undefined && !mayBegin) return work({ set() {} });
    const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes };
    const span = this.#tracer.startSpan(name, options, parent ?? ROOT_CONTEXT);
    const context = trace.setSpan(parent ?? ROOT_CONTEXT, span);
    const workSpan = { set: (values: SpanAttributes) => void span.setAttributes(values) };
    return endAfter(span, () => this.#current.run(context, () => work(workSpan)));
  }

  openRequest(headers: Headers): RequestSpan {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, HEADERS);
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
    const context = trace.setSpan(parent, span);
    return {
      traceId: span.spanContext().traceId,
      within: (work) => this.#current.run(context, work),
      end(name, attributes, hasFailed) {
        span.updateName(name).setAttributes(attributes);
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  bind<Args extends unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Result {
    const context = this.#current.getStore();
    return (...args) => this.#current.run(context as Context, () => work(...args));
  }

  ids() {
    const context = this.#current.getStore();
    const span = context && trace.getSpanContext(context);
    return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : undefined;
  }

  async close(): Promise<void> {
    const shutdown = this.#provider.shutdown().catch(() => {});
    await Promise.race([shutdown, Bun.sleep(CLOSE_MS)]);
  }
}

const HEADERS = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
};

/** Ends the span when the work has ended. */
function endAfter<Result>(span: Span, work: () => Result): Result {
  const fail = (error: unknown): never => {
    recordError(span, error);
    span.end();
    throw error;
  };
  let result: Result;
  try {
    result = work();
  } catch (error) {
    return fail(error);
  }
  if (result instanceof Promise)
    return result.then((value) => {
      span.end();
      return value;
    }, fail) as Result;
  span.end();
  return result;
}

/** Records only the code, because messages can contain names and contents. */
function recordError(span: Span, error: unknown): void {
  const isAbort = (error as Error | undefined)?.name === 'AbortError';
  const code = isAbort ? 'aborted' : toDomainError(error).code;
  span.setAttribute('error.type', code);
  if (FAULTS.has(code)) span.setStatus({ code: SpanStatusCode.ERROR });
}
