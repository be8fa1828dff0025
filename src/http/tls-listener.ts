import { type Clock, toIsoTime } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { type AnyServer, type AnySockets, bind, listenerOptions } from './bind.ts';
import { type Certificate, type CertificateFiles, fingerprintFiles, readCertificate } from './certificate.ts';

/** How often the files of the certificate are looked at. Watching them would miss how some tools replace them. */
const CERTIFICATE_CHECK_MS = 5_000;

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;

export interface TlsListenerOptions {
  host: string;
  port: number;
  files: CertificateFiles;
  websocket?: AnySockets;
  fetch(request: Request, server: AnyServer): Response | Promise<Response | undefined> | undefined;
  clock: Clock;
  log: Logger;
}

export interface TlsListener {
  port: number;
  /** Whether the certificate is for this host. */
  isCertifiedFor(host: string): boolean;
  /** Every server that may have connections; those of earlier certificates too, until their last one has ended. */
  servers(): AnyServer[];
  /** Looks at the certificate's files now. */
  reload(): void;
  stop(force: boolean): Promise<void>;
}

/**
 * Listens with a certificate that can change. Bun cannot give a listener another certificate, so it is closed and
 * another opened on the same port in the same turn; requests and websockets of the old one go on until they end.
 */
export function listenWithTls(options: TlsListenerOptions, first: Certificate): TlsListener {
  const { clock, log, files } = options;
  let certificate = first;
  let current = open(options, certificate, options.port);
  const port = current.port as number;
  const retiring = new Set<AnyServer>();
  warnOfDates(certificate, clock, log);

  const exchange = (next: Certificate): void => {
    const old = current;
    retiring.add(old);
    void old.stop().finally(() => retiring.delete(old));
    try {
      current = open(options, next, port);
    } catch (error) {
      current = open(options, certificate, port);
      throw error;
    }
    certificate = next;
    log.info({ valid_to: toIsoTime(next.validTo) }, 'the certificate was read again');
    warnOfDates(next, clock, log);
  };
  let seen = first.fingerprint;
  const reload = (): void => {
    const fingerprint = fingerprintFiles(files);
    if (fingerprint === seen) return;
    seen = fingerprint;
    try {
      exchange(readCertificate(files));
    } catch (error) {
      // Certificate and key are replaced one after the other: the next look finds both.
      log.warn({ reason: (error as Error).message }, 'the new certificate cannot be used; the old one stays');
    }
  };
  const timer = setInterval(reload, CERTIFICATE_CHECK_MS);
  timer.unref();
  return {
    port,
    reload,
    isCertifiedFor: (host) => certificate.isFor(host),
    servers: () => [current, ...retiring],
    async stop(force) {
      clearInterval(timer);
      await Promise.all([current, ...retiring].map((server) => server.stop(force)));
    },
  };
}

function open(options: TlsListenerOptions, { cert, key }: Certificate, port: number): AnyServer {
  const { host, fetch } = options;
  const listener = { hostname: host, port, tls: { cert, key }, fetch, ...listenerOptions(options) };
  // The types of Bun know servers with websockets and servers without, and no server that may have them.
  return bind(host, port, '--tls-port', () => Bun.serve(listener as never));
}

function warnOfDates({ validFrom, validTo }: Certificate, clock: Clock, log: Logger): void {
  const now = clock.now();
  const facts = { valid_from: toIsoTime(validFrom), valid_to: toIsoTime(validTo) };
  if (now > validTo) log.warn(facts, 'the certificate has expired: browsers will refuse it');
  else if (now < validFrom) log.warn(facts, 'the certificate is not valid yet: browsers will refuse it');
  else if (validTo - now < SOON_MS) log.warn(facts, 'the certificate expires within a week');
}
