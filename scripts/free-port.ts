/** Ports that were given out: the system may choose one again before its server listens. */
const given = new Set<number>();

/** A port of `localhost` that was free just now, for a server process that tests or tools start. Each is given once. */
export function findFreePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  if (given.has(port) || !isFreeForIpv6(port)) return findFreePort();
  given.add(port);
  return port;
}

/** Whether a server that listens on both addresses can have it. True without IPv6. */
function isFreeForIpv6(port: number): boolean {
  try {
    Bun.listen({ hostname: '::1', port, socket: { data() {} } }).stop(true);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'EADDRINUSE';
  }
}
