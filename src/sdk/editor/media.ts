import type { Api } from '../client.ts';
import { toSdkError } from '../error.ts';
import { button, debounce, iconButton, make } from './dom.ts';
import type { Picture } from './field-view.ts';
import { ICONS } from './icons.ts';
import { fill, TEXTS } from './texts.ts';

type Item = Awaited<ReturnType<Api['browseMedia']>>['items'][number];

/** The dialog of the media library: choose or upload a picture. */
export class MediaDialog {
  readonly element: HTMLDialogElement;
  readonly #api: Api;
  readonly #grid = make('div', { className: 'pictures' });
  readonly #search = make('input', {
    type: 'search',
    'aria-label': TEXTS.searchPictures,
    placeholder: TEXTS.searchPictures,
  });
  readonly #file = make('input', { type: 'file', accept: 'image/*', 'aria-label': TEXTS.upload });
  readonly #note = make('p', { className: 'hint', role: 'status' });
  readonly #more = button(TEXTS.loadMore, () => void this.#load());
  #cursor: string | undefined;
  #settle: ((picture: Picture | undefined) => void) | undefined;
  /** Answers of outdated searches are dropped. */
  #turn = 0;

  constructor(api: Api) {
    this.#api = api;
    const search = debounce(() => void this.#restart(), 250);
    this.#search.addEventListener('input', search);
    this.#file.addEventListener('change', () => void this.#upload());
    const upload = make('label', { className: 'upload' }, `${TEXTS.upload} `, this.#file);
    this.element = make(
      'dialog',
      { className: 'media', 'aria-label': TEXTS.library },
      make(
        'div',
        { className: 'dialog-head' },
        make('h2', {}, TEXTS.library),
        iconButton(ICONS.close, TEXTS.close, () => this.element.close()),
      ),
      make('div', { className: 'control' }, this.#search, upload),
      this.#note,
      this.#grid,
      this.#more,
    );
    this.element.addEventListener('close', () => {
      this.#settle?.(undefined);
      this.#settle = undefined;
    });
  }

  /** Resolves to the picture that is chosen; undefined if the dialog is closed without one. */
  choose(): Promise<Picture | undefined> {
    const { promise, resolve } = Promise.withResolvers<Picture | undefined>();
    this.#settle = resolve;
    this.#search.value = '';
    this.element.showModal();
    void this.#restart();
    return promise;
  }

  async #restart(): Promise<void> {
    this.#cursor = undefined;
    this.#grid.replaceChildren();
    await this.#load();
  }

  async #load(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const search = this.#search.value.trim();
    const cursor = this.#cursor;
    try {
      const page = await this.#api.browseMedia({
        category: 'images',
        ...(search !== '' && { search }),
        ...(cursor !== undefined && { cursor }),
      });
      if (turn !== this.#turn) return;
      this.#grid.append(...page.items.map((item) => this.#makeItem(item)));
      this.#cursor = page.next_cursor ?? undefined;
      this.#more.hidden = this.#cursor === undefined;
      const none = search === '' ? TEXTS.noPictures : TEXTS.noneFound;
      this.#note.textContent = this.#grid.childElementCount === 0 ? none : '';
    } catch (fault) {
      if (turn === this.#turn) this.#fail(fault);
    }
  }

  #makeItem(item: Item): HTMLElement {
    const picture = make('img', { src: item.small_url ?? item.url, alt: '', loading: 'lazy' });
    const made = make('button', {
      type: 'button',
      'aria-label': fill(TEXTS.choose, { name: item.filename }),
      onclick: () => this.#choose(item),
    });
    made.append(picture, make('span', {}, item.filename));
    return made;
  }

  #choose({ large_url, url, alt_text }: Item): void {
    // Not the original, which may be too large for a mail.
    this.#settle?.({ url: large_url ?? url, alt_text });
    this.#settle = undefined;
    this.element.close();
  }

  async #upload(): Promise<void> {
    const file = this.#file.files?.[0];
    if (file === undefined) return;
    const settle = this.#settle;
    // The dialog may be closed meanwhile, and opened for another field.
    const isCurrent = () => settle === this.#settle;
    const onProgress = (part: number) => {
      if (isCurrent()) this.#note.textContent = fill(TEXTS.uploading, { percent: Math.round(part * 100) });
    };
    try {
      const item = await this.#api.uploadMedia({ file }, { onProgress });
      if (!isCurrent()) return;
      this.#note.textContent = '';
      this.#choose(item as Item);
    } catch (fault) {
      if (isCurrent()) this.#fail(fault);
    } finally {
      this.#file.value = '';
    }
  }

  #fail(fault: unknown): void {
    this.#note.textContent = toSdkError(fault).message;
  }
}
