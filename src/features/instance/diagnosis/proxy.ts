import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { signText, verifySignedText } from '../../../platform/security/crypto.ts';
import { CHECK_TIMEOUT_MS, type CheckResult, reasonOf, resultsOf } from './result.ts';

/** The audience of signatures by which the server recognizes its doctor. */
const PROXY_PROOF = 'doctor';

/** An address that no computer has (RFC 5737). A proxy must not accept an address that a client claims to have. */
const FORGED_ADDRESS = '192.0.2.77';

/** The headers and address of a request as they arrived, before the settings are applied. */
const Arrived = Type.Object({
  peer: Type.String({ description: 'The address that the connection comes from.' }),
  is_trusted: Type.Boolean({ description: 'The settings trust the headers of the peer.' }),
  host: Type.String(),
  forwarded_for: Type.String(),
  forwarded_proto: Type.String(),
  forwarded_host: Type.String(),
});
type Arrived = Static<typeof Arrived>;

/** Describes how a request of `checkProxy` arrived; undefined for requests of others. */
export function describeArrival(
  { clock, urlSigningKey, services }: Deps,
  request: Request,
  peer: string,
): Arrived | undefined {
  const proof = URL.parse(request.url)?.searchParams.get('proof') ?? '';
  const time = Number(verifySignedText(urlSigningKey, PROXY_PROOF, proof) ?? Number.NaN);
  if (!(Math.abs(clock.now() - time) < MINUTE_MS)) return undefined;
  const header = (name: string) => request.headers.get(name) ?? '';
  return {
    peer,
    is_trusted: services.instance.isTrustedProxy(peer),
    host: header('host'),
    forwarded_for: header('x-forwarded-for'),
    forwarded_proto: header('x-forwarded-proto'),
    forwarded_host: header('x-forwarded-host'),
  };
}

const proxy = resultsOf('proxy');

/** Whether the headers that a proxy sends about clients match the trusted proxies of the settings. */
export async function checkProxy(deps: Deps): Promise<CheckResult> {
  const { baseUrl, clock, urlSigningKey } = deps;
  const proof = signText(urlSigningKey, PROXY_PROOF, String(clock.now()));
  try {
    const answer = await fetch(`${baseUrl}/health/proxy?proof=${encodeURIComponent(proof)}`, {
      headers: { 'x-forwarded-for': FORGED_ADDRESS },
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
      redirect: 'manual',
    });
    const arrived: unknown = await answer.json().catch(() => undefined);
    if (!Value.Check(Arrived, arrived))
      return proxy.warning(
        `The proxy does not pass on ${baseUrl}/health/proxy (status ${answer.status}), so its headers were not checked. Let it pass on all paths.`,
      );
    const isDirect = (await isOwnListener(deps)) && !hasProxyHeaders(arrived);
    return isDirect ? proxy.ok(`No proxy is in front of ${baseUrl}.`) : judge(arrived, new URL(baseUrl));
  } catch (error) {
    return proxy.warning(`The headers of the proxy could not be checked (${reasonOf(error)}). Repeat it.`);
  }
}

const hasProxyHeaders = ({ forwarded_for, forwarded_proto, forwarded_host }: Arrived): boolean =>
  forwarded_for !== FORGED_ADDRESS || forwarded_proto !== '' || forwarded_host !== '';

const CLIENTS = 'All users count as one address, in limits and in the log';

function judge(arrived: Arrived, base: URL): CheckResult {
  const { peer, is_trusted, forwarded_for } = arrived;
  if (!hasProxyHeaders(arrived) && !is_trusted)
    return proxy.warning(
      `Requests come from ${peer} without X-Forwarded-For. ${CLIENTS}. Let the proxy send X-Forwarded-For and X-Forwarded-Proto, and set GALLEY_TRUSTED_PROXIES=${peer}.`,
    );
  if (!is_trusted)
    return proxy.fault(
      `The proxy at ${peer} says who its clients are, but it is not trusted. ${CLIENTS}. Set GALLEY_TRUSTED_PROXIES=${peer}, with those that are set already.`,
    );
  if (forwarded_for === FORGED_ADDRESS)
    return proxy.fault(
      `The proxy at ${peer} is trusted and passes X-Forwarded-For on as clients send it, so they choose the address that limits count. Let it append the address (nginx: $proxy_add_x_forwarded_for) or set it anew.`,
    );
  if (forwarded_for === '')
    return proxy.fault(
      `The proxy at ${peer} is trusted but removes X-Forwarded-For. ${CLIENTS}. Let it send the address of the client.`,
    );
  return judgeAddress(arrived, base);
}

function judgeAddress({ peer, host, forwarded_host, forwarded_proto }: Arrived, base: URL): CheckResult {
  const scheme = base.protocol.slice(0, -1);
  const [sent = ''] = forwarded_proto.toLowerCase().split(',');
  if (sent.trim() !== scheme && (sent !== '' || scheme === 'https'))
    return proxy.fault(
      `The proxy at ${peer} sends X-Forwarded-Proto "${sent.slice(0, 20)}", but the base URL begins with ${scheme}. Let it send ${scheme}, or correct GALLEY_BASE_URL.`,
    );
  const [reached = ''] = (forwarded_host || host).split(',');
  if (URL.parse(`${scheme}://${reached.trim()}`)?.hostname !== base.hostname)
    return proxy.fault(
      `Behind the proxy at ${peer} requests are for "${reached.slice(0, 100)}" instead of ${base.hostname}. Let it pass the header Host on (nginx: proxy_set_header Host $host).`,
    );
  return proxy.ok(`The proxy at ${peer} is trusted, and sends address, protocol and host of clients.`);
}

/** Whether the base URL has a port and an address of this process. Then there may be no proxy. */
async function isOwnListener({ baseUrl, listening }: Deps): Promise<boolean> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const number = Number(port) || (protocol === 'https:' ? 443 : 80);
  if (number !== listening.port && number !== listening.tlsPort) return false;
  const { address } = await lookup(hostname.replace(/^\[|\]$/g, ''));
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return own.some((found) => found.address === address);
}
