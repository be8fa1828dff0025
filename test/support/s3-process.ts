import { createS3Service } from './s3-service.ts';

// The library reads an object that another request deletes at the same time without handling the error.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
});

/** Runs an S3 service with the bucket `galley`. Arguments: folder of the objects, port. Prints `ready` when it listens. */
const [directory, port] = process.argv.slice(2) as [string, string];
const service = createS3Service({
  directory,
  address: '127.0.0.1',
  port: Number(port),
  configureBuckets: [{ name: 'galley', configs: [] }],
});
await service.run();
process.stdout.write('ready\n');
