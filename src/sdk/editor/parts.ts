import type { Api } from '../client.ts';
import { toSdkError } from '../error.ts';
import type { BlockActions } from './block-actions.ts';
import { makeBlockBar } from './block-bar.ts';
import { BlockPanel, makeSettingsForm } from './block-panel.ts';
import { Canvas } from './canvas.ts';
import { CommentsPanel, type PanelHost } from './comments.ts';
import { type Content, find, type ListPosition } from './content.ts';
import { make } from './dom.ts';
import { Drag, type DragHost } from './drag.ts';
import type { EditingSession } from './editing-session.ts';
import type { Form } from './form.ts';
import { HistoryPanel } from './history.ts';
import { type KeyActions, listenToKeys } from './keyboard.ts';
import { makeKeysDialog } from './keys-dialog.ts';
import { MediaDialog } from './media.ts';
import type { Messages } from './messages.ts';
import { Palette } from './palette.ts';
import { Preview } from './preview.ts';
import { Tabs } from './tabs.ts';
import { fill, TEXTS } from './texts.ts';
import { TopBar } from './top-bar.ts';

/** The host of the parts: what they need, and what they can do. */
interface PartsHost {
  api: Api;
  templateId: string;
  isReadOnly: boolean;
  hasComments: boolean;
  session: EditingSession;
  actions: BlockActions;
  messages: Messages;
  /** The content that is shown: the current one, or an old version. */
  readContent(): Content;
  select(blockId: string | undefined): void;
  /** Whether a block can be dragged, or a new one; says why not. */
  mayDrag(blockId: string | undefined): boolean;
  keys: KeyActions;
  /** Shows an old version; undefined: the current content again. */
  showVersion(content: Content | undefined): void;
}

/** The parts of the editor on the screen, and how they are laid out. */
export class Parts {
  readonly element: HTMLElement;
  readonly preview: Preview;
  readonly canvas: Canvas;
  readonly blockPanel: BlockPanel;
  readonly settings: Form;
  readonly palette: Palette;
  readonly topBar: TopBar;
  readonly tabs: Tabs;
  readonly comments: CommentsPanel | undefined;
  readonly history: HistoryPanel;
  readonly keysDialog = makeKeysDialog();
  readonly #media: MediaDialog;
  readonly #drag: Drag | undefined;
  readonly #host: PartsHost;

  constructor(host: PartsHost) {
    this.#host = host;
    const { api, actions, isReadOnly, readContent, select, keys, messages } = host;
    const holderOf = (id: string) => host.session.presence.holderOf(id)?.name;
    const panelHost: PanelHost = {
      api,
      templateId: host.templateId,
      isReadOnly,
      onError: (message) => messages.warn(message),
      announce: (text) => messages.announce(text),
    };
    this.#media = new MediaDialog(api);
    this.preview = new Preview({
      api,
      readContent,
      onDrawn: () => this.canvas.place(),
      onFailure: (reason) => messages.warn(reason && fill(TEXTS.previewFailed, { reason })),
    });
    const countComments = (id: string) => this.comments?.countOpen(id) ?? 0;
    const canvas = {
      preview: this.preview,
      readContent,
      holderOf,
      countComments,
      onSelect: select,
      onEdit: keys.edit,
    };
    this.canvas = new Canvas(canvas, this.#makeBlockBar());
    const panel = { actions, isReadOnly, readContent, holderOf, choosePicture: () => this.#media.choose() };
    this.blockPanel = new BlockPanel(panel);
    this.settings = makeSettingsForm(panel);
    const onAdd = (type: string, at: ListPosition & { index?: number }) => {
      this.history.hideVersion();
      actions.add(type, at);
      keys.edit();
    };
    this.palette = new Palette({ readContent, readSelected: () => this.canvas.selected, onAdd });
    this.#drag = isReadOnly ? undefined : this.#makeDrag(onAdd);
    this.comments = host.hasComments ? this.#makeComments(panelHost) : undefined;
    this.history = this.#makeHistory(panelHost);
    this.topBar = this.#makeTopBar();
    this.tabs = this.#makeTabs();
    this.element = this.#layOut();
  }

  close(): void {
    this.#drag?.close();
    this.preview.close();
    this.comments?.reload.cancel();
    this.history.reload.cancel();
  }

  #makeDrag(onAdd: DragHost['onAdd']): Drag {
    const { actions, readContent, mayDrag } = this.#host;
    const host = {
      ...{ preview: this.preview, readContent, mayDrag, onAdd },
      onMove: (id: string, to: ListPosition & { index: number }) => {
        actions.drop(id, to);
        this.canvas.focus();
      },
    };
    const drag = new Drag(host, this.canvas.element);
    drag.listen(this.canvas.list);
    drag.listen(this.palette.element);
    return drag;
  }

  #makeBlockBar(): HTMLElement {
    const { isReadOnly, hasComments, keys } = this.#host;
    const { move, duplicate, remove } = keys;
    const comment = () => {
      this.tabs.show('comments');
      this.comments?.focus();
    };
    return makeBlockBar({ isReadOnly, move, duplicate, remove, comment: hasComments ? comment : undefined });
  }

  #makeComments(panelHost: PanelHost): CommentsPanel {
    const { session, select } = this.#host;
    return new CommentsPanel({
      ...panelHost,
      readSelected: () => this.canvas.selected,
      hasBlock: (id) => find(session.document.content, id) !== undefined,
      onShowBlock: (id) => {
        select(id);
        this.canvas.focus();
      },
      onChange: () => this.canvas.update(),
      onWritten: (broadcast) => session.presence.tellComment(broadcast),
    });
  }

  #makeHistory(panelHost: PanelHost): HistoryPanel {
    const { api, templateId, session, messages, showVersion } = this.#host;
    return new HistoryPanel({
      ...panelHost,
      onShow: showVersion,
      save: async () => {
        if (session.saver.isDirty) await session.saver.saveOrThrow();
      },
      restore: async (snapshotId, date) => {
        await session.takeStored(() =>
          api.restoreSnapshot({ template_id: templateId, snapshot_id: snapshotId }),
        );
        messages.announce(fill(TEXTS.restored, { date }));
      },
      onHide: () => this.tabs.focus(),
    });
  }

  #makeTopBar(): TopBar {
    const { session, keys, isReadOnly } = this.#host;
    return new TopBar({
      isReadOnly,
      onName: (name) => session.saver.touch(name),
      onUndo: keys.undo,
      onRedo: keys.redo,
      onPhone: (isPhone) => this.canvas.element.classList.toggle('phone', isPhone),
      onKeys: keys.showKeys,
      onSave: keys.save,
      onKeepMine: () => void session.saver.overwrite(),
      onTakeTheirs: () => {
        const { api, templateId, messages } = this.#host;
        session
          .takeStored(() => api.getTemplate({ template_id: templateId }))
          .catch((fault) => messages.warn(toSdkError(fault).message));
      },
    });
  }

  #makeTabs(): Tabs {
    const { comments } = this;
    const tabs = [
      { key: 'block', label: TEXTS.block, panel: this.blockPanel.element },
      { key: 'mail', label: TEXTS.mail, panel: this.settings.element },
      ...(comments ? [{ key: 'comments', label: TEXTS.comments, panel: comments.element }] : []),
      { key: 'history', label: TEXTS.history, panel: this.history.element },
    ];
    return new Tabs(TEXTS.panels, tabs, (key) => {
      if (key === 'history') this.history.reload();
      else this.history.hideVersion();
    });
  }

  #layOut(): HTMLElement {
    const { isReadOnly, messages, keys } = this.#host;
    const stage = make('div', { className: 'stage' }, this.history.banner, this.canvas.element);
    const palette = !isReadOnly && this.palette.element;
    const body = make('div', { className: 'body' }, palette, stage, this.tabs.element);
    const parts = [
      this.topBar.element,
      messages.alert,
      body,
      messages.live,
      this.#media.element,
      this.keysDialog,
    ];
    const options = { className: 'editor', role: 'region', 'aria-label': TEXTS.editor };
    const element = make('div', options, ...parts);
    listenToKeys(element, this.canvas, keys);
    return element;
  }
}
