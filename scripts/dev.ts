import { watch } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Serves from the source, starts the server again after each change below `src`, and lets open pages of the dashboard load
 * again. `bun run dev [flags of galley serve]`
 */
const root = resolve(import.meta.dir, '..');

/** Editors write several files at once. */
const QUIET_MS = 200;

const serve = () =>
  Bun.spawn([process.execPath, 'src/main.ts', 'serve', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, DASHBOARD_RELOAD: 'true' },
    stdio: ['inherit', 'inherit', 'inherit'],
  });

let server = serve();
let timer: Timer | undefined;

async function restart(): Promise<void> {
  server.kill('SIGTERM');
  await server.exited;
  server = serve();
}

let restarts = Promise.resolve();
watch(resolve(root, 'src'), { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarts = restarts.then(restart);
  }, QUIET_MS);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    clearTimeout(timer);
    await restarts;
    server.kill('SIGTERM');
    process.exit(await server.exited);
  });
}
