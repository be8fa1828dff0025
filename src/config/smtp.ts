import { DomainError } from '../platform/errors.ts';
import type { MailServer } from '../platform/network/mail-server.ts';
import type { Settings } from './settings.ts';

const TLS_PORT = 465;
const SUBMISSION_PORT = 587;
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

const NAMED = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>\s*$/u;
const ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()[\]\\,;:"@\p{Cc}]+$/u;

/**
 * The mail server of the settings, or undefined without one. Throws `validation_failed` naming the variable that is
 * missing or invalid, without its value.
 */
export function readMailServer(settings: Settings): MailServer | undefined {
  const { smtp_url, smtp_host, smtp_from } = settings;
  if (smtp_url === '' && smtp_host === '') return undefined;
  if (smtp_url !== '' && smtp_host !== '') {
    throw wrong('GALLEY_SMTP_URL and GALLEY_SMTP_HOST are both set. Remove one of them.');
  }
  if (smtp_from === '')
    throw wrong('GALLEY_SMTP_FROM is not set. Test mails need a sender, such as mail@example.com.');
  const server = smtp_url === '' ? readVariables(settings) : readUrl(settings);
  return { ...server, from: readSender(smtp_from) };
}

function readVariables(settings: Settings): Omit<MailServer, 'from'> {
  const { smtp_host: host, smtp_user: user, smtp_password: password, smtp_secure: secure } = settings;
  if ((user === '') !== (password === '')) {
    throw wrong('Only one of GALLEY_SMTP_USER and GALLEY_SMTP_PASSWORD is set. Set both or neither.');
  }
  const port = settings.smtp_port || (secure === 'tls' ? TLS_PORT : SUBMISSION_PORT);
  const credentials = user === '' ? undefined : { user, password };
  return {
    host,
    port,
    credentials,
    encryption: chooseEncryption(secure, host, port, credentials !== undefined),
  };
}

function readUrl({ smtp_url, smtp_secure }: Settings): Omit<MailServer, 'from'> {
  const url = URL.canParse(smtp_url) ? new URL(smtp_url) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw wrong('GALLEY_SMTP_URL must be an address such as smtp://user:password@mail.example.com:587.');
  }
  const secure = url.protocol === 'smtps:' ? 'tls' : smtp_secure;
  const port = url.port === '' ? (secure === 'tls' ? TLS_PORT : SUBMISSION_PORT) : Number(url.port);
  const user = decode(url.username);
  const credentials = user === '' ? undefined : { user, password: decode(url.password) };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port,
    credentials,
    encryption: chooseEncryption(secure, host, port, credentials !== undefined),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong('GALLEY_SMTP_URL: user and password must be percent-encoded.');
  }
}

/** With a password STARTTLS is required, because an attacker can remove it from the server's offer. */
function chooseEncryption(
  secure: Settings['smtp_secure'],
  host: string,
  port: number,
  hasPassword: boolean,
): MailServer['encryption'] {
  if (secure !== 'auto') return secure;
  if (port === TLS_PORT) return 'tls';
  return hasPassword && !LOCAL_HOSTS.has(host) ? 'starttls' : 'offered';
}

function readSender(text: string): MailServer['from'] {
  const [, name = '', bracketed] = NAMED.exec(text) ?? [];
  const address = (bracketed ?? text).trim();
  if (!ADDRESS.test(address)) {
    throw wrong(
      'GALLEY_SMTP_FROM must be an address such as mail@example.com or Example <mail@example.com>.',
    );
  }
  return { name: name.trim(), address };
}

const wrong = (message: string) => new DomainError('validation_failed', message);
