import type { Session } from '../auth.ts';
import type { Api } from '../client.ts';
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
 * The element `<galley-editor>`. Attributes: `template`, the id of the template to open; `readonly`; `autosave="off"`;
 * `theme`, `light` or `dark`. It starts when its property `connection` is set. Events: `galley-load`, `galley-change`,
 * `galley-select`, `galley-save`, `galley-error`.
 */
export class GalleyEditorElement extends HTMLElement {
  static readonly observedAttributes = ['template', 'readonly', 'autosave'];
  readonly #root: ShadowRoot;
  #connection: EditorConnection | undefined;
  #workspace: Workspace | undefined;
  #loaded: LoadedTemplate | undefined;
  /** Counts calls of `load`. The answer of a call is dropped after a later call. */
  #turn = 0;
  /** Id of the template that is being loaded. */
  #loading: string | undefined;
  /** The save of the open template that began when the element left the page. */
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
    if (this.#loading === undefined) this.#openAttribute();
    else void this.load(this.#loading).catch(() => {});
  }

  disconnectedCallback(): void {
    window.removeEventListener('beforeunload', this.#warnOfLoss);
    // An element outside the page must not open a template.
    this.#turn += 1;
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
    const isCurrent = () => turn === this.#turn;
    this.#loading = templateId;
    try {
      await this.#leaving;
      await this.#saveOpen();
      await this.#saveInOthers(templateId);
      if (isCurrent()) this.#showNote(TEXTS.loading);
      return await this.#open(templateId, isCurrent);
    } finally {
      if (isCurrent()) this.#loading = undefined;
    }
  }

  /** Reads a template and shows it, or why it cannot be shown, unless another one has been asked for since. */
  async #open(templateId: string, isCurrent: () => boolean): Promise<LoadedTemplate> {
    try {
      const { api, getSession } = this.#require();
      const [template, config, session] = await Promise.all([
        api.getTemplate({ template_id: templateId }),
        api.getProjectConfig(),
        getSession(),
      ]);
      const loaded = template as unknown as LoadedTemplate;
      if (isCurrent()) this.#show(loaded, config.features, session);
      return loaded;
    } catch (fault) {
      const error = toSdkError(fault);
      if (isCurrent()) this.#showNote(error.message, () => this.load(templateId));
      this.#emit('error', { error });
      throw error;
    }
  }

  /** Makes a template and opens it. */
  async create(content?: unknown, name?: string): Promise<LoadedTemplate> {
    await this.#saveOpen();
    const made = await this.#create(content, name).catch((fault) => {
      const error = toSdkError(fault);
      // An open template stays open.
      if (this.#workspace === undefined) this.#showNote(error.message);
      this.#emit('error', { error });
      throw error;
    });
    return this.load(made.id);
  }

  async #create(content: unknown, name: string | undefined): Promise<{ id: string }> {
    return this.#require().api.createTemplate({
      content: (content ?? { blocks: [] }) as never,
      ...(name !== undefined && { name }),
    });
  }

  /** Saves unsaved changes. Rejects if that fails. */
  async save(): Promise<void> {
    await this.#workspace?.session.saver.saveOrThrow();
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
    // An element that is moved in the page opens the same template again.
    this.setAttribute('template', template.id);
    this.#root.replaceChildren(this.#workspace.element);
    this.#workspace.start();
    this.#emit('load', { template });
  }

  async #saveOpen(): Promise<void> {
    const saver = this.#workspace?.session.saver;
    if (saver?.isDirty) await saver.saveOrThrow();
  }

  /** Saves the changes of other editors of the page. They send each other only the changes that follow. */
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
