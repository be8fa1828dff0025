import type { SignedUser } from '../auth.ts';
import type { Api } from '../client.ts';
import type { SdkError } from '../error.ts';
import type { Realtime } from '../realtime.ts';
import { BlockActions } from './block-actions.ts';
import { type Content, find } from './content.ts';
import type { StepDone } from './document.ts';
import { EditingSession, type LoadedTemplate } from './editing-session.ts';
import { type KeyActions, MOD } from './keyboard.ts';
import { Messages } from './messages.ts';
import { Parts } from './parts.ts';
import type { SaveState } from './saver.ts';
import { fill, TEXTS } from './texts.ts';
import { describeState } from './top-bar.ts';

interface WorkspaceOptions {
  api: Api;
  realtime: Realtime;
  user: SignedUser | undefined;
  /** Which features the plan has. */
  features: Readonly<Record<string, boolean>>;
  template: LoadedTemplate;
  isReadOnly: boolean;
  isAutomatic: boolean;
  /** Tells the page. */
  emit(name: 'change' | 'save' | 'select', detail: unknown): void;
  onError(error: SdkError): void;
}

/** The editor of one template: it connects the actions in its parts with what they show. */
export class Workspace {
  readonly session: EditingSession;
  readonly #options: WorkspaceOptions;
  readonly #actions: BlockActions;
  readonly #messages = new Messages();
  readonly #parts: Parts;
  /** An old version that is looked at. */
  #version: Content | undefined;

  constructor(options: WorkspaceOptions) {
    const { api, isReadOnly, features, user, template } = options;
    this.#options = options;
    this.session = this.#makeSession();
    this.#actions = new BlockActions({
      document: this.session.document,
      mayChange: (id) => this.#mayChange(id),
      select: (id) => this.#select(id),
      announce: (text) => this.#messages.announce(text),
    });
    this.#parts = new Parts({
      api,
      templateId: template.id,
      isReadOnly,
      hasComments: features.commenting === true && user !== undefined,
      session: this.session,
      actions: this.#actions,
      messages: this.#messages,
      readContent: () => this.#version ?? this.session.document.content,
      select: (id) => this.#select(id),
      mayDrag: (id) => (id === undefined ? this.#mayEdit : this.#mayChange(id)),
      keys: this.#keys,
      showVersion: (content) => this.#showVersion(content),
    });
    this.#parts.topBar.showName(template.name ?? '');
  }

  get element(): HTMLElement {
    return this.#parts.element;
  }

  start(): void {
    this.session.start();
    this.#refresh();
    this.#showPeople();
    this.#parts.topBar.showState({ kind: 'saved' });
    void this.#parts.preview.draw();
    void this.#parts.comments?.load();
  }

  close(): void {
    this.session.close();
    this.#parts.close();
  }

  #makeSession(): EditingSession {
    const { api, realtime, template, user, features, isAutomatic, isReadOnly, onError, emit } = this.#options;
    return new EditingSession({
      api,
      realtime,
      template,
      user: features.collaboration === true ? user : undefined,
      isAutomatic: isAutomatic && !isReadOnly,
      onContent: (isOwn) => {
        this.#refresh();
        this.#parts.preview.update();
        if (isOwn) emit('change', { content: this.session.document.content });
      },
      onPeople: () => this.#showPeople(),
      onComment: () => this.#parts.comments?.reload(),
      onState: (state) => this.#showState(state),
      announce: (text) => this.#messages.announce(text),
      notify: (text) => this.#messages.notify(text),
      onError,
    });
  }

  readonly #keys: KeyActions = {
    save: () => this.#options.isReadOnly || void this.session.saver.save(),
    undo: () => this.#undo(),
    redo: () => this.#redo(),
    step: (to) => this.#parts.canvas.step(to),
    edit: () => this.#edit(),
    leave: () => this.#select(undefined),
    move: (by) => this.#withSelected((id) => this.#actions.move(id, by)),
    duplicate: () => this.#withSelected((id) => this.#actions.duplicate(id)),
    remove: () => this.#withSelected((id) => this.#remove(id)),
    showKeys: () => this.#parts.keysDialog.showModal(),
  };

  #withSelected(work: (id: string) => void): void {
    const id = this.#parts.canvas.selected;
    if (id !== undefined && this.#mayEdit) work(id);
  }

  #remove(id: string): void {
    this.#actions.remove(id, `${MOD}Z`);
    this.#parts.canvas.focus();
  }

  #undo(): void {
    if (!this.#mayEdit) return;
    this.#showStep(
      this.session.document.undo((id) => this.#mayChange(id)),
      TEXTS.undone,
    );
  }

  #redo(): void {
    if (!this.#mayEdit) return;
    this.#showStep(
      this.session.document.redo((id) => this.#mayChange(id)),
      TEXTS.redone,
    );
  }

  #showStep(done: StepDone | undefined, text: string): void {
    if (done === undefined) return;
    const { blockId } = done;
    if (blockId !== undefined && find(this.session.document.content, blockId) !== undefined)
      this.#select(blockId);
    this.#messages.announce(text);
  }

  /** Old versions are only looked at. */
  get #mayEdit(): boolean {
    return !this.#options.isReadOnly && this.#version === undefined;
  }

  /** Whether a block may be changed here and now. */
  #mayChange(id: string): boolean {
    const holder = this.session.presence.holderOf(id);
    if (holder !== undefined) this.#messages.announce(fill(TEXTS.lockedBy, { name: holder.name }));
    return holder === undefined && this.#mayEdit;
  }

  #select(id: string | undefined): void {
    this.#parts.canvas.select(id);
    this.#lock();
    this.#showSelection();
    const { tabs } = this.#parts;
    const isForm = id !== undefined && this.#version === undefined && tabs.current !== 'comments';
    if (isForm && tabs.current !== 'block') tabs.show('block');
    this.#options.emit('select', { blockId: id });
  }

  #showSelection(): void {
    this.#parts.blockPanel.show(this.#parts.canvas.selected);
    this.#parts.palette.update();
    this.#parts.comments?.showSelection();
  }

  /** The selected block is locked for the others, unless one of them has it. */
  #lock(): void {
    const { selected } = this.#parts.canvas;
    const { presence } = this.session;
    const isFree =
      selected !== undefined && presence.holderOf(selected) === undefined && !this.#options.isReadOnly;
    presence.select(isFree ? selected : undefined);
  }

  #edit(): void {
    this.#parts.tabs.show('block');
    this.#parts.blockPanel.focus();
  }

  #refresh(): void {
    const { document } = this.session;
    const { selected } = this.#parts.canvas;
    if (selected !== undefined && find(document.content, selected) === undefined) this.#select(undefined);
    this.#parts.canvas.update();
    this.#showSelection();
    this.#parts.settings.show(document.content.settings);
    this.#parts.topBar.showSteps(document.canUndo, document.canRedo);
  }

  #showPeople(): void {
    this.#parts.topBar.showPeople(this.session.presence.others);
    this.#lock();
    this.#parts.canvas.update();
    this.#parts.blockPanel.show(this.#parts.canvas.selected);
  }

  #showState(state: SaveState): void {
    this.#parts.topBar.showState(state);
    if (state.kind === 'saved' || 'reason' in state) this.#messages.announce(describeState(state));
    if (state.kind !== 'saved') return;
    if (this.#parts.tabs.current === 'history') this.#parts.history.reload();
    this.#options.emit('save', { version: this.session.saver.version });
  }

  #showVersion(content: Content | undefined): void {
    this.#version = content;
    this.#select(undefined);
    this.#parts.canvas.update();
    void this.#parts.preview.draw();
  }
}
