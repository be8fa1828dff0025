import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAvailable, mount, unmount } from '../../../scripts/test-tools.ts';
import { diagnoseInstance } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';
import { formOf, type Library, openLibrary, writePdf } from '../media/library.ts';

/** Root may write where modes forbid it, so it gets a disk that is mounted for reading only. */
const isRoot = process.geteuid?.() === 0;

describe.skipIf(isRoot && !isAvailable('the right to mount'))('a media folder that cannot be written', () => {
  let library: Library;
  beforeAll(async () => {
    library = await openLibrary();
  });
  afterAll(() => library.app.stop());

  test.each(['media/files', 'media/incoming'])(
    '%s: uploads get 503, /ready names the reason, and the log the folder',
    async (name) => {
      const { app, tenant } = library;
      const folder = join(app.data, name);
      const upload = (what: string) =>
        tenant.request('POST', '/media/upload', { body: formOf(writePdf(`${what} ${name}`), 'a.pdf') });
      const askReady = () => {
        app.clock.advance(2000);
        return app.request('GET', '/api/v1/ready');
      };
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      expect((await askReady()).status).toBe(200);
      if (isRoot) expect(mount('ro,size=64k,mode=0700', folder)).toBe(true);
      else chmodSync(folder, 0o500);
      try {
        const refused = await upload('first');
        expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
        expect(refused.headers.get('retry-after')).toBe('60');
        expect(refused.body.message).toStartWith('The server cannot write to its disk: nothing was changed.');
        const line = app.logLines.findLast((text) => text.includes('a folder cannot be written'));
        expect(JSON.parse(line ?? '{}')).toMatchObject({
          folder: expect.stringMatching(new RegExp(`^${folder}`)),
          advice: expect.stringMatching(/mount it for writing|chown -R/),
        });
        const { status, body } = await askReady();
        expect([status, body.reason]).toEqual([503, 'media_unwritable']);
        expect(JSON.stringify(body)).not.toContain(folder);
        expect(
          app.logLines.some((text) => text.includes('the server is not ready') && text.includes(folder)),
        ).toBe(true);
        const { checks } = await perform(diagnoseInstance, app.deps, adminScope, { is_serving: false });
        const found = new Map(checks.map(({ check, status, message }) => [check, `${status}: ${message}`]));
        expect(found.get('database')).toStartWith('ok: ');
        expect(found.get('permissions')).toMatch(/^fault: .*media\/(files|incoming).*(Mount it|chmod)/);
      } finally {
        if (isRoot) unmount(folder);
        else chmodSync(folder, 0o700);
      }
      expect((await askReady()).status).toBe(200);
      expect((await upload('second')).status).toBe(201);
    },
  );
});
