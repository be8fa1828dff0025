import { expect, test } from 'bun:test';
import { LastWriteFile } from '../../../src/features/media/store/last-write.ts';
import type { FileStore } from '../../../src/platform/ports/file-store.ts';
import { createTestApp } from '../../support/test-app.ts';

test('a stored write does not wait for later ones', async () => {
  const app = await createTestApp();
  const { deps } = app;
  const lastWrite = new LastWriteFile();
  let writes = 1;
  // The next upload commits while the last one is stored.
  const put = async (key: string, path: string) => {
    if (writes < 20) {
      writes += 1;
      void lastWrite.write(busy, { generation: 'steady', writes });
    }
    await deps.files.put(key, path);
  };
  const busy = { ...deps, files: { put } as FileStore };
  await lastWrite.write(busy, { generation: 'steady', writes: 1 });
  expect(writes).toBeLessThan(5);
  await lastWrite.write(busy, { generation: 'steady', writes: 20 });
  await app.stop();
});
