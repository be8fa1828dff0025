import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { FairSemaphore } from '../../platform/fair-use/fair-semaphore.ts';
import { traced } from '../../platform/logging/tracing.ts';
import type { MailServer } from '../../platform/network/mail-server.ts';
import { MailNotSent, sendMail } from '../../platform/network/send-mail.ts';

/** Mails that are sent at the same time: to all recipients, and to one. */
const MAX_CONCURRENT = 10;
const MAX_CONCURRENT_TO_ONE = 2;

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
  readonly #connections = new FairSemaphore({
    limit: MAX_CONCURRENT,
    limitPerOwner: MAX_CONCURRENT_TO_ONE,
    maxWaiting: MAX_QUEUED,
    refusal: () => new DomainError('unavailable', 'Too many mails of accounts are waiting.'),
  });
  readonly #closing = new AbortController();

  constructor(server: MailServer, deps: MailerDeps) {
    this.#server = server;
    this.#deps = deps;
  }

  /** Whether no further mail is taken: too many are waiting, or the server stops. */
  get isFull(): boolean {
    return this.#closing.signal.aborted || this.#connections.waiting >= MAX_QUEUED;
  }

  /** Queues a mail. Returns false if no further mail is taken. */
  send(mail: AccountMail): boolean {
    if (this.isFull) {
      const queued = this.#connections.waiting;
      this.#deps.log.warn({ queued }, 'a mail of an account was not sent: too many are waiting');
      return false;
    }
    const sending = this.#sendInTurn(mail).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return true;
  }

  /** Waits until all mails are sent. Mails that are still queued after some seconds are dropped. */
  async close(): Promise<void> {
    const timer = setTimeout(() => {
      const dropped = this.#connections.waiting;
      this.#closing.abort();
      if (dropped > 0) this.#deps.log.warn({ dropped }, 'mails of accounts were not sent: the server stops');
    }, CLOSING_MS);
    await Promise.all(this.#sending);
    clearTimeout(timer);
  }

  async #sendInTurn(mail: AccountMail): Promise<void> {
    const { signal } = this.#closing;
    const release = await this.#connections.acquire(mail.recipient, { signal }).catch(() => undefined);
    if (release === undefined) return;
    await this.#sendNow(mail).finally(release);
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
