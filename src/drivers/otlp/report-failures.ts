import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../../platform/logging/log.ts';

/** Wraps an exporter. It logs the first of consecutive failures, and the first success after failures. */
export function reportFailures(exporter: SpanExporter, url: string, log: Logger): SpanExporter {
  const host = new URL(url).host;
  let isFailing = false;
  return {
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isFailing)
          log.warn(
            { collector: host, reason: result.error?.message },
            'the collector of traces takes none; traces are dropped until it does',
          );
        if (!hasFailed && isFailing) log.info({ collector: host }, 'the collector takes traces again');
        isFailing = hasFailed;
        done(result);
      });
    },
  };
}
