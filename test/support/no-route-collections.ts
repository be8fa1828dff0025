/**
 * Elysia asks for a garbage collection after it has compiled a route. Each application of a test compiles the routes that
 * it serves, so there were three times as many collections, which took a sixth of the processor time of such tests.
 * Collections that code waits for (`Bun.gc(true)`) run as usual. Preloaded (bunfig.toml).
 */
const collect = Bun.gc;

Bun.gc = (isSynchronous) => {
  if (isSynchronous) collect(true);
};
