import type { Deps } from '../../platform/deps.ts';
import type { MailServer } from '../../platform/mail-server.ts';
import { MailNotSent, sendMail } from '../../platform/send-mail.ts';
import { traced } from '../../platform/tracing.ts';

/** Mails that are sent at the same time. */
const MAX_CONCURRENT = 10;

/** Most mails that wait; further ones are refused. */
const MAX_QUEUED = 500;

/** How long queued mails are still sent while the server stops. */
const CLOSING_MS = 3_000;

type MailerDeps = Pick<Deps, 'log' | 'clock' | 'tracing'>;

interface AccountMail {
  recipient: string;
  subject: string;
  /** The paragraphs of the text. */
  text: readonly string[];
}

/** Sends links by mail in the background, so that the time of an answer does not show whether a mail was sent. */
export class AccountMailer {
  readonly #server: MailServer;
  readonly #deps: MailerDeps;
  readonly #sending = new Set<Promise<void>>();
  readonly #queued: AccountMail[] = [];

  constructor(server: MailServer, deps: MailerDeps) {
    this.#server = server;
    this.#deps = deps;
  }

  /** Whether too many mails are waiting. */
  get isFull(): boolean {
    return this.#queued.length >= MAX_QUEUED;
  }

  /** Queues a mail. Returns false if too many are waiting. */
  send(mail: AccountMail): boolean {
    if (this.isFull) {
      this.#deps.log.warn({ queued: MAX_QUEUED }, 'a mail of an account was not sent: too many are waiting');
      return false;
    }
    this.#queued.push(mail);
    this.#sendQueued();
    return true;
  }

  /** Waits until all mails are sent. Mails that are still queued after some seconds are dropped. */
  async close(): Promise<void> {
    const timer = setTimeout(() => {
      const dropped = this.#queued.splice(0).length;
      if (dropped > 0) this.#deps.log.warn({ dropped }, 'mails of accounts were not sent: the server stops');
    }, CLOSING_MS);
    while (this.#sending.size > 0) await Promise.all(this.#sending);
    clearTimeout(timer);
  }

  #sendQueued(): void {
    while (this.#sending.size < MAX_CONCURRENT) {
      const mail = this.#queued.shift();
      if (mail === undefined) return;
      const sending = this.#sendNow(mail).finally(() => {
        this.#sending.delete(sending);
        this.#sendQueued();
      });
      this.#sending.add(sending);
    }
  }

  async #sendNow({ recipient, subject, text }: AccountMail): Promise<void> {
    const { log, clock, tracing } = this.#deps;
    const plainText = `${text.join('\n\n')}\n`;
    try {
      const mail = { recipient, subject, plainText, sentAt: clock.now() };
      await traced(tracing, 'send mail', { kind: 'client' }, () => sendMail(this.#server, mail));
    } catch (error) {
      const facts = error instanceof MailNotSent ? { fault: error.fault, ...error.facts } : {};
      log.warn({ ...facts, host: this.#server.host }, 'a mail of an account was not sent');
    }
  }
}
