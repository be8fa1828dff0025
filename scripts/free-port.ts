/** A port of `localhost` that was free just now, for a server process that tests or tools start. */
export function findFreePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return isFreeForIpv6(port) ? port : findFreePort();
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
