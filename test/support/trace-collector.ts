/** A span as OTLP writes it in JSON. */
interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  /** 2: an error. */
  status: { code?: number; message?: string };
}

/** An OpenTelemetry collector that receives OTLP over HTTP in JSON, on this machine. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  readonly requests: { path: string; headers: Headers; resource: Record<string, unknown>; text: string }[] =
    [];
  status = 200;
  /** Requests that got another status than 200. */
  refused = 0;
  readonly #server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      if (this.status !== 200) {
        this.refused += 1;
        return new Response(null, { status: this.status });
      }
      const text = await request.text();
      const body = JSON.parse(text);
      for (const { resource, scopeSpans } of body.resourceSpans) {
        const { pathname: path } = new URL(request.url);
        this.requests.push({ path, headers: request.headers, resource: toRecord(resource.attributes), text });
        for (const { spans } of scopeSpans)
          for (const span of spans) this.spans.push({ ...span, attributes: toRecord(span.attributes) });
      }
      return Response.json({});
    },
  });

  readonly url = `http://127.0.0.1:${this.#server.port}`;

  /** The span, once it has arrived. */
  waitFor(name: string, traceId?: string): Promise<CollectedSpan> {
    return this.#wait((span) => span.name === name && (traceId ?? span.traceId) === span.traceId);
  }

  /** The span without a parent, which ends last. */
  waitForRoot(traceId: string): Promise<CollectedSpan> {
    return this.#wait((span) => span.traceId === traceId && !span.parentSpanId);
  }

  async #wait(isWanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
    for (;;) {
      const found = this.spans.find(isWanted);
      if (found !== undefined) return found;
      await Bun.sleep(20);
    }
  }

  /** The names of the spans of a trace, each below its parent. */
  tree(traceId: string, parent?: string): Record<string, object> {
    const children = this.spans.filter(
      (span) => span.traceId === traceId && (span.parentSpanId || undefined) === parent,
    );
    return Object.fromEntries(children.map((span) => [span.name, this.tree(traceId, span.spanId)]));
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }
}

type Attribute = { key: string; value: Record<string, unknown> };

const toRecord = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
