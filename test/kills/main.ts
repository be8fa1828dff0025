import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mediaOf } from '../binary/media-uploads.ts';
import { createInitializedDirectory, openTenant, startServer } from '../binary/support.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { type KillReport, killBackups, killIncrementalBackups, killRestores } from './backup-kills.ts';

/** Kills backups and restores of the executable at many moments, and checks what they leave. `bun run kills --kills 20` */
const { values: flags } = parseArgs({ options: { kills: { type: 'string', default: '20' } } });
const kills = Number(flags.kills);

const TEMPLATES = 200;
const FILES = 15;
const FILE_BYTES = 4_000_000;

const { place, first } = await createInitializedDirectory();
try {
  const server = await startServer(place);
  const tenant = await openTenant(server.url, first);
  for (let n = 0; n < TEMPLATES; n += 1)
    await tenant.call('POST', '/templates', {
      body: { name: `mail ${n}`, content: sampleContent(3, 30_000) },
    });
  for (let n = 0; n < FILES; n += 1) {
    const noise = new Uint8Array(FILE_BYTES).map((_, index) => (index * index * (n + 31)) >> 7);
    const bytes = Buffer.concat([Buffer.from(`%PDF-1.7\n% ${n}\n`), noise, Buffer.from('\n%%EOF\n')]);
    const { status } = await mediaOf(server, tenant).upload(bytes, `file ${n}.pdf`);
    if (status !== 201) throw new Error(`the upload was answered with ${status}`);
  }
  await server.stop();
  const reports = [
    ['backups', await killBackups(place, kills)],
    ['incremental backups', await killIncrementalBackups(place, kills)],
    ['restores', await killRestores(place, join(place.dir, 'whole.tar.zst'), kills)],
  ] as const;
  for (const [what, report] of reports) process.stdout.write(describe(what, report));
  if (reports.some(([, { faults }]) => faults.length > 0)) process.exitCode = 1;
} finally {
  place.remove();
}

function describe(what: string, { kills, finished, faults }: KillReport): string {
  const lines = faults.map((fault) => `  - ${fault}\n`).join('');
  return `${kills} kills during ${what}: ${finished} had finished, ${faults.length} faults\n${lines}`;
}
