import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from '../http/request-log.ts';
import { VERSION } from '../platform/version.ts';
import type { Metric } from './metric.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Projects that `project_requests` lists. */
const TOP_PROJECTS = 20;

/** Most projects that are counted. Beyond that, the one that was counted first is dropped. */
const MAX_PROJECTS = 10_000;

/** The default metrics of the library that are meaningful in this runtime. */
const OF_THE_PROCESS = /^(process_(cpu|start|resident|open|max)|nodejs_eventloop_lag)/;

/** Counts requests and tool calls, and reads all other metrics when they are asked for. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'galley_http_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [this.#registry],
  });
  readonly #requestSeconds = new Histogram({
    name: 'galley_http_request_seconds',
    help: 'Time until a request was answered.',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers: [this.#registry],
  });
  readonly #toolCalls = new Counter({
    name: 'galley_tool_calls_total',
    help: 'Finished tool calls of agents by outcome: ok, or the code of the error.',
    labelNames: ['tool', 'outcome'],
    registers: [this.#registry],
  });
  readonly #toolSeconds = new Histogram({
    name: 'galley_tool_call_seconds',
    help: 'Duration of tool calls.',
    labelNames: ['tool'],
    buckets: SECONDS,
    registers: [this.#registry],
  });
  readonly #projects = new Map<string, number>();
  /** The running reading. Counters are reset before they are read, so concurrent requests share one reading. */
  #reading: Promise<string> | undefined;

  constructor(metrics: readonly Metric[]) {
    collectDefaultMetrics({ register: this.#registry });
    for (const { name } of this.#registry.getMetricsAsArray())
      if (!name.startsWith('galley_') && !OF_THE_PROCESS.test(name)) this.#registry.removeSingleMetric(name);
    for (const metric of [...metrics, version, this.#projectRequests()]) this.#add(metric);
  }

  readonly contentType = this.#registry.contentType;

  countRequest({ operation, status, ms, scope }: AnsweredRequest): void {
    this.#requests.labels(operation, String(status)).inc();
    this.#requestSeconds.labels(operation).observe(ms / 1000);
    if (scope !== undefined && 'projectId' in scope) this.#countProject(scope.projectId);
  }

  countToolCall({ tool, outcome, durationMs }: { tool: string; outcome: string; durationMs: number }): void {
    this.#toolCalls.labels(tool, outcome).inc();
    this.#toolSeconds.labels(tool).observe(durationMs / 1000);
  }

  /** All metrics in the text format of Prometheus. */
  read(): Promise<string> {
    this.#reading ??= this.#registry.metrics().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  #add({ name, help, type, labels = [], read }: Metric): void {
    const Kind = type === 'counter' ? Counter : Gauge;
    new Kind({
      name: `galley_${name}`,
      help,
      labelNames: labels,
      registers: [this.#registry],
      async collect() {
        const found = await read();
        this.reset();
        if (typeof found === 'number') this.inc(found);
        else for (const { labels, value } of found) this.inc(labels, value);
      },
    });
  }

  #countProject(projectId: string): void {
    const known = this.#projects.get(projectId);
    this.#projects.set(projectId, (known ?? 0) + 1);
    if (known !== undefined || this.#projects.size <= MAX_PROJECTS) return;
    const [oldest] = this.#projects.keys();
    if (oldest !== undefined) this.#projects.delete(oldest);
  }

  #projectRequests(): Metric {
    return {
      name: 'project_requests',
      help: `Requests since the start of the server, of the ${TOP_PROJECTS} projects with the most.`,
      type: 'gauge',
      labels: ['project'],
      read: () =>
        [...this.#projects]
          .sort(([, a], [, b]) => b - a)
          .slice(0, TOP_PROJECTS)
          .map(([project, value]) => ({ labels: { project }, value })),
    };
  }
}

const version: Metric = {
  name: 'info',
  help: 'The version of the server.',
  type: 'gauge',
  labels: ['version'],
  read: () => [{ labels: { version: VERSION }, value: 1 }],
};
