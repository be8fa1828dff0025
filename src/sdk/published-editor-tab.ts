import { describeReplaced, EditorTab, type SavedState, type TabSave } from './editor-tab.ts';
import type { SdkError } from './error.ts';
import { findProvided } from './published-editor-patches.ts';
import type { PusherChannel, PusherClient } from './published-editor-socket.ts';

/** The parts of the editor's state that are used. */
interface EditorState {
  content: { value: unknown };
  state: { template: { id: string } | null };
}

type AuthenticatedFetch = (address: string, options?: RequestInit) => Promise<Response>;

/** What the service answers for a template, and for a save of it. */
interface TemplateAnswer {
  data?: { version?: number; merged?: boolean; tab?: SavedState };
}

/** In both spellings. */
const UNLOCKING = new Map([
  ['client-block_locked', 'client-block_unlocked'],
  ['client-blockLocked', 'client-blockUnlocked'],
]);

const TEMPLATE_PATH = /\/templates(\/[^/?]+)?$/;

/**
 * Speaks the realtime protocol (docs/realtime.md) for a published editor: it counts what passes through the editor's client of
 * `pusher-js`, and adds it to the editor's saves. An editor that lacks what is needed here stays as it is.
 */
export class PublishedEditorTab {
  readonly #editor: EditorState;
  readonly #onError: (error: SdkError) => void;
  /** The version of the content that the editor has loaded. */
  #version: number | undefined;
  #tab: EditorTab | undefined;
  /** Leaves the channel, or joins it again if it is that of this template. */
  #reconnect: (() => void) | undefined;

  static find(container: HTMLElement, onError: (error: SdkError) => void): PublishedEditorTab | undefined {
    const editor = findProvided(container, 'editor') as Partial<EditorState> | undefined;
    const auth = findProvided(container, 'authManager') as { authenticatedFetch?: AuthenticatedFetch };
    const isKnown = editor?.content !== undefined && editor.state?.template !== undefined;
    if (!isKnown || typeof auth?.authenticatedFetch !== 'function') return undefined;
    const tab = new PublishedEditorTab(editor as EditorState, onError);
    const fetch = auth.authenticatedFetch.bind(auth);
    auth.authenticatedFetch = (address, options = {}) =>
      TEMPLATE_PATH.test(address) ? tab.#fetch(fetch, address, options) : fetch(address, options);
    return tab;
  }

  private constructor(editor: EditorState, onError: (error: SdkError) => void) {
    this.#editor = editor;
    this.#onError = onError;
  }

  /** Wraps a client that has just been made, if it is that of this editor. */
  watch(client: PusherClient): void {
    const name = this.#channelName;
    const channel = client.channel?.(name);
    // A client that another editor of the page has wrapped has the function itself, not by its class.
    const isKnown = typeof client.send_event === 'function' && !Object.hasOwn(client, 'send_event');
    if (!isKnown || channel?.callbacks?.get === undefined) return;
    const send = client.send_event.bind(client);
    client.send_event = (event, data, to) => {
      if (event !== 'client-operation' || to !== name) return send(event, data, to);
      if (this.#tab !== undefined) return this.#tab.sendOperation(data as object);
      return channel.subscribed && send(event, data, to);
    };
    const tell = () => this.#tell(channel, (event, data) => channel.subscribed && send(event, data, name));
    const emit = channel.emit.bind(channel);
    /** Block → the event that unlocks it. */
    const locked = new Map<string, string>();
    channel.emit = (event, data, metadata) => {
      const result = emit(event, data, metadata);
      const { blockId = '' } = (data ?? {}) as { blockId?: string };
      const unlocking = UNLOCKING.get(event);
      if (unlocking !== undefined) locked.set(blockId, unlocking);
      if (event === 'pusher:subscription_succeeded') {
        // The editor (0.10.4) keeps the locks of its former connection, and refuses changes of these blocks.
        for (const [block, unlock] of locked) emit(unlock, { blockId: block });
        locked.clear();
        // The editor begins to listen in a microtask after its first subscription.
        queueMicrotask(tell);
      } else if (event === 'content-replaced') this.#onError(describeReplaced(data));
      this.#tab?.receive(data);
      return result;
    };
    if (channel.subscribed) tell();
    this.#reconnect = () => {
      // The editor (0.10.4) stays in the channel of its first template.
      if (this.#channelName !== name) return client.unsubscribe(name);
      client.disconnect();
      client.connect();
    };
  }

  close(): void {
    this.#tab?.close();
  }

  get #channelName(): string {
    return `presence-template.${this.#editor.state.template?.id}`;
  }

  #tell(channel: PusherChannel, transmit: (event: string, data: object) => boolean): void {
    // Without collaboration, the editor is in its channel for comments only and handles no operations.
    const isLive = channel.subscribed && channel.callbacks?.get?.('client-operation') !== undefined;
    if (!isLive || this.#version === undefined) return;
    this.#tab ??= new EditorTab(this.#version, transmit);
    this.#tab.tell(this.#editor.content.value);
  }

  /** Sends a request for templates. It has to run up to the first `await` in the turn in which the editor made the body. */
  async #fetch(fetch: AuthenticatedFetch, address: string, options: RequestInit): Promise<Response> {
    const { method = 'GET', body } = options;
    const isSave = method === 'PUT' && typeof body === 'string';
    const save = isSave ? this.#tab?.startSave() : undefined;
    const whole = save ? `{"tab":${JSON.stringify(save.tab)},${String(body).slice(1)}` : body;
    try {
      const answer = await fetch(address, { ...options, ...(whole !== undefined && { body: whole }) });
      const json = answer.json.bind(answer);
      answer.json = async () => {
        const read = await json();
        if (isSave) this.#recordSave(read, save);
        else this.#recordLoad(read);
        return read;
      };
      if (!answer.ok) save?.fail();
      return answer;
    } catch (fault) {
      save?.fail();
      throw fault;
    }
  }

  #recordSave({ data }: TemplateAnswer, save: TabSave | undefined): void {
    if (save !== undefined) save.confirm(data?.tab);
    // The editor does not show what a save was merged with.
    else if (data?.merged !== true) this.#version = data?.version ?? this.#version;
  }

  /** The editor shows a stored content. For the service it is another tab then. */
  #recordLoad({ data }: TemplateAnswer): void {
    if (typeof data?.version !== 'number') return;
    this.#version = data.version;
    if (this.#tab === undefined) return;
    this.#tab.close();
    this.#tab = undefined;
    // Later, because the editor has to take the content first.
    setTimeout(() => this.#reconnect?.());
  }
}
