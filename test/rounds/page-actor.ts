import { join } from 'node:path';
import type { HTTPResponse, Page } from 'puppeteer-core';
import { type EditorPage, openEditorPage } from '../e2e/test-product.ts';
import type { Content, Ledger } from './ledger.ts';
import type { Access } from './stage.ts';

const scripts = await Promise.all(
  ['own-editor.js', 'in-page.js'].map((name) => Bun.file(join(import.meta.dir, name)).text()),
);

/** Time limit for waits. On a busy machine a page may take long to load, to save or to rejoin. */
export const LIMIT_MS = 120_000;

/** How often a page that waits for its channel is checked and told that it is online. */
const POLL_MS = 100;
const ONLINE_MS = 3_000;

/** Time limit for reading an answer that the page has received. */
const READ_MS = 10_000;

/** An edit in a page; see `actions` of in-page.js. */
interface PageEdit {
  kind: string;
  share: number;
  other: number;
  mark: string;
  id: string;
}

interface PageOptions {
  user: string;
  template: string;
  collaboration: boolean;
  /** Galley's own editor instead of the published one. */
  own?: boolean;
}

/** One person with an editor, and the answers that this person got. */
export class PageActor {
  editor: EditorPage | undefined;
  options: PageOptions;
  /**
   * The last save got no answer. The editor (0.10.4) then shows everything as saved, but a person presses Save again.
   */
  isUnanswered = false;
  readonly #reads = new Set<Promise<void>>();

  constructor(
    readonly access: Access,
    options: PageOptions,
    public ledger: Ledger,
  ) {
    this.options = options;
  }

  get user(): string {
    return this.options.user;
  }

  /** Opens the page, or opens it again. */
  async load(options: Partial<PageOptions> = {}): Promise<void> {
    await this.close();
    this.options = { ...this.options, ...options };
    this.isUnanswered = false;
    const { user, template, collaboration, own } = this.options;
    const wishes = { user, name: `Person ${user}`, template, collaboration, ...(own && { own }) };
    const started = performance.now();
    const opening = openEditorPage(this.access.url, this.access.galley, wishes, (page) =>
      this.#prepare(page),
    );
    try {
      this.editor = await limit(opening, LIMIT_MS, 'the page did not load');
      await this.#ask('rounds.watch()');
      if (!(await this.rejoin()))
        throw new Error(`the page did not join its channel after loading: ${await this.#describe()}`);
      this.access.recordLoaded((performance.now() - started) / 1000);
    } catch (error) {
      this.editor = undefined;
      void opening.then((editor) => editor.close()).catch(() => {});
      throw error;
    }
    await this.#recordSeen();
  }

  async close(): Promise<void> {
    if (this.editor === undefined) return;
    await this.#recordSeen();
    await this.editor.close();
    this.editor = undefined;
    await this.#finishReads();
  }

  /** Resolves to whether the edit was made. */
  async edit(edit: PageEdit): Promise<boolean> {
    const removed = await this.#ask<string[] | undefined>(`rounds.act(${JSON.stringify(edit)})`);
    this.ledger.removed(removed ?? []);
    return removed !== undefined;
  }

  /** Types with the keyboard into the block, as a person does. Resolves to whether that was possible. */
  async typeByHand(mark: string, share: number): Promise<boolean> {
    if (this.editor === undefined || this.options.own) return false;
    const { page } = this.editor;
    const blocks = await page.$$('[data-block-type=paragraph]');
    const block = blocks[Math.floor(share * blocks.length)];
    try {
      await block?.click();
      const text = await block?.$('p');
      await text?.click({ count: 2 });
      await page.waitForSelector('[data-block-type=paragraph] [contenteditable=true]', { timeout: 1_500 });
      await page.keyboard.press('End');
      await page.keyboard.type(` ${mark}`);
      await page.click('#tpl-tab-settings');
      return true;
    } catch {
      return false;
    }
  }

  /** Resolves to undefined after a save, or to the reason why it failed. */
  async save(): Promise<string | undefined> {
    const save = `galley.editor.save().then(() => undefined, (error) => String(error.message))`;
    this.isUnanswered = true;
    const failure = await limit(this.#ask<string | undefined>(save), LIMIT_MS, 'a save did not end');
    this.isUnanswered = false;
    await this.#finishReads();
    return failure;
  }

  read(): Promise<Content> {
    return this.#ask('rounds.read()');
  }

  isDirty(): Promise<boolean> {
    return this.#ask('rounds.isDirty()');
  }

  /** Waits until the page is in its channel again. Resolves to whether it is. */
  async rejoin(): Promise<boolean> {
    const deadline = performance.now() + LIMIT_MS;
    for (let waited = 0; !(await this.#ask<boolean>('rounds.isJoined()')); waited += POLL_MS) {
      if (performance.now() > deadline) return false;
      // Sends the browser's event for a network that is back, so that the editor's connection waits no longer. The
      // connection also starts anew then, so a slow network needs pauses.
      if (waited % ONLINE_MS === 0) await this.#ask(`dispatchEvent(new Event('online'))`);
      await Bun.sleep(POLL_MS);
    }
    return true;
  }

  /** Waits until the page sends and receives nothing. */
  async settle(): Promise<void> {
    const deadline = performance.now() + LIMIT_MS;
    while (!(await this.#ask<boolean>('rounds.isQuiet()')) && performance.now() < deadline)
      await Bun.sleep(30);
    await this.#finishReads();
    await this.#recordSeen();
  }

  /** The last messages to and from the server. */
  readFrames(): Promise<string[]> {
    return this.#ask('rounds.frames()');
  }

  readErrors(): Promise<string[]> {
    return this.#ask('seen.errors');
  }

  /** The last state of the page, for a report. */
  async #describe(): Promise<string> {
    const requests = this.editor?.requests.slice(-10) ?? [];
    return [...requests, ...(await this.readErrors()), ...(await this.readFrames()).slice(-20)].join(
      '\n    ',
    );
  }

  async deselect(): Promise<void> {
    await this.#ask('rounds.deselect()');
  }

  async #recordSeen(): Promise<void> {
    this.ledger.saw(this.user, await this.#ask<string[]>('rounds.seen()').catch(() => []));
    this.ledger.replaced(await this.#ask<string[]>('rounds.replaced()').catch(() => []));
  }

  async #ask<T = unknown>(expression: string): Promise<T> {
    if (this.editor === undefined) throw new Error('the page is not loaded');
    return this.editor.evaluate<T>(expression);
  }

  async #prepare(page: Page): Promise<void> {
    for (const script of scripts) await page.evaluateOnNewDocument(script);
    page.on('requestfailed', (request) => {
      if (isSave(request.method(), request.url())) this.ledger.unanswered(this.user);
    });
    page.on('response', (response) => {
      const reading = this.#readAnswer(response).catch(() => this.ledger.unanswered(this.user));
      this.#reads.add(reading);
      void reading.finally(() => this.#reads.delete(reading));
    });
  }

  /**
   * An answer that cannot be read counts as lost: sometimes the browser does not report the end of a cut connection.
   */
  async #finishReads(): Promise<void> {
    const reading = limit(Promise.all(this.#reads), READ_MS, 'an answer was not read');
    await reading.catch(() => this.ledger.unanswered(this.user));
    this.#reads.clear();
  }

  async #readAnswer(response: HTTPResponse): Promise<void> {
    const request = response.request();
    const [method, url] = [request.method(), request.url()];
    const isSnapshot = method === 'POST' && /\/(snapshots|versions)$/.test(url);
    if (!isSave(method, url) && !isSnapshot) return;
    const { ledger } = this;
    const sent = JSON.parse(request.postData() ?? '{}').content;
    const status = response.status();
    if (isSnapshot && status < 300) ledger.kept(this.user, sent);
    if (!isSave(method, url)) return;
    if (status === 409) ledger.kept(this.user, sent);
    if (status >= 300) return;
    const { data } = (await response.json()) as { data: Content };
    ledger.stored(this.user, data.version, sent, data.content);
  }
}

const isSave = (method: string, url: string) => method === 'PUT' && /\/templates\/[^/]+$/.test(url);

async function limit<T>(task: Promise<T>, milliseconds: number, message: string): Promise<T> {
  const late = Bun.sleep(milliseconds).then(() => {
    throw new Error(`${message} in ${milliseconds / 1000} seconds`);
  });
  return Promise.race([task, late]);
}
