import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core';
import { findChromium } from '../../scripts/test-tools.ts';

/** The browser of this process. It is started once, because that takes a second, and ends with the process. */
let browser: Promise<Browser> | undefined;

/**
 * A context of its own in the browser: cookies and storage are shared with no other one. Its pages reach this machine
 * only. The caller closes it.
 */
export async function openBrowserContext(): Promise<BrowserContext> {
  if (browser === undefined || !(await browser).connected) browser = launch();
  return (await browser).createBrowserContext();
}

function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('Chromium is not installed: run bun scripts/test-tools.ts.');
  return puppeteer.launch({
    executablePath,
    headless: true,
    // Over a pipe the browser ends with this process, however that ends.
    pipe: true,
    // Tests sign their certificates themselves.
    acceptInsecureCerts: true,
    args: [
      // Containers run as root and have neither user namespaces nor much shared memory.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--hide-scrollbars',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}
