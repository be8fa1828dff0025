import { lookup } from 'node:dns/promises';
import { connect, type TLSSocket } from 'node:tls';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { randomBytes, verifySignedText } from '../../../platform/security/crypto.ts';
import { HEALTH_PROOF } from '../operations/check-health.ts';
import { checkProxy } from './proxy.ts';
import { CHECK_TIMEOUT_MS, type CheckResult, reasonOf, resultsOf } from './result.ts';

const MAX_DRIFT_MS = 60_000;
const SHORT_VALIDITY_DAYS = 14;

const dns = resultsOf('dns');
const baseUrlResult = resultsOf('base_url');
const clockResult = resultsOf('clock');
const websocket = resultsOf('websocket');
const tls = resultsOf('tls');

/** Whether clients that use the base URL reach this server. Later checks are left out when an earlier one fails. */
export async function checkBaseUrl(deps: Deps): Promise<CheckResult[]> {
  const url = new URL(deps.baseUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host).catch(() => undefined);
  if (found === undefined) {
    return [
      dns.fault(
        `The name ${host} of the base URL has no address. Correct GALLEY_BASE_URL or the DNS record.`,
      ),
    ];
  }
  const results = [dns.ok(`${host} is ${found.address}.`)];
  if (url.protocol === 'https:') results.push(await checkTls(host, Number(url.port) || 443, deps));
  if (results.some(({ status }) => status === 'fault')) return results;
  results.push(...(await checkAnswer(deps)));
  if (results.some(({ status }) => status === 'fault')) return results;
  return [...results, await checkProxy(deps), await checkWebsocket(deps.baseUrl)];
}

async function checkTls(host: string, port: number, { clock }: Deps): Promise<CheckResult> {
  try {
    const { error, validTo } = await readCertificate(host, port);
    if (error !== undefined) {
      return tls.fault(
        `Clients do not trust the certificate of ${host}: ${error}. Serve the whole chain, for this name, of a public authority.`,
      );
    }
    const days = Math.floor((validTo - clock.now()) / DAY_MS);
    if (days < SHORT_VALIDITY_DAYS) {
      return tls.warning(`The certificate of ${host} ends in ${days} days. Check what renews it.`);
    }
    return tls.ok(`The certificate of ${host} is valid for ${days} more days.`);
  } catch (error) {
    return tls.fault(
      `No TLS connection to ${host}:${port} (${reasonOf(error)}). Check the proxy or the certificate.`,
    );
  }
}

/** The certificate that a server shows; `error` is why clients do not trust it. */
function readCertificate(
  host: string,
  port: number,
): Promise<{ error: string | undefined; validTo: number }> {
  return new Promise((done, fail) => {
    const socket: TLSSocket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { authorized, authorizationError } = socket;
      const validTo = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      done({ error: authorized ? undefined : reasonOf(authorizationError), validTo });
    });
    socket.setTimeout(CHECK_TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
    socket.once('error', fail);
  });
}

/** Requests a signature that only this server can make, to notice another server under the name. */
async function checkAnswer({ baseUrl, clock, urlSigningKey }: Deps): Promise<CheckResult[]> {
  const challenge = Buffer.from(randomBytes(16)).toString('hex');
  try {
    const answer = await fetch(`${baseUrl}/api/v1/health?challenge=${challenge}`, {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
      redirect: 'manual',
    });
    const body = (await answer.json().catch(() => ({}))) as { proof?: unknown };
    const proof = typeof body.proof === 'string' ? body.proof : '';
    if (verifySignedText(urlSigningKey, HEALTH_PROOF, proof) !== challenge) {
      return [
        baseUrlResult.fault(
          `${baseUrl} does not lead to this server (status ${answer.status}). Check the proxy, or GALLEY_BASE_URL.`,
        ),
      ];
    }
    const date = Date.parse(answer.headers.get('date') ?? '');
    const reached = baseUrlResult.ok(`${baseUrl} leads to this server.`);
    return Number.isNaN(date) ? [reached] : [reached, compareClocks(date - clock.now())];
  } catch (error) {
    return [
      baseUrlResult.fault(
        `${baseUrl} does not answer this machine (${reasonOf(error)}). Check GALLEY_BASE_URL, the proxy and the firewall; some routers do not let a machine reach its own public address.`,
      ),
    ];
  }
}

function compareClocks(driftMs: number): CheckResult {
  const seconds = Math.round(Math.abs(driftMs) / 1000);
  if (Math.abs(driftMs) <= MAX_DRIFT_MS) return clockResult.ok('The clock agrees with that of the base URL.');
  return clockResult.warning(
    `The clock differs by ${seconds} seconds from that of the base URL: tokens end too early or too late. Set both by NTP.`,
  );
}

/** Whether a proxy lets websockets through, which pages need for collaboration. */
function checkWebsocket(baseUrl: string): Promise<CheckResult> {
  return new Promise((done) => {
    const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/app/health?protocol=7&client=doctor`);
    const end = (result: CheckResult) => {
      clearTimeout(timer);
      socket.close();
      done(result);
    };
    const fail = () =>
      end(
        websocket.fault(
          `Websockets do not get through ${baseUrl}. Let the proxy pass the headers Upgrade and Connection.`,
        ),
      );
    const timer = setTimeout(fail, CHECK_TIMEOUT_MS);
    // The handshake may come from the proxy. The first message comes from Galley.
    socket.onmessage = () => end(websocket.ok(`Websockets get through ${baseUrl}.`));
    socket.onerror = fail;
    socket.onclose = fail;
  });
}
