import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailScreenshots, ScreenshotRequest } from '../../platform/ports/mail-screenshots.ts';
import { DevTools } from './devtools.ts';

/** Most processes at the same time; each takes a core and about 150 MB. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

const TIME_LIMIT_MS = 15_000;

/** A host name that cannot exist. The mail is the document at this address; all other requests are answered by us. */
const ADDRESS = 'https://mail.invalid/';

/** Defense in depth: scripts are also switched off, and requests are refused. */
const POLICY = "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'";

const ARGS = [
  '--headless',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

/**
 * Draws mails with an installed Chromium: a new process for each, without scripts, frames and network. Pictures come from
 * the caller.
 */
export class ChromiumScreenshots implements MailScreenshots {
  readonly #executable: string;
  readonly #running = new Set<DevTools>();
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(executable: string) {
    this.#executable = executable;
  }

  async draw(request: ScreenshotRequest): Promise<Uint8Array<ArrayBuffer>> {
    await this.#takeTurn();
    try {
      return await this.#drawNow(request);
    } finally {
      this.#giveTurn();
    }
  }

  async close(): Promise<void> {
    for (const browser of this.#running) browser.kill();
  }

  async #drawNow(request: ScreenshotRequest): Promise<Uint8Array<ArrayBuffer>> {
    const home = await mkdtemp(join(tmpdir(), 'galley-chromium-'));
    try {
      return await this.#drawIn(home, request);
    } finally {
      // Its last child process may still be ending.
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
    }
  }

  async #drawIn(home: string, request: ScreenshotRequest): Promise<Uint8Array<ArrayBuffer>> {
    // Chromium's own sandbox does not work for root.
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = new DevTools(this.#executable, [...ARGS, ...sandbox, `--user-data-dir=${home}`], home);
    this.#running.add(browser);
    const timer = setTimeout(() => browser.kill(), TIME_LIMIT_MS);
    try {
      return await takePicture(browser, request);
    } finally {
      clearTimeout(timer);
      await browser.end();
      this.#running.delete(browser);
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#taken < AT_ONCE) {
      this.#taken += 1;
      return;
    }
    if (this.#waiting.length >= MOST_WAITING) throw new Error('Too many mails wait for Chromium.');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #giveTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}

async function takePicture(
  browser: DevTools,
  { html, width, maxHeight, isDark, isPhone, readPicture }: ScreenshotRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const { targetId } = await browser.call('Target.createTarget', { url: 'about:blank' });
  const attached = await browser.call('Target.attachToTarget', { targetId, flatten: true });
  const call = (method: string, params: Record<string, unknown> = {}) =>
    browser.call(method, params, attached.sessionId as string);
  browser.on('Fetch.requestPaused', (params) => {
    // Fails if the process has ended, which the caller notices elsewhere.
    answerRequest(call, params, html, readPicture).catch(() => {});
  });
  await call('Page.enable');
  await call('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  await call('Emulation.setScriptExecutionDisabled', { value: true });
  // A page is never lower than its window.
  const screen = { width, height: 10, deviceScaleFactor: 1, mobile: isPhone };
  await call('Emulation.setDeviceMetricsOverride', screen);
  const scheme = { name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' };
  await call('Emulation.setEmulatedMedia', { features: [scheme] });
  await Promise.all([browser.next('Page.loadEventFired'), call('Page.navigate', { url: ADDRESS })]);
  const { cssContentSize } = await call('Page.getLayoutMetrics');
  const height = Math.min(Math.max(1, Math.ceil((cssContentSize as { height: number }).height)), maxHeight);
  const clip = { x: 0, y: 0, width, height, scale: 1 };
  const { data } = await call('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true });
  return Uint8Array.fromBase64(data as string);
}

/**
 * The mail itself and its pictures. Frames, fonts, style sheets and everything else are aborted, also other pages: after other
 * errors Chromium would show a page of its own.
 */
async function answerRequest(
  call: (method: string, params: Record<string, unknown>) => Promise<unknown>,
  params: Record<string, unknown>,
  html: string,
  readPicture: ScreenshotRequest['readPicture'],
): Promise<void> {
  const { requestId, resourceType, request } = params as {
    requestId: string;
    resourceType: string;
    request: { url: string };
  };
  const fulfill = (type: string | undefined, body: Uint8Array) =>
    call('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [
        ...(type === undefined ? [] : [{ name: 'content-type', value: type }]),
        { name: 'content-security-policy', value: POLICY },
      ],
      body: body.toBase64(),
    });
  if (request.url === ADDRESS && resourceType === 'Document') {
    await fulfill('text/html; charset=utf-8', new TextEncoder().encode(html));
    return;
  }
  const picture =
    resourceType === 'Image' ? await readPicture(request.url).catch(() => undefined) : undefined;
  if (picture === undefined) await call('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  else await fulfill(undefined, picture);
}
