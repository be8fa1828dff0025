/**
 * Elysia requests a garbage collection after it has compiled a route. Each test application compiles the routes that it
 * serves, which tripled the number of collections and took a sixth of the processor time of such tests. Collections
 * that code awaits (`Bun.gc(true)`) run as usual. Preloaded (bunfig.toml).
 */
const collect = Bun.gc;

Bun.gc = (isSynchronous) => {
  if (isSynchronous) collect(true);
};
