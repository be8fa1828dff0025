import type { Credentials } from '../binary/support.ts';
import { type Answer, readAnswer } from '../support/test-app.ts';
import type { Lab } from './lab.ts';

/**
 * What a request came to. `none`: the server was killed, so it may or may not have been carried out. `failed`: an answer
 * that was not expected, which is a violation.
 */
type Reply = { kind: 'answer'; answer: Answer } | { kind: 'throttled' | 'none' | 'failed' };

/** What tools that change templates answer. */
interface ToolResult {
  id: string;
  version: number;
}

interface Options {
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** Expected statuses beside those of success. */
  allow?: readonly number[];
}

/** A tenant of one project that calls the server as editors and backends do, and checks each answer. */
export class TenantClient {
  readonly canary: string;
  /** The present access token. */
  token: string | undefined;

  constructor(
    readonly lab: Lab,
    readonly credentials: Credentials & { project_id: string; signing_key: string; api_key: string },
    readonly slug: string,
  ) {
    this.canary = `canary-${slug}`;
  }

  get base(): string {
    return `/api/v1/projects/${this.credentials.project_id}/tenants/${this.slug}`;
  }

  /** A REST call below the path of the tenant. `kind`: the name in the summary. */
  async call(kind: string, method: string, path: string, options: Options = {}): Promise<Reply> {
    const token = await this.#readToken();
    if (token === undefined) return { kind: 'none' };
    const reply = await this.send(kind, method, this.base + path, {
      ...options,
      allow: [...(options.allow ?? []), 401],
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
    if (reply.kind !== 'answer' || reply.answer.status !== 401) return reply;
    // The token has expired.
    this.token = undefined;
    return this.call(kind, method, path, options);
  }

  /** A tool call of an agent. The result is that of the tool. */
  async callTool(name: string, args: object): Promise<ToolResult | undefined> {
    const { lab } = this;
    const metFullDisk = lab.watchDisk();
    const reply = await this.send(`tool ${name}`, 'POST', '/api/v1/mcp', {
      body: { jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name, arguments: args } },
      headers: {
        authorization: `Bearer ${this.credentials.api_key}`,
        'x-project-id': this.credentials.project_id,
        'x-tenant': this.slug,
        accept: 'application/json, text/event-stream',
      },
    });
    if (reply.kind !== 'answer') return undefined;
    const { result } = reply.answer.body ?? {};
    if (result?.isError && metFullDisk() && reply.answer.text.includes('no disk space left')) {
      lab.count(`tool ${name}`, 'throttled');
      await Bun.sleep(50);
      return undefined;
    }
    if (result === undefined || result.isError) {
      lab.fail(`tool ${name} of ${this.slug}: ${reply.answer.text.slice(0, 300)}`);
      return undefined;
    }
    return result.structuredContent;
  }

  /** A request to any path. Unexpected statuses and canaries of other tenants are violations. */
  async send(kind: string, method: string, path: string, options: Options): Promise<Reply> {
    const { lab } = this;
    await lab.whenUp();
    const { epoch } = lab;
    const metFullDisk = lab.watchDisk();
    const started = performance.now();
    let answer: Answer;
    try {
      const headers: Record<string, string> = { ...options.headers };
      if (options.body !== undefined) headers['content-type'] = 'application/json';
      const body = options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
      const init: RequestInit = { method, headers, ...(body !== undefined && { body }) };
      answer = await readAnswer(await fetch(lab.url + path, init));
    } catch (error) {
      lab.count(kind, 'none');
      if (lab.isUp && lab.epoch === epoch) lab.fail(`${kind}: the connection failed: ${error}`);
      return { kind: 'none' };
    }
    lab.measure(kind, performance.now() - started);
    this.checkCanaries(kind, answer.text);
    const { status } = answer;
    if (status === 507 && metFullDisk()) {
      lab.count(kind, 'throttled');
      await Bun.sleep(50);
      return { kind: 'throttled' };
    }
    if (status === 429 || status === 503) {
      lab.count(kind, 'throttled');
      if (!answer.headers.has('retry-after') && lab.isUp && lab.epoch === epoch)
        lab.fail(`${kind}: ${status} without Retry-After: ${answer.text.slice(0, 200)}`);
      return { kind: 'throttled' };
    }
    if ((status >= 200 && status <= 299) || options.allow?.includes(status))
      return { kind: 'answer', answer };
    lab.fail(`${kind}: ${method} ${path} → ${status} ${answer.text.slice(0, 300)}`);
    return { kind: 'failed' };
  }

  /** Every text that a tenant stores has its canary, so another one in an answer is a leak. */
  checkCanaries(kind: string, text: string): void {
    for (const [found] of text.matchAll(/canary-[a-z]+\d+/g)) {
      if (found !== this.canary) this.lab.fail(`${kind}: ${this.slug} received ${found}`);
    }
  }

  async #readToken(): Promise<string | undefined> {
    if (this.token !== undefined) return this.token;
    const { client_id, client_secret } = this.credentials;
    const reply = await this.send('token exchange', 'POST', '/api/v1/auth/token', {
      body: { client_id, client_secret, tenant: this.slug },
    });
    if (reply.kind !== 'answer') return undefined;
    this.token = reply.answer.body.token as string;
    return this.token;
  }
}
