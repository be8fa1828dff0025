import { FLAVOURS, type Flavour, type McpClient } from '../binary/mcp-clients.ts';
import { openTenant, type Tenant } from '../binary/support.ts';
import { signUser } from '../support/signed-user.ts';
import { type Content, type Ledger, marksIn } from './ledger.ts';
import { type Stage, TENANT } from './stage.ts';

interface Current {
  version: number;
  content: Content;
}

/** A whole content with one change: the text of a block, or a new block. */
function changeContent(content: Content, share: number, mark: string): Content {
  const changed = structuredClone(content);
  const texts = changed.blocks.filter(({ type }: Content) => type === 'paragraph' || type === 'title');
  const block = texts[Math.floor(share * texts.length)];
  if (block === undefined) changed.blocks.push({ id: mark, type: 'paragraph', content: `<p>${mark}</p>` });
  else block.content = `<p>${mark}</p>`;
  return changed;
}

/** Changes of a program over REST and of an agent at the tool server. */
export class Programs {
  readonly comments: string[] = [];
  #tenant: Tenant | undefined;
  #agent: McpClient | undefined;
  /** The content that the REST program has read and not written yet. */
  #held: Current | undefined;

  constructor(
    readonly stage: Stage,
    readonly template: string,
    readonly ledger: Ledger,
  ) {}

  static async create(stage: Stage, content: Content): Promise<string> {
    const tenant = await openTenant(stage.url, stage.first, TENANT);
    const { body } = await tenant.call('POST', '/templates', { body: { content } });
    return body.data.id;
  }

  async close(): Promise<void> {
    await this.#agent?.close().catch(() => {});
    this.#agent = undefined;
  }

  async read(): Promise<Current> {
    return (await this.#call('GET', '')).body.data;
  }

  async readHistory(): Promise<Content[]> {
    const contents: Content[] = [];
    let cursor = '';
    do {
      const { body } = await this.#call('GET', `/snapshots?limit=50${cursor && `&cursor=${cursor}`}`);
      contents.push(...body.data.map((version: Content) => version.content));
      cursor = body.meta?.next_cursor ?? '';
    } while (cursor !== '');
    return contents;
  }

  async hold(): Promise<void> {
    this.#held = await this.read();
  }

  /** Writes a whole content, made from what was read last. */
  async put(share: number, mark: string, saysVersion: boolean): Promise<string> {
    const { version, content } = this.#held ?? (await this.read());
    this.#held = undefined;
    const sent = changeContent(content, share, mark);
    const body = { content: sent, ...(saysVersion && { expected_version: version }) };
    const by = saysVersion ? 'rest' : 'rest, blind';
    const answer = await this.#write(by, () => this.#call('PUT', '', body));
    if (answer === undefined) return 'no answer';
    if (answer.status === 409) return 'refused';
    if (answer.status !== 200) throw new Error(`PUT answered ${answer.status} ${answer.text.slice(0, 300)}`);
    this.#recordRemoved(content, sent);
    if (!saysVersion) this.ledger.blind(by);
    else this.ledger.saw(by, marksIn(content));
    this.ledger.stored(by, answer.body.data.version, sent, answer.body.data.content);
    return 'stored';
  }

  async restore(share: number): Promise<string> {
    const { body } = await this.#call('GET', '/snapshots?limit=20');
    const chosen = body.data[Math.floor(share * body.data.length)];
    if (chosen === undefined) return 'no version';
    const before = await this.read();
    const by = 'restore, blind';
    const answer = await this.#write(by, () => this.#call('POST', `/snapshots/${chosen.id}/restore`));
    if (answer === undefined) return 'no answer';
    if (answer.status !== 200)
      throw new Error(`restore answered ${answer.status} ${answer.text.slice(0, 300)}`);
    const { version, content } = answer.body.data;
    this.#recordRemoved(before.content, content);
    this.ledger.blind(by);
    this.ledger.stored(by, version, content, content);
    return 'restored';
  }

  async comment(mark: string): Promise<string> {
    const body = { body: mark, ...signUser(this.stage.first.signing_key, 'u9') };
    const answer = await this.#write('comment', () => this.#call('POST', '/comments', body));
    if (answer === undefined) return 'no answer';
    if (answer.status !== 201) throw new Error(`a comment was answered ${answer.status} ${answer.text}`);
    this.comments.push(answer.body.data.id);
    return 'stored';
  }

  async findLostComments(): Promise<string[]> {
    if (this.comments.length === 0) return [];
    const { text } = await this.#call('GET', '/comments');
    return this.comments.filter((id) => !text.includes(id)).map((id) => `comment ${id} is gone`);
  }

  /** An operation of the agent, or a whole content. */
  async agent(kind: string, share: number, mark: string, saysVersion: boolean): Promise<string> {
    const { version, content } = await this.read();
    const after = structuredClone(content);
    const operation = makeOperation(kind, after, share, mark);
    const change =
      operation === undefined
        ? { content: changeContent(content, share, mark) }
        : { operations: [operation] };
    const sent = 'content' in change ? change.content : after;
    const args = { template_id: this.template, ...change, ...(saysVersion && { expected_version: version }) };
    const by = saysVersion ? 'agent' : 'agent, blind';
    const answer = await this.#write(by, async () =>
      (await this.#connectAgent()).callTool({ name: 'update-template', arguments: args }),
    );
    if (answer === undefined) return 'no answer';
    const result = answer.structuredContent;
    if (answer.isError) {
      if (/version/.test(JSON.stringify(answer.content))) return 'refused';
      throw new Error(`update-template: ${JSON.stringify(answer.content).slice(0, 300)}`);
    }
    this.#recordRemoved(content, sent);
    if (!saysVersion) this.ledger.blind(by);
    else this.ledger.saw(by, marksIn(content));
    const written = JSON.stringify(change).includes(mark) ? mark : '';
    if (written !== '') this.ledger.acknowledge(by, mark, result.version);
    const now = await this.read().catch(() => undefined);
    if (now !== undefined && now.version === result.version)
      this.ledger.stored(by, now.version, written, now.content);
    return 'stored';
  }

  async #connectAgent(): Promise<McpClient> {
    const headers = {
      Authorization: `Bearer ${this.stage.first.api_key}`,
      'X-Project-Id': this.stage.first.project_id,
      'X-Tenant': TENANT,
    };
    const reach = { url: `${this.stage.url}/api/v1/mcp`, headers };
    this.#agent ??= (await (FLAVOURS[2] as Flavour).connect(reach)).client;
    return this.#agent;
  }

  /** Undefined if the server ended during the request. The change may have been made. */
  async #write<T>(by: string, write: () => Promise<T>): Promise<T | undefined> {
    try {
      return await write();
    } catch {
      this.ledger.unanswered(by);
      await this.close();
      return undefined;
    }
  }

  #recordRemoved(before: Content, after: Content): void {
    const left = marksIn(after);
    this.ledger.removed([...marksIn(before)].filter((mark) => !left.has(mark)));
  }

  async #call(method: string, path: string, body?: object) {
    this.#tenant ??= await openTenant(this.stage.url, this.stage.first, TENANT);
    const ask = () =>
      (this.#tenant as Tenant).call(
        method,
        `/templates/${this.template}${path}`,
        body === undefined ? {} : { body },
      );
    const answer = await ask();
    if (answer.status !== 401) return answer;
    this.#tenant = await openTenant(this.stage.url, this.stage.first, TENANT);
    return ask();
  }
}

/** An operation for `update-template`; `after` is changed alike. Undefined for a whole content. */
function makeOperation(kind: string, after: Content, share: number, mark: string): object | undefined {
  const { blocks } = after;
  const index = Math.floor(share * blocks.length);
  const block = blocks[index];
  const isText = block?.type === 'paragraph' || block?.type === 'title';
  const content = `<p>${mark}</p>`;
  if (kind === 'content') return undefined;
  if (kind === 'update' && isText) {
    block.content = content;
    return { op: 'update', id: block.id, fields: { content } };
  }
  if (kind === 'delete' && blocks.length > 4) {
    blocks.splice(index, 1);
    return { op: 'delete', id: block.id };
  }
  if (kind === 'move' && block !== undefined) return { op: 'move', id: block.id, index: 0 };
  if (kind === 'settings') {
    after.settings.preheaderText = mark;
    return { op: 'update_settings', fields: { preheaderText: mark } };
  }
  blocks.splice(index, 0, { id: `agent-${mark}`, content });
  return { op: 'add', block: { id: `agent-${mark}`, type: 'paragraph', content }, index };
}
