import { REQUEST_MS, type TemplatePage } from '../features/templates/index.ts';

interface Mark {
  serial: number;
  at: number;
}

interface ReceivedByPage {
  last: number;
  /** What it had received a while ago: two marks, at least as long apart as a request may take. */
  earlier: Mark | undefined;
  later: Mark;
}

/** The last operation that each page has received for sure, also if it has left since. */
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

  /** The last one that the page had received when it sent a save which has just arrived. */
  lastBeforeSave(page: TemplatePage): number {
    return this.#pages.get(page)?.earlier?.serial ?? 0;
  }
}
