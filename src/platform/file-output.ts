import { Type } from '@sinclair/typebox';

/** A file on the local disk as the output of an operation. */
export interface FileOutput {
  /** Absolute. */
  path: string;
  /** The name of the download in a browser: letters, digits, `-`, `_` and `.` only. */
  name: string;
  type: string;
}

/** The schema of an operation's output that is a file; documents show it as bytes. */
export const FileOutput = Type.Unsafe<FileOutput>(
  Type.String({ format: 'binary', description: 'The file.' }),
);
