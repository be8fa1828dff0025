import { systemClock } from '../../../src/platform/clock.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { Browser } from './browser.ts';
import { People } from './people.ts';

/** An application with a mail server, behind a proxy that names the addresses of browsers. */
export class AccountApp extends People {
  #addresses = 0;

  private constructor(
    app: TestApp,
    readonly port: number,
    readonly mailServer: Awaited<ReturnType<typeof startMailServer>>,
  ) {
    super(app);
  }

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
}
