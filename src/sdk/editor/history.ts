import type { Api } from '../client.ts';
import { toSdkError } from '../error.ts';
import { type PanelHost, showDate } from './comments.ts';
import type { Content } from './content.ts';
import { button, debounce, make } from './dom.ts';
import { fill, TEXTS } from './texts.ts';

type Snapshot = Awaited<ReturnType<Api['listSnapshots']>>['items'][number];

interface HistoryOptions extends PanelHost {
  /** Shows an old content in place of the current one; undefined: the current one again. */
  onShow(content: Content | undefined): void;
  /** Saves unsaved changes, so that they are in the history. Rejects if that fails. */
  save(): Promise<void>;
  /** Restores a version, and shows it. */
  restore(snapshotId: string, date: string): Promise<void>;
  /** The person has closed an old version, so the focused element is hidden. */
  onHide(): void;
}

/** The versions of a template: to look at and to restore. */
export class HistoryPanel {
  readonly element: HTMLElement;
  readonly reload: { (): void; cancel(): void };
  /** Says above the mail that an old version is shown. */
  readonly banner: HTMLElement;
  readonly #options: HistoryOptions;
  readonly #bannerText = make('span');
  readonly #list = make('ol', { className: 'versions' });
  readonly #more = button(TEXTS.loadMore, () => void this.#loadPage());
  #cursor: string | undefined;
  #shown: Snapshot | undefined;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.reload = debounce(() => void this.load(), 150);
    const keep = button(TEXTS.keepVersion, () => void this.#keep(), { hidden: options.isReadOnly });
    const restore = button(TEXTS.restore, () => void this.restore(), {
      className: 'primary',
      hidden: options.isReadOnly,
    });
    const back = button(TEXTS.back, () => {
      this.hideVersion();
      options.onHide();
    });
    this.banner = make(
      'div',
      { className: 'banner', role: 'status', hidden: true },
      this.#bannerText,
      restore,
      back,
    );
    this.#more.hidden = true;
    this.element = make('div', { className: 'history' }, keep, this.#list, this.#more);
  }

  async load(): Promise<void> {
    this.#cursor = undefined;
    this.#list.replaceChildren();
    await this.#loadPage();
  }

  async #loadPage(): Promise<void> {
    const { api, templateId } = this.#options;
    await this.#try(async () => {
      const cursor = this.#cursor;
      const page = await api.listSnapshots({
        template_id: templateId,
        answer: 'compact',
        ...(cursor && { cursor }),
      });
      if (cursor === undefined) this.#list.replaceChildren();
      this.#list.append(...page.items.map((snapshot) => this.#makeItem(snapshot)));
      if (this.#list.childElementCount === 0)
        this.#list.append(make('li', { className: 'hint' }, TEXTS.noVersions));
      this.#cursor = page.next_cursor ?? undefined;
      this.#more.hidden = this.#cursor === undefined;
    });
  }

  /** Shows the current content again. */
  hideVersion(): void {
    if (this.#shown === undefined) return;
    this.#shown = undefined;
    this.banner.hidden = true;
    this.#options.onShow(undefined);
    for (const shown of this.#list.querySelectorAll('[aria-pressed=true]'))
      shown.setAttribute('aria-pressed', 'false');
  }

  async restore(): Promise<void> {
    const snapshot = this.#shown;
    if (snapshot === undefined) return;
    const { save, restore, onHide } = this.#options;
    await this.#try(async () => {
      await save();
      await restore(snapshot.id, showTime(snapshot));
      this.hideVersion();
      onHide();
      await this.load();
    });
  }

  #makeItem(snapshot: Snapshot): HTMLElement {
    const date = showTime(snapshot);
    const kind = snapshot.label ?? (snapshot.is_autosave ? TEXTS.automatic : TEXTS.manual);
    const author = snapshot.author_name ? fill(TEXTS.by, { name: snapshot.author_name }) : '';
    const show = button(TEXTS.showVersion, () => void this.#show(snapshot, show), {
      'aria-label': `${TEXTS.showVersion}: ${date}`,
      'aria-pressed': 'false',
    });
    const words = make('div', {}, make('strong', {}, date), make('span', {}, `${kind} ${author}`.trim()));
    return make('li', {}, words, show);
  }

  async #show(snapshot: Snapshot, pressed: HTMLElement): Promise<void> {
    const { api, templateId, onShow } = this.#options;
    await this.#try(async () => {
      const { content } = await api.getSnapshot({ template_id: templateId, snapshot_id: snapshot.id });
      if (content === undefined) return;
      this.hideVersion();
      this.#shown = snapshot;
      pressed.setAttribute('aria-pressed', 'true');
      this.#bannerText.textContent = fill(TEXTS.lookingAt, { date: showTime(snapshot) });
      this.banner.hidden = false;
      onShow(content as unknown as Content);
    });
  }

  async #keep(): Promise<void> {
    const { api, templateId, save, announce } = this.#options;
    await this.#try(async () => {
      await save();
      await api.createSnapshot({ template_id: templateId, is_autosave: false });
      announce(TEXTS.versionKept);
      await this.load();
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    await work().catch((fault) => this.#options.onError(toSdkError(fault).message));
  }
}

/** With seconds, because there may be several versions of one minute. */
const showTime = ({ created_at }: Snapshot): string => showDate(created_at, 'medium');
