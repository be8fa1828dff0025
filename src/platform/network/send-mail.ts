import type { Transporter } from 'nodemailer';
import type { MailServer } from './mail-server.ts';

export interface OutgoingMail {
  recipient: string;
  subject: string;
  html?: string;
  plainText: string;
  /** Milliseconds since the epoch. */
  sentAt: number;
  headers?: Record<string, string>;
}

/** Kinds of failures. The reply of the mail server is not used, because it may contain names and addresses. */
export type MailFault =
  | 'refused_sign_in'
  | 'unreachable'
  | 'timeout'
  | 'no_tls'
  | 'recipient'
  | 'sender'
  | 'other';

/** Why a mail was not sent, in words that are safe for the log. */
export class MailNotSent extends Error {
  readonly fault: MailFault;
  readonly facts: { code: string | undefined; command: string | undefined; status: number | undefined };

  constructor(error: SmtpError) {
    super('the mail was not sent');
    const { code, command, responseCode } = error;
    this.fault = classify(error);
    this.facts = { code, command, status: responseCode };
  }
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Shorter than the time after which the caller's HTTP connection is closed. */
const CONNECT_TIMEOUT_MS = 8_000;
const SILENCE_TIMEOUT_MS = 10_000;
const TOTAL_TIMEOUT_MS = 25_000;

/** Sends a mail. Throws `MailNotSent`. */
export async function sendMail(
  server: MailServer,
  mail: OutgoingMail,
  timeoutMs = TOTAL_TIMEOUT_MS,
): Promise<void> {
  try {
    await withTransport(server, timeoutMs, (transport) => transport.sendMail(compose(server, mail)));
  } catch (error) {
    throw new MailNotSent(error as SmtpError);
  }
}

/** Connects and signs in without sending a mail. Returns the reason if that fails. */
export async function verifyMailServer(
  server: MailServer,
  timeoutMs = CONNECT_TIMEOUT_MS,
): Promise<MailFault | undefined> {
  try {
    await withTransport(server, timeoutMs, (transport) => transport.verify());
    return undefined;
  } catch (error) {
    return classify(error as SmtpError);
  }
}

/** Throws if `work` takes longer than the limit. Always closes the connection. */
async function withTransport(
  server: MailServer,
  timeoutMs: number,
  work: (transport: Transporter) => Promise<unknown>,
): Promise<void> {
  const transport = await connect(server);
  let timer: Timer | undefined;
  const timeout = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), timeoutMs);
  });
  try {
    await Promise.race([work(transport), timeout]);
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
    // A mail consists of the given text only, never of files or addresses that it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function compose(
  { from }: MailServer,
  { recipient, subject, html, plainText, sentAt, headers }: OutgoingMail,
) {
  return {
    from,
    to: { name: '', address: recipient },
    // Set explicitly, so that an address cannot smuggle in a second recipient.
    envelope: { from: from.address, to: [recipient] },
    subject,
    ...(html !== undefined && { html }),
    text: plainText,
    date: new Date(sentAt),
    headers: {
      // Suppresses automatic replies such as "out of office".
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...headers,
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
