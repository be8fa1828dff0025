import { REQUEST_MS, type TemplatePage } from '../features/templates/index.ts';

interface Mark {
  serial: number;
  at: number;
}

interface ReceivedByPage {
  last: number;
  /** Two earlier answers, at least `REQUEST_MS` apart: a save may be on its way for so long. */
  earlier: Mark | undefined;
  later: Mark;
}

/** The last operation that each page has received. It is kept when the page is cut off. */
export class Received {
  readonly #pages = new WeakMap<TemplatePage, ReceivedByPage>();

  note(page: TemplatePage, serial: number, now: number): void {
    const { earlier, later } = this.#pages.get(page) ?? {};
    const isRecent = later !== undefined && now - later.at < REQUEST_MS;
    this.#pages.set(page, {
      last: serial,
      earlier: isRecent ? earlier : later,
      later: isRecent ? later : { serial, at: now },
    });
  }

  has(page: TemplatePage): boolean {
    return this.#pages.has(page);
  }

  lastOf(page: TemplatePage): number {
    return this.#pages.get(page)?.last ?? 0;
  }

  /** The last operation that a page had surely received when it sent a save that arrives now. */
  lastBeforeSave(page: TemplatePage): number {
    return this.#pages.get(page)?.earlier?.serial ?? 0;
  }
}
