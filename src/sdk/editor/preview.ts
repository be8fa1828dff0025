import type { Api } from '../client.ts';
import { toSdkError } from '../error.ts';
import { type Content, walk } from './content.ts';
import { debounce, make, makeMarkerPrefix } from './dom.ts';
import { TEXTS } from './texts.ts';

interface PreviewOptions {
  api: Api;
  readContent(): Content;
  /** The preview shows a new state, or has another size. */
  onDrawn(): void;
  onFailure(message: string | undefined): void;
}

/** Where a block is in the preview, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const UPDATE_MS = 200;
const EMPTY = '<!doctype html><html lang="en"><head><title>-</title></head><body></body></html>';

/** Blocks that are hidden on this kind of screen are shown pale, so that people can select them. */
const STYLE = `html,body{overflow:hidden!important;margin:0!important}
@media (max-width:480px){.hide-mobile{display:revert!important;max-height:none!important;opacity:.45}}
@media (min-width:481px){.hide-desktop{display:revert!important;max-height:none!important;opacity:.45}}`;

/**
 * The mail as the service renders it, in a frame without scripts, forms and navigation. The frame is as high as the mail.
 * It gets no clicks, because the canvas covers it.
 */
export class Preview {
  readonly frame: HTMLIFrameElement;
  readonly #options: PreviewOptions;
  /** Random, so that HTML in a mail cannot imitate a block. */
  readonly #prefix = makeMarkerPrefix();
  readonly #isLoaded: Promise<void>;
  #ids: string[] = [];
  #elements = new Map<string, Element>();
  #isRunning = false;
  #isStale = false;
  /** A rendering is scheduled. */
  #isDue = false;
  #sizes: ResizeObserver | undefined;
  readonly #drawSoon: { (): void; cancel(): void };

  constructor(options: PreviewOptions) {
    this.#options = options;
    this.#drawSoon = debounce(() => void this.draw(), UPDATE_MS);
    // `inert` keeps links of the mail out of the order of focus, and the mail away from screen readers, which read the
    // names of blocks instead. `allow-same-origin` lets the page find the blocks; scripts do not run.
    this.frame = make('iframe', {
      title: TEXTS.preview,
      tabIndex: -1,
      sandbox: 'allow-same-origin',
      inert: true,
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#isLoaded = promise;
    this.frame.addEventListener('load', () => resolve(), { once: true });
    this.frame.srcdoc = EMPTY;
  }

  /** Renders the content when it has not changed for a moment. The frame is busy until it shows it. */
  update(): void {
    this.frame.ariaBusy = 'true';
    this.#isDue = true;
    this.#drawSoon();
  }

  /** Renders the content now. While a rendering is under way, the next one waits for it. */
  async draw(): Promise<void> {
    this.frame.ariaBusy = 'true';
    this.#isDue = false;
    this.#isStale = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#isStale) {
      this.#isStale = false;
      await this.#render(this.#options.readContent()).then(
        () => this.#options.onFailure(undefined),
        (fault) => this.#options.onFailure(toSdkError(fault).message),
      );
    }
    this.#isRunning = false;
    this.frame.ariaBusy = String(this.#isDue);
  }

  close(): void {
    this.#drawSoon.cancel();
    this.#sizes?.disconnect();
  }

  /** Where a block is; undefined if the preview does not show it. */
  boxOf(id: string): Box | undefined {
    const element = this.#elements.get(id);
    if (element?.isConnected !== true) return undefined;
    const { left, top, width, height } = element.getBoundingClientRect();
    return width > 0 || height > 0 ? { left, top, width, height } : undefined;
  }

  /** Whether a block shows nothing in the preview. */
  isBlank(id: string): boolean {
    const element = this.#elements.get(id);
    if (element === undefined) return false;
    // Sections are made of tables.
    const visible = element.tagName === 'TD' ? 'img, a, p, table' : 'img, a, p';
    return (element.textContent ?? '').trim() === '' && element.querySelector(visible) === null;
  }

  async #render(content: Content): Promise<void> {
    const { html = '' } = await this.#options.api.renderContent({
      content: content as never,
      format: 'html',
      block_markers: this.#prefix,
    });
    await this.#isLoaded;
    this.#ids = Array.from(walk(content), ({ block }) => block.id);
    this.#show(html);
  }

  #show(html: string): void {
    const shown = this.frame.contentDocument;
    if (shown === null) return;
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    // The mail must not change the base address or load another page.
    for (const element of parsed.querySelectorAll('base, meta[http-equiv]')) element.remove();
    const style = parsed.createElement('style');
    style.textContent = STYLE;
    parsed.head.append(style);
    shown.documentElement.replaceWith(shown.adoptNode(parsed.documentElement));
    this.#locate(shown);
    this.#sizes?.disconnect();
    this.#sizes = new ResizeObserver(() => this.#fit());
    if (shown.body) this.#sizes.observe(shown.body);
    this.#fit();
  }

  #locate(shown: Document): void {
    this.#elements = new Map();
    for (const element of shown.querySelectorAll(`[class*="${this.#prefix}"]`)) {
      for (const name of element.classList) {
        const id = name.startsWith(this.#prefix)
          ? this.#ids[Number(name.slice(this.#prefix.length))]
          : undefined;
        if (id !== undefined) this.#elements.set(id, element);
      }
    }
  }

  #fit(): void {
    const height = this.frame.contentDocument?.body?.scrollHeight ?? 0;
    this.frame.style.height = `${Math.max(height, 120)}px`;
    this.#options.onDrawn();
  }
}
