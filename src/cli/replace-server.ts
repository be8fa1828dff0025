import { resolve } from 'node:path';
import { rehearse, startingSockets } from '../app.ts';
import { findBaseUrl, findCertificateFiles, type Settings } from '../config/index.ts';
import { connectControl } from '../control/client.ts';
import { REPLACE } from '../control/server.ts';
import { ensureCertificate } from '../features/certificates/index.ts';
import { type HeldPorts, holdPorts } from '../http/listen.ts';
import { systemClock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/log.ts';

/** The addresses and ports of the settings. */
export function listenAddresses(settings: Settings) {
  const { host, port, tls_port, tls_only, base_url } = settings;
  const files = findCertificateFiles(settings);
  const only = tls_only && { only: { baseUrl: base_url === '' ? '' : findBaseUrl(settings) } };
  return { host, port, ...(files && { tls: { files, port: tls_port, ...only } }) };
}

/**
 * Listens on the ports of the server that holds the data, and asks it to stop. Requests wait in the ports until this
 * process has the data. Undefined if no server holds the data. What can be checked is checked before the other server
 * stops: throws `conflict` or `validation_failed` for settings, data or ports with which this process cannot serve.
 */
export async function replaceServer(settings: Settings, log: Logger): Promise<HeldPorts | undefined> {
  const call = await connectControl(resolve(settings.data));
  if (call === undefined) return undefined;
  if (process.platform !== 'linux')
    throw new DomainError(
      'conflict',
      'Only on Linux can a server take over the port of another. Stop the other first.',
    );
  await rehearse(settings, { log });
  const certificate = findCertificateFiles(settings);
  if (certificate && settings.acme.length > 0)
    await ensureCertificate(certificate.cert, settings.acme, systemClock.now());
  const held = holdPorts({ ...listenAddresses(settings), log }, startingSockets);
  try {
    await call(REPLACE, {});
  } catch (error) {
    await closePorts(held);
    throw error;
  }
  return held;
}

export async function closePorts(held: HeldPorts | undefined): Promise<void> {
  await Promise.all([...(held?.plain ?? []), ...(held?.tls ?? [])].map((port) => port.close()));
}
