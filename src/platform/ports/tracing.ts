/** Values of a span. They must not hold contents, secrets or data about people, because traces leave the installation. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** `client`: it waits for another system, such as the database or a mail server. Default `internal`. */
  kind?: 'internal' | 'client';
  attributes?: SpanAttributes;
  /** Begins a trace if none is under way. Otherwise the work is then done without a span. */
  mayBegin?: boolean;
}

/** The span of work under way. */
export interface WorkSpan {
  set(attributes: SpanAttributes): void;
}

/** The span of a request, which is opened and ended in different places. */
export interface RequestSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Calls `work` as a part of the request. */
  within<Result>(work: () => Result): Result;
  end(name: string, attributes: SpanAttributes, hasFailed: boolean): void;
}

/** Tells a collector of traces what takes time. Absent from `Deps` unless the settings name a collector. */
export interface Tracing {
  /** Does `work` in a span below the one under way. An error of it is noted by its code and thrown. */
  trace<Result>(name: string, options: SpanOptions, work: (span: WorkSpan) => Result): Result;
  /** Continues the trace of the headers `traceparent` and `tracestate` of W3C, or begins one. */
  openRequest(headers: Headers): RequestSpan;
  /** Makes `work` a part of the span that is under way now, whenever and by whom it is called. */
  bind<Args extends unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Result;
  /** The ids of the span under way. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** Sends what is queued, for two seconds at most. */
  close(): Promise<void>;
}
