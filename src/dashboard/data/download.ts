import { call, callForResponse } from './api.ts';
import type { Row } from './csv.ts';
import { nameOfDownload } from './download-name.ts';
import type { Input, Name } from './operations.ts';

/** Most rows of one download. */
export const MAX_ROWS = 10_000;

/** Lists of activity, each with a cursor. */
export type Log = 'listAllActivity' | 'listAdminActions' | 'listToolCalls';

/** All rows of a list by cursor, up to `MAX_ROWS`. */
export async function readAll(name: Log, input: Input<Log>): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(name, { ...input, cursor });
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && rows.length < MAX_ROWS);
  return { rows: rows.slice(0, MAX_ROWS), isCut: cursor !== undefined };
}

/** Lets the browser save the file that an operation answers. `name`: for an answer that names none. */
export async function saveAnswer(operation: Name, input: object, name: string, type: string): Promise<void> {
  const response = await callForResponse(operation, input);
  const own = nameOfDownload(response.headers.get('content-disposition'));
  save(own ?? name, type, await response.blob());
}

/** Lets the browser save a file. */
export function save(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
