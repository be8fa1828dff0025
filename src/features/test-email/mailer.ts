import type { Transporter } from 'nodemailer';
import type { Logger } from '../../platform/log.ts';
import type { MailServer } from '../../platform/mail-server.ts';
import { type MailFault, mailNotSent, tooManyAtOnce } from './errors.ts';

interface TestMail {
  recipient: string;
  subject: string;
  html: string;
  plainText: string;
  /** Milliseconds since the epoch. */
  sentAt: number;
}

/** Sends mails. Throws `unavailable`, or `validation_failed` if the server refuses the recipient. */
export interface Mailer {
  /** The address it sends from. */
  sender: string;
  send(mail: TestMail): Promise<void>;
}

/** Below the time after which the HTTP connection of the caller is closed. */
const CONNECT_TIMEOUT_MS = 8_000;
const SILENCE_TIMEOUT_MS = 10_000;
const TOTAL_TIMEOUT_MS = 25_000;

/** Concurrent connections to the mail server. */
const MAX_CONCURRENT = 5;

export function createMailer(server: MailServer, log: Logger, timeoutMs = TOTAL_TIMEOUT_MS): Mailer {
  let active = 0;
  return {
    sender: server.from.address,
    async send(mail) {
      if (active >= MAX_CONCURRENT) throw tooManyAtOnce();
      active += 1;
      try {
        await deliver(server, mail, timeoutMs);
      } catch (error) {
        const { code, command, responseCode } = error as SmtpError;
        const fault = classify(error as SmtpError);
        // Without the error and the server's reply, because both may contain names and addresses.
        log.warn(
          { fault, code, command, status: responseCode, host: server.host },
          'a test mail was not sent',
        );
        throw mailNotSent(fault, responseCode);
      } finally {
        active -= 1;
      }
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

async function deliver(server: MailServer, mail: TestMail, timeoutMs: number): Promise<void> {
  const transport = await connect(server);
  let timer: Timer | undefined;
  const timeout = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), timeoutMs);
  });
  try {
    await Promise.race([transport.sendMail(compose(server, mail)), timeout]);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/** Loaded with the first mail: most servers never send one. */
async function connect({ host, port, encryption, credentials }: MailServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    // With opportunistic TLS an unverified certificate is still better than no encryption.
    tls: { rejectUnauthorized: encryption !== 'offered' },
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // A mail is what is given here, never a file or an address it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function compose({ from }: MailServer, { recipient, subject, html, plainText, sentAt }: TestMail) {
  return {
    from,
    to: { name: '', address: recipient },
    // Set explicitly, so that an address cannot smuggle in a second recipient.
    envelope: { from: from.address, to: [recipient] },
    subject,
    html,
    text: plainText,
    date: new Date(sentAt),
    headers: {
      // A mailto address, because test mails have no page to unsubscribe.
      'List-Unsubscribe': `<mailto:${from.address}?subject=unsubscribe>`,
      // Suppresses automatic replies such as "out of office".
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

function classify({ code, command, responseCode = 0, message }: SmtpError): MailFault {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'refused_sign_in';
  if (code === 'ETIMEDOUT' || /timeout|timed out/i.test(message)) return 'timeout';
  if (code === 'ETLS' || /certificate|STARTTLS|TLS|SSL/i.test(message)) return 'no_tls';
  if (command === 'RCPT TO' && responseCode >= 400) return 'recipient';
  if (command === 'MAIL FROM' && responseCode >= 400) return 'sender';
  if (responseCode >= 400) return 'other';
  return ['ECONNECTION', 'ESOCKET', 'EDNS', 'ECONNREFUSED', 'ENOTFOUND'].includes(code ?? '')
    ? 'unreachable'
    : 'other';
}
