import type { Settings } from './settings.ts';

/** The address for clients: the setting, or else that of the listening socket, with TLS if there is a certificate. */
export function findBaseUrl({ base_url, host, port, tls_cert, tls_port }: Settings): string {
  if (base_url !== '') return base_url.replace(/(?<!\/)\/+$/, '');
  const name = host.includes(':') ? `[${host}]` : host;
  const shown = name === '0.0.0.0' || name === '[::]' ? 'localhost' : name;
  return tls_cert === '' ? `http://${shown}:${port}` : `https://${shown}:${tls_port}`;
}

export function chooseLogFormat({ log_format }: Settings): 'json' | 'pretty' {
  if (log_format !== 'auto') return log_format;
  return process.stderr.isTTY === true ? 'pretty' : 'json';
}
