import { expect } from 'bun:test';
import { createAccountLink } from '../../../src/features/accounts/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { Browser, PASSWORD, tokenOf } from './browser.ts';

/** An application with a mail server, behind a proxy that names the addresses of browsers. */
export class AccountApp {
  #addresses = 0;

  private constructor(
    readonly app: TestApp,
    readonly port: number,
    readonly mailServer: Awaited<ReturnType<typeof startMailServer>>,
  ) {}

  static async start(): Promise<AccountApp> {
    const mailServer = await startMailServer({});
    const smtp = { smtp_host: '127.0.0.1', smtp_port: mailServer.port, smtp_from: 'galley@example.com' };
    const app = await createTestApp({ ...smtp, trusted_proxies: ['127.0.0.1'] }, { clock: systemClock });
    return new AccountApp(app, app.listen(), mailServer);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.mailServer.stop();
  }

  /** From an address of its own, because one can use only 60 links a minute. */
  readonly fromFresh = (): Browser => {
    this.#addresses += 1;
    return new Browser(this.app, { port: this.port, address: `203.0.113.${this.#addresses}` });
  };

  readonly createLink = async (email?: string): Promise<string> => {
    const input = email === undefined ? {} : { email };
    return tokenOf((await perform(createAccountLink, this.app.deps, adminScope, input)).url);
  };

  readonly addOperator = async (email: string, browser = new Browser(this.app)): Promise<Browser> => {
    const body = { token: await this.createLink(), name: 'Anna', email, password: PASSWORD };
    expect((await browser.post('/link/password', body)).status).toBe(200);
    return browser;
  };
}

export const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post('/sign-in', { email, password });
