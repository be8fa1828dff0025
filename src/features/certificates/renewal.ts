import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, toIsoTime } from '../../platform/clock.ts';
import { toDomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import {
  ensureCertificate,
  readCertificateFile,
  type StoredCertificate,
  writeSecretFile,
} from './certificate-file.ts';
import { createKey, type ExternalAccount, orderCertificate } from './order-certificate.ts';
import type { Proof } from './proof.ts';
import type { CertificateStatus } from './schema.ts';

/** Delay after the first failure, four times as long after each further one: authorities limit failures by the hour. */
const FIRST_RETRY_MS = MINUTE_MS;
const MAX_RETRY_MS = 12 * HOUR_MS;

/** Remaining lifetime from which failures are errors in the log. */
const URGENT_MS = 7 * DAY_MS;

/**
 * Renewals are delayed by up to this share of the lifetime, so that installations of the same time do not renew
 * together.
 */
const JITTER = 1 / 60;

export interface RenewalOptions {
  /** PEM file of the key and the certificates. The account and the outcome of the last attempt are beside it. */
  file: string;
  domains: readonly string[];
  directory: string;
  caFile: string;
  email: string;
  externalAccount: ExternalAccount | undefined;
  proof: Proof;
  clock: Clock;
  log: Logger;
}

/** The outcome of the last attempts, kept over restarts. */
interface Attempts {
  /** The directory from which the certificate in the file is. */
  directory?: string;
  /** Milliseconds since the epoch: the last attempt failed then. */
  failedAt?: number;
  /** The first of the failures in a row. */
  failingSince?: number;
}

/** Gets the certificate of the server and renews it when a third of its lifetime is left. */
export class CertificateRenewal {
  readonly #options: RenewalOptions;
  readonly #jitter = (randomBytes(1)[0] as number) / 256;
  #stored: StoredCertificate | undefined;
  #attempts: Attempts = {};
  /** Failures since the start of this process, so that a restart tries again soon. */
  #failures = 0;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  /** Writes a certificate file for the listener if it is missing. */
  async prepare(): Promise<void> {
    const { file, domains, clock } = this.#options;
    await ensureCertificate(file, domains, clock.now());
    this.#stored = readCertificateFile(file, file);
    this.#attempts = readAttempts(this.#attemptsFile);
  }

  status(): CertificateStatus {
    const isFailing = this.#attempts.failedAt !== undefined && this.#needsCertificate();
    const stored = this.#stored?.isPlaceholder === false ? this.#stored : undefined;
    return {
      status: isFailing ? 'failing' : stored === undefined ? 'none' : 'ok',
      valid_to: stored === undefined ? null : toIsoTime(stored.validTo),
    };
  }

  /** Gets a certificate if it is due. A failure is logged and keeps the old one. */
  async renewIfDue(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    if (!this.#needsCertificate() || clock.now() < this.#retryAt()) return;
    try {
      await this.#renew(signal);
    } catch (error) {
      if (!signal.aborted) await this.#recordFailure(error);
    }
  }

  get #attemptsFile(): string {
    return join(dirname(this.#options.file), 'attempts.json');
  }

  #needsCertificate(): boolean {
    const { clock, domains, directory } = this.#options;
    const stored = this.#stored;
    if (stored === undefined || stored.isPlaceholder || this.#attempts.directory !== directory) return true;
    if (domains.some((domain) => !stored.domains.includes(domain))) return true;
    const lifetime = stored.validTo - stored.validFrom;
    return clock.now() >= stored.validTo - lifetime * (1 / 3 - JITTER * this.#jitter);
  }

  #retryAt(): number {
    const { failedAt } = this.#attempts;
    if (failedAt === undefined || failedAt > this.#options.clock.now()) return 0;
    const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 4 ** Math.max(0, this.#failures - 1));
    return failedAt + delay * (1 + this.#jitter / 10);
  }

  async #renew(signal: AbortSignal): Promise<void> {
    const { file, domains, directory, caFile, email, externalAccount, proof, log } = this.#options;
    const accountKey = await this.#accountKey();
    const pem = await orderCertificate({
      ...{ directory, caFile, email, externalAccount, domains, proof, accountKey, signal },
    });
    await writeSecretFile(file, pem);
    this.#stored = readCertificateFile(file, file);
    this.#failures = 0;
    await this.#note({ directory });
    const valid_to = this.status().valid_to;
    log.info({ domains, valid_to }, 'a certificate was issued; it is in use within seconds');
  }

  /** The key by which the authority knows this installation. */
  async #accountKey(): Promise<string> {
    const file = join(dirname(this.#options.file), 'account.pem');
    if (existsSync(file)) return readFileSync(file, 'utf8');
    const key = await createKey();
    await writeSecretFile(file, key);
    return key;
  }

  async #recordFailure(thrown: unknown): Promise<void> {
    const { clock, log } = this.#options;
    const now = clock.now();
    this.#failures += 1;
    const failingSince = this.#attempts.failingSince ?? now;
    await this.#note({ ...this.#attempts, failedAt: now, failingSince });
    const { message } = toDomainError(thrown);
    const stored = this.#stored?.isPlaceholder === false ? this.#stored : undefined;
    const left = stored === undefined ? 0 : Math.floor((stored.validTo - now) / DAY_MS);
    const facts = {
      reason: message,
      failing_since: toIsoTime(failingSince),
      next_attempt: toIsoTime(this.#retryAt()),
      ...(stored && { days_left: left }),
    };
    const level = stored === undefined || stored.validTo - now < URGENT_MS ? 'error' : 'warn';
    const state =
      stored === undefined ? 'browsers will refuse this server until then' : 'the old one stays in use';
    log[level](facts, `the certificate could not be obtained; ${state}`);
  }

  async #note(attempts: Attempts): Promise<void> {
    this.#attempts = attempts;
    await writeSecretFile(this.#attemptsFile, JSON.stringify(attempts));
  }
}

function readAttempts(file: string): Attempts {
  try {
    const { directory, failedAt, failingSince } = JSON.parse(readFileSync(file, 'utf8'));
    return {
      ...(typeof directory === 'string' && { directory }),
      ...(typeof failedAt === 'number' && { failedAt }),
      ...(typeof failingSince === 'number' && { failingSince }),
    };
  } catch {
    // Without the file there were no attempts; a damaged one only costs another attempt.
    return {};
  }
}
