import { Type } from '@sinclair/typebox';

/** A file on the local disk as the output of an operation. */
export interface FileOutput {
  /** Absolute. */
  path: string;
  /** The name of the download in a browser, in any characters, without its extension. */
  stem: string;
  extension: string;
  type: string;
}

/** The schema of an operation's output that is a file; documents show it as bytes. */
export const FileOutput = Type.Unsafe<FileOutput>(
  Type.String({ format: 'binary', description: 'The file.' }),
);
