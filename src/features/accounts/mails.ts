import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { MailServer } from '../../platform/mail-server.ts';
import { MailNotSent, sendMail } from '../../platform/send-mail.ts';

/** Mails that are being sent; further ones are dropped. */
const MAX_CONCURRENT = 10;

interface AccountMail {
  recipient: string;
  subject: string;
  /** Paragraphs. */
  text: readonly string[];
}

/** Sends links by mail. Nothing waits for it, so that an answer does not show whether a mail was sent. */
export class AccountMailer {
  readonly #server: MailServer;
  readonly #deps: { log: Logger; clock: Clock };
  readonly #sending = new Set<Promise<void>>();

  constructor(server: MailServer, deps: { log: Logger; clock: Clock }) {
    this.#server = server;
    this.#deps = deps;
  }

  send({ recipient, subject, text }: AccountMail): void {
    const { log, clock } = this.#deps;
    if (this.#sending.size >= MAX_CONCURRENT) {
      log.warn('a mail of an account was not sent: too many are being sent');
      return;
    }
    const plainText = `${text.join('\n\n')}\n`;
    const sending = sendMail(this.#server, { recipient, subject, plainText, sentAt: clock.now() })
      .catch((error) => {
        const facts = error instanceof MailNotSent ? { fault: error.fault, ...error.facts } : {};
        log.warn({ ...facts, host: this.#server.host }, 'a mail of an account was not sent');
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Waits for mails that are being sent. */
  async close(): Promise<void> {
    await Promise.all(this.#sending);
  }
}
