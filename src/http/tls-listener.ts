import { type Clock, DAY_MS, toIsoTime } from '../platform/clock.ts';
import type { Logger } from '../platform/logging/log.ts';
import { type Certificate, type CertificateFiles, fingerprintFiles, readCertificate } from './certificate.ts';

// biome-ignore lint/suspicious/noExplicitAny: only the handler of the websockets knows what they carry
export type AnyServer = Bun.Server<any>;

/** How often the certificate's files are checked. A file watcher would miss some ways of replacing them. */
const CERTIFICATE_CHECK_MS = 5_000;

const SOON_MS = 7 * DAY_MS;

interface TlsListenerOptions {
  files: CertificateFiles;
  port: number;
  /** Opens a server with a certificate at each of the addresses. */
  open(certificate: Certificate, port: number): AnyServer[];
  clock: Clock;
  log: Logger;
}

/**
 * A TLS listener, at one address or several, whose certificate can change. Bun cannot change the certificate of a listener, so it is closed and
 * another is opened on the same port in the same tick. Requests and websockets of the old one continue until they end.
 */
export class TlsListener {
  readonly port: number;
  private readonly options: TlsListenerOptions;
  private certificate: Certificate;
  private current: AnyServer[];
  /** Servers that accept no more connections, until their last connection has ended. */
  private readonly retiring = new Set<AnyServer>();
  private fingerprint: string;
  private readonly timer: Timer;

  constructor(options: TlsListenerOptions, certificate: Certificate) {
    this.options = options;
    this.certificate = certificate;
    this.fingerprint = certificate.fingerprint;
    this.current = options.open(certificate, options.port);
    this.port = this.current[0]?.port as number;
    this.timer = setInterval(() => this.reload(), CERTIFICATE_CHECK_MS);
    this.timer.unref();
    this.warnOfDates();
  }

  /** Whether the certificate is for this host. */
  isCertifiedFor(host: string): boolean {
    return this.certificate.isFor(host);
  }

  /** Every server that may have connections. */
  servers(): AnyServer[] {
    return [...this.current, ...this.retiring];
  }

  /** Reloads the certificate's files if they have changed. */
  reload(): void {
    const { files, log } = this.options;
    const fingerprint = fingerprintFiles(files);
    if (fingerprint === this.fingerprint) return;
    this.fingerprint = fingerprint;
    try {
      this.exchange(readCertificate(files));
    } catch (error) {
      // Certificate and key are replaced one after the other. The next check finds both.
      log.warn({ reason: (error as Error).message }, 'the new certificate cannot be used; the old one stays');
    }
  }

  async stop(force: boolean): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.servers().map((server) => server.stop(force)));
  }

  /** Opens other servers on the port in the same tick in which the last ones close. */
  private replace(certificate: Certificate): void {
    for (const server of this.current) {
      this.retiring.add(server);
      void server.stop().finally(() => this.retiring.delete(server));
    }
    this.current = this.options.open(certificate, this.port);
  }

  private exchange(next: Certificate): void {
    try {
      this.replace(next);
    } catch (error) {
      this.current = this.options.open(this.certificate, this.port);
      throw error;
    }
    this.certificate = next;
    this.options.log.info({ valid_to: toIsoTime(next.validTo) }, 'the certificate was read again');
    this.warnOfDates();
  }

  private warnOfDates(): void {
    const { clock, log } = this.options;
    const { validFrom, validTo } = this.certificate;
    const now = clock.now();
    const facts = { valid_from: toIsoTime(validFrom), valid_to: toIsoTime(validTo) };
    if (now > validTo) log.warn(facts, 'the certificate has expired: browsers will refuse it');
    else if (now < validFrom) log.warn(facts, 'the certificate is not valid yet: browsers will refuse it');
    else if (validTo - now < SOON_MS) log.warn(facts, 'the certificate expires within a week');
  }
}
