import type { Api } from '../client.ts';
import type { SavedState, TabState } from '../editor-tab.ts';
import { isTemporary, SdkError, toSdkError } from '../error.ts';
import type { Content } from './content.ts';
import { debounce } from './dom.ts';

export type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  | { kind: 'failed' | 'conflict'; reason: string };

/** The answer of a save. */
interface Saved {
  version: number;
  content?: unknown;
  tab?: SavedState | undefined;
}

/** What a save sends. One of both functions is called when it has ended. */
export interface StartedSave {
  content: Content;
  /** Of a tab that is live; another one names the version on which its content is based. */
  tab: TabState | undefined;
  confirm(saved: Saved): void;
  fail(): void;
}

interface SaverOptions {
  api: Api;
  templateId: string;
  version: number;
  /** Whether own changes are saved by themselves. */
  isAutomatic: boolean;
  /** Reads what is to be saved. */
  start(): StartedSave;
  onState(state: SaveState): void;
  onError(error: SdkError): void;
}

const AUTOSAVE_MS = 2000;
const RETRY_MS = 10_000;

/** Saves the template: one request at a time, and again after temporary failures. */
export class Saver {
  #version: number;
  #state: SaveState = { kind: 'saved' };
  #running: Promise<void> | undefined;
  /** There are own changes that no request has sent. */
  #isDirty = false;
  #name: string | undefined;
  #isClosed = false;
  /** The version that the service had at the last conflict. */
  #conflicting = 0;
  #isOverwriting = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #options: SaverOptions;
  readonly #soon = debounce(() => void this.save(), AUTOSAVE_MS);

  constructor(options: SaverOptions) {
    this.#options = options;
    this.#version = options.version;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The version that was loaded or saved last. */
  get version(): number {
    return this.#version;
  }

  get isDirty(): boolean {
    return this.#isDirty || this.#running !== undefined;
  }

  /** An own change: it is saved soon. */
  touch(name?: string): void {
    this.#isDirty = true;
    if (name !== undefined) this.#name = name;
    if (this.#state.kind !== 'conflict' && this.#running === undefined) this.#show({ kind: 'unsaved' });
    if (this.#options.isAutomatic && this.#state.kind !== 'conflict') this.#soon();
  }

  /** The content here equals the stored one. */
  settle(version: number): void {
    this.#version = version;
    this.#isDirty = false;
    this.#soon.cancel();
    clearTimeout(this.#retry);
    this.#show({ kind: 'saved' });
  }

  /** Saves now. Resolves when nothing is left to save, or saving has failed; never rejects. */
  save(): Promise<void> {
    this.#soon.cancel();
    clearTimeout(this.#retry);
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = undefined;
      if (this.#isDirty && this.#state.kind === 'saving') this.#show({ kind: 'unsaved' });
    });
    return this.#running;
  }

  /** Saves now. Rejects if that fails. */
  async saveOrThrow(): Promise<void> {
    await this.save();
    if ('reason' in this.#state) throw new SdkError(this.#state.reason);
  }

  /** Saves the own content over that of the others, after a conflict. */
  overwrite(): Promise<void> {
    this.#isDirty = true;
    this.#isOverwriting = true;
    return this.save();
  }

  close(): void {
    this.#isClosed = true;
    this.#soon.cancel();
    clearTimeout(this.#retry);
  }

  async #saveAll(): Promise<void> {
    do {
      this.#isDirty = false;
      this.#show({ kind: 'saving' });
      try {
        await this.#send();
      } catch (fault) {
        this.#fail(toSdkError(fault));
        return;
      }
      // Also after `close`, because nothing else would save the later changes.
    } while (this.#isDirty);
    this.#show({ kind: 'saved' });
  }

  async #send(): Promise<void> {
    const { api, templateId, start } = this.#options;
    const { content, tab, confirm, fail } = start();
    const base_version = this.#isOverwriting ? this.#conflicting : this.#version;
    const from = tab === undefined || this.#isOverwriting ? { base_version } : { tab };
    const name = this.#name;
    this.#name = undefined;
    try {
      const change = { template_id: templateId, content, ...from, ...(name !== undefined && { name }) };
      const saved: Saved = await api.updateTemplate(change as never);
      this.#version = saved.version;
      this.#isOverwriting = false;
      confirm(saved);
    } catch (fault) {
      this.#name ??= name;
      fail();
      throw fault;
    }
  }

  #fail(error: SdkError): void {
    this.#isDirty = true;
    this.#isOverwriting = false;
    const { current_version } = (error.cause ?? {}) as { current_version?: number };
    if (typeof current_version === 'number') this.#conflicting = current_version;
    this.#options.onError(error);
    const kind = error.statusCode === 409 || error.statusCode === 412 ? 'conflict' : 'failed';
    this.#show({ kind, reason: error.message });
    const isWorthTrying = kind === 'failed' && isTemporary(error) && this.#options.isAutomatic;
    if (isWorthTrying && !this.#isClosed) this.#retry = setTimeout(() => void this.save(), RETRY_MS);
  }

  #show(state: SaveState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

/** Whether two values are the same as JSON. The order of keys does not matter; fields that are undefined do not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isEqual(left[key], right[key]));
}
