import { brotliDecompressSync } from 'node:zlib';
import { packDocs } from './files.macro.ts' with { type: 'macro' };

/** The files of the documentation by name, such as `rest.md`; pictures in base64. */
export const readDocs = (): Readonly<Record<string, string>> =>
  JSON.parse(brotliDecompressSync(Buffer.from(packDocs(), 'base64')).toString());
