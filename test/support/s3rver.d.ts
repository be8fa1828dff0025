declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  interface Store {
    putObject(object: {
      bucket: string;
      key: string;
      content: Buffer | AsyncIterable<Uint8Array>;
      metadata: object;
    }): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: string): string;
  }

  export default class S3rver {
    readonly store: Store;
    constructor(options: {
      directory: string;
      silent?: boolean;
      address?: string;
      port?: number;
      configureBuckets: readonly { name: string; configs: readonly string[] }[];
    });
    configureBuckets(): Promise<unknown>;
    run(): Promise<unknown>;
    callback(): RequestListener;
  }
}
