import { iconButton, make } from './dom.ts';
import { ICONS } from './icons.ts';
import { TEXTS } from './texts.ts';

/** Long enough to read two sentences, also for who reads slowly. */
const NOTICE_MS = 15_000;

/** The editor's messages: announcements for screen readers, and visible problems. */
export class Messages {
  #passing: ReturnType<typeof setTimeout> | undefined;
  /** For screen readers. */
  readonly live = make('p', { className: 'sr', role: 'status' });
  readonly alert: HTMLElement;
  readonly #text = make('span');

  constructor() {
    const close = iconButton(ICONS.close, TEXTS.close, () => this.warn(undefined));
    this.alert = make('div', { className: 'alert', role: 'alert', hidden: true }, this.#text, close);
  }

  announce(text: string): void {
    // The same text again would not be read.
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }

  /** Shows a problem until the person closes it or it is solved. */
  warn(text: string | undefined): void {
    clearTimeout(this.#passing);
    this.alert.hidden = text === undefined;
    this.#text.textContent = text ?? '';
  }
  /** Shows what the person should know, for a while. */
  notify(text: string): void {
    this.warn(text);
    this.#passing = setTimeout(() => this.warn(undefined), NOTICE_MS);
  }
}
