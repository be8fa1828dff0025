import type { Api } from '../api.generated.ts';
import type { Session } from '../auth.ts';
import { SdkError, toSdkError } from '../error.ts';
import type { Realtime } from '../realtime.ts';
import type { Content } from './content.ts';
import { make } from './dom.ts';
import type { LoadedTemplate } from './editing-session.ts';
import STYLE from './style.css.txt' with { type: 'text' };
import { TEXTS } from './texts.ts';
import { Workspace } from './workspace.ts';

/** What the editor needs of the client: the result of `init`, or the argument of an adapter. */
export interface EditorConnection {
  api: Api;
  realtime: Realtime;
  getSession(): Promise<Session>;
}

/**
 * The element `<galley-editor>`. Attributes: `template`, the id of the template to open; `readonly`; `autosave="off"`; `theme`, `light` or `dark`.
 * It starts when its property `connection` is set. Events: `galley-load`, `galley-change`, `galley-select`,
 * `galley-save`, `galley-error`.
 */
export class GalleyEditorElement extends HTMLElement {
  static readonly observedAttributes = ['template', 'readonly', 'autosave'];
  readonly #root: ShadowRoot;
  #connection: EditorConnection | undefined;
  #workspace: Workspace | undefined;
  #loaded: LoadedTemplate | undefined;
  /** Answers for a template that is no longer wanted are dropped. */
  #turn = 0;
  /** Saves the open template when the element leaves the page. */
  #leaving: Promise<void> | undefined;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [style];
    this.#showNote(TEXTS.noTemplate);
  }

  get connection(): EditorConnection | undefined {
    return this.#connection;
  }

  set connection(connection: EditorConnection | undefined) {
    this.#connection = connection;
    this.#openAttribute();
  }

  get templateId(): string | undefined {
    return this.#loaded?.id;
  }

  connectedCallback(): void {
    window.addEventListener('beforeunload', this.#warnOfLoss);
    this.#openAttribute();
  }

  disconnectedCallback(): void {
    window.removeEventListener('beforeunload', this.#warnOfLoss);
    this.#leaving = this.#saveOpen().catch((fault) => this.#emit('error', { error: toSdkError(fault) }));
    this.#close();
  }

  attributeChangedCallback(name: string): void {
    if (name === 'template') this.#openAttribute();
    else if (this.#loaded !== undefined) void this.load(this.#loaded.id).catch(() => {});
  }

  /** Opens a template. The previous one is saved first, and stays open if that fails. */
  async load(templateId: string): Promise<LoadedTemplate> {
    this.#turn += 1;
    const turn = this.#turn;
    await this.#leaving;
    await this.#saveOpen();
    await this.#saveInOthers(templateId);
    if (turn === this.#turn) this.#showNote(TEXTS.loading);
    try {
      const { api, getSession } = this.#require();
      const [template, config, session] = await Promise.all([
        api.getTemplate({ template_id: templateId }),
        api.getProjectConfig(),
        getSession(),
      ]);
      const loaded = template as unknown as LoadedTemplate;
      if (turn === this.#turn) this.#show(loaded, config.features, session);
      return loaded;
    } catch (fault) {
      throw this.#fail(toSdkError(fault), () => this.load(templateId));
    }
  }

  /** Makes a template and opens it. */
  async create(content?: unknown, name?: string): Promise<LoadedTemplate> {
    await this.#saveOpen();
    try {
      const { api } = this.#require();
      const made = await api.createTemplate({
        content: (content ?? { blocks: [] }) as never,
        ...(name !== undefined && { name }),
      });
      return await this.load(made.id);
    } catch (fault) {
      throw this.#fail(toSdkError(fault));
    }
  }

  /** Saves unsaved changes. Rejects if that fails. */
  async save(): Promise<void> {
    const saver = this.#workspace?.session.saver;
    await saver?.save();
    if (saver !== undefined && 'reason' in saver.state) throw new SdkError(saver.state.reason);
  }

  getContent(): Content | undefined {
    return this.#workspace?.session.document.content;
  }

  /** Replaces the content, as an own change that can be undone. */
  setContent(content: Content): void {
    this.#workspace?.session.document.change([{ operation: 'set_content', data: { content } }]);
  }

  readonly #warnOfLoss = (event: Event) => {
    if (this.#workspace?.session.saver.isDirty) event.preventDefault();
  };

  #openAttribute(): void {
    const id = this.getAttribute('template');
    const isWanted = id !== null && id !== '' && id !== this.#loaded?.id;
    if (isWanted && this.isConnected && this.#connection !== undefined) void this.load(id).catch(() => {});
  }

  #require(): EditorConnection {
    if (this.#connection !== undefined) return this.#connection;
    throw new SdkError(
      'The editor has no connection: set its property `connection` to what `init` resolves to.',
    );
  }

  #show(template: LoadedTemplate, features: Readonly<Record<string, boolean>>, { user }: Session): void {
    this.#close();
    this.#loaded = template;
    const { api, realtime } = this.#require();
    this.#workspace = new Workspace({
      api,
      realtime,
      user,
      features,
      template,
      isReadOnly: this.hasAttribute('readonly'),
      isAutomatic: this.getAttribute('autosave') !== 'off',
      emit: (name, detail) => this.#emit(name, detail),
      onError: (error) => this.#emit('error', { error }),
    });
    // Where the element moves in the page, it opens the same template again.
    this.setAttribute('template', template.id);
    this.#root.replaceChildren(this.#workspace.element);
    this.#workspace.start();
    this.#emit('load', { template });
  }

  async #saveOpen(): Promise<void> {
    const saver = this.#workspace?.session.saver;
    if (!saver?.isDirty) return;
    await saver.save();
    if ('reason' in saver.state) throw new SdkError(saver.state.reason);
  }

  /** Other editors of the page tell each other their changes, but not those from before this one has opened. */
  async #saveInOthers(templateId: string): Promise<void> {
    const others = document.querySelectorAll<GalleyEditorElement>(this.localName);
    const open = [...others].filter((other) => other !== this && other.templateId === templateId);
    await Promise.all(open.map((other) => other.save().catch(() => {})));
  }

  #close(): void {
    this.#workspace?.close();
    this.#workspace = undefined;
    this.#loaded = undefined;
  }

  #fail(error: SdkError, retry?: () => Promise<unknown>): SdkError {
    this.#showNote(error.message, retry);
    this.#emit('error', { error });
    return error;
  }

  #showNote(text: string, retry?: () => Promise<unknown>): void {
    this.#close();
    const again =
      retry && make('button', { type: 'button', onclick: () => retry().catch(() => {}) }, TEXTS.retry);
    this.#root.replaceChildren(
      make('div', { className: 'note', role: 'status' }, make('p', {}, text), again),
    );
  }

  #emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`galley-${name}`, { detail, bubbles: true, composed: true }));
  }
}
