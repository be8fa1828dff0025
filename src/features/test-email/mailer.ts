import type { Deps } from '../../platform/deps.ts';
import { FairSemaphore } from '../../platform/fair-use/fair-semaphore.ts';
import { traced } from '../../platform/logging/tracing.ts';
import type { MailServer } from '../../platform/network/mail-server.ts';
import {
  type MailFault,
  type MailNotSent,
  type OutgoingMail,
  sendMail,
  verifyMailServer,
} from '../../platform/network/send-mail.ts';
import { mailNotSent, tooManyAtOnce } from './errors.ts';

type TestMail = Required<Omit<OutgoingMail, 'headers'>>;

/** Sends mails. Throws `unavailable`, or `validation_failed` if the server refuses the recipient. */
export interface Mailer {
  /** The address it sends from. */
  sender: string;
  /** `owner`: on whose behalf, see `ownerOf`. */
  send(mail: TestMail, owner: string): Promise<void>;
  /** Connects and signs in; why that fails, if it does. */
  verify(): Promise<MailFault | undefined>;
}

/** Concurrent connections to the mail server, and those of one tenant. */
const MAX_CONCURRENT = 8;
const MAX_CONCURRENT_OF_OWNER = 5;

export function createMailer(server: MailServer, { log, tracing }: Pick<Deps, 'log' | 'tracing'>): Mailer {
  const connections = new FairSemaphore({
    limit: MAX_CONCURRENT,
    limitPerOwner: MAX_CONCURRENT_OF_OWNER,
    maxWaiting: 0,
    refusal: tooManyAtOnce,
  });
  const sender = server.from.address;
  // A mailto address, because test mails have no page to unsubscribe.
  const headers = { 'List-Unsubscribe': `<mailto:${sender}?subject=unsubscribe>` };
  return {
    sender,
    verify: () => verifyMailServer(server),
    async send(mail, owner) {
      const release = await connections.acquire(owner);
      try {
        await traced(tracing, 'send mail', { kind: 'client' }, () => sendMail(server, { ...mail, headers }));
      } catch (error) {
        const { fault, facts } = error as MailNotSent;
        // Without the error and the server's reply, because both may contain names and addresses.
        log.warn({ fault, ...facts, host: server.host }, 'a test mail was not sent');
        throw mailNotSent(fault, facts.status);
      } finally {
        release();
      }
    },
  };
}
