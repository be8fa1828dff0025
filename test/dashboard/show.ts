import { mkdirSync } from 'node:fs';
import { Dashboard, settle, setView } from './dashboard.ts';

/**
 * Writes pictures of pages into `dist/dashboard-pictures`, to look at: `bun test/dashboard/show.ts /instance /account`. The
 * app is that of the tests, with one operator and the data of a first run; `$project` in a path is its project.
 */
const dashboard = await Dashboard.start({});
const folder = 'dist/dashboard-pictures';
mkdirSync(folder, { recursive: true });
await dashboard.useSession(await dashboard.addOperator());
for (const path of process.argv.slice(2)) {
  const page = await dashboard.open(path.replace('$project', dashboard.app.first.project_id));
  for (const width of [1280, 375]) {
    for (const isDark of [false, true]) {
      await setView(page, { width, isDark });
      await settle(page);
      const name = `${path.replaceAll(/\W+/g, '-').replace(/^-/, '') || 'home'}-${width}${isDark ? '-dark' : ''}`;
      await page.screenshot({ path: `${folder}/${name}.png` });
      process.stdout.write(`${folder}/${name}.png\n`);
    }
  }
}
process.stdout.write(dashboard.faults.map((fault) => `${fault}\n`).join(''));
await dashboard.stop();
process.exit(0);
