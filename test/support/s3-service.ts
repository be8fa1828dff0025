import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import S3rver from 's3rver';

/**
 * The service of s3rver, which confirms an object before it has written the file. Here the file is complete when it gets its
 * name, and the answer comes after that.
 */
export function createS3Service(options: ConstructorParameters<typeof S3rver>[0]): S3rver {
  const service = new S3rver({ ...options, silent: true });
  const { store } = service;
  let serial = 0;
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(await Array.fromAsync(content));
    const path = store.getResourcePath(bucket, key, 'object');
    serial += 1;
    const unfinished = join(options.directory, `.unfinished-${process.pid}-${serial}`);
    await writeFile(unfinished, bytes);
    await mkdir(dirname(path), { recursive: true });
    await rename(unfinished, path);
    const md5 = new Bun.CryptoHasher('md5').update(bytes).digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.length, md5 };
  };
  return service;
}
