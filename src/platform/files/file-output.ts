import { Type } from '@sinclair/typebox';

/** A file as the output of an operation. */
export interface FileOutput {
  /** One on the local disk is read at the speed of the client. */
  file: Blob;
  /** The name of the download in a browser, in any characters, without its extension. */
  stem: string;
  extension: string;
  type: string;
}

/** The schema of an operation's output that is a file; documents show it as bytes. */
export const FileOutput = Type.Unsafe<FileOutput>(
  Type.String({ format: 'binary', description: 'The file.' }),
);
