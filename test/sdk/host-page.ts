import { afterAll, beforeAll, beforeEach, setDefaultTimeout } from 'bun:test';
import type { BrowserContext, Page } from 'puppeteer-core';
import type { Settings } from '../../src/config/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openSiteContext } from '../browser/chromium.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Customer, startCustomer } from './customer.ts';

const START_MS = 60_000;

/** A page of a customer with the client loaded, the customer's backend and the service, all really there. */
export interface HostPage {
  app: TestApp;
  customer: Customer;
  page: Page;
  /** Address of the service. */
  galley: string;
  /** Requests the page has sent to the service's API, as `METHOD path`. */
  apiCalls: string[];
  /** Asks the page something: an expression on `lab` of in-page.js. */
  ask<T = unknown>(question: string): Promise<T>;
  /** Cuts every connection of the service, and takes no new ones until it comes back. */
  goAway(): Promise<void>;
  comeBack(): void;
}

/**
 * For the tests of a `describe`; each one has a new page, and a backend that behaves and counts from zero. `prepare`: settings
 * of the service.
 */
export function useHostPage(prepare: () => Promise<Partial<Settings>> = async () => ({})): HostPage {
  // A guard against hanging on a slow machine, not an expectation.
  setDefaultTimeout(START_MS);
  const host = { apiCalls: [] as string[] } as HostPage;
  let context: BrowserContext | undefined;
  const listen = (port: number) => {
    const { websocket } = host.app.realtime;
    host.app.http.listen({ hostname: '127.0.0.1', port, websocket } as never);
  };
  beforeAll(async () => {
    context = await openSiteContext('127.0.0.1');
    host.app = await createTestApp(await prepare(), { clock: systemClock });
    listen(0);
    host.galley = `http://127.0.0.1:${host.app.http.server?.port}`;
    host.app.deps.baseUrl = host.galley;
    host.customer = startCustomer(host.galley, host.app.first);
  }, START_MS);
  beforeEach(async () => {
    await host.page?.close();
    host.page = await (context as BrowserContext).newPage();
    host.page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      const isCall = request.method() !== 'OPTIONS' && pathname.startsWith('/api/');
      if (origin === host.galley && isCall) host.apiCalls.push(`${request.method()} ${pathname}`);
    });
    await host.page.goto(host.customer.url, { waitUntil: 'load' });
    await host.page.waitForFunction('window.lab !== undefined');
    host.customer.calls.length = 0;
    host.apiCalls.length = 0;
    host.customer.behave((good) => good);
  });
  afterAll(async () => {
    await context?.close();
    await host.customer?.stop();
    await host.app?.realtime.close();
    await host.app?.stop();
  });
  host.goAway = async () => {
    await host.app.http.server?.stop(true);
  };
  host.comeBack = () => listen(Number(new URL(host.galley).port));
  host.ask = async <T>(question: string) => (await host.page.evaluate(question)) as T;
  return host;
}
