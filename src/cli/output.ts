import { toDamageError } from '../drivers/sqlite/index.ts';
import { type DomainError, toDomainError } from '../platform/errors.ts';
import { isOfUnwritableDisk } from '../platform/files/disk-errors.ts';

/** Writes a command's result to standard output, as JSON or as text. */
export function printResult<Result>(
  flags: Readonly<Record<string, unknown>>,
  result: Result,
  describe: (result: Result) => string,
): void {
  const text = flags.json === true ? JSON.stringify(result, null, 2) : describe(result);
  process.stdout.write(`${text}\n`);
}

/** Writes an error to standard error, as JSON or text, without a stack trace, and sets the exit status. */
export function printError(thrown: unknown, json: boolean): void {
  const error = toDomainError(toDamageError(thrown));
  const isInternal = error.code === 'internal' || isOfUnwritableDisk(error);
  // Operators may see the cause.
  const message = isInternal ? describeCause(error) : error.message;
  const body = {
    error: { code: error.code, message, ...(error.details.errors && { errors: error.details.errors }) },
  };
  process.stderr.write(json ? `${JSON.stringify(body)}\n` : `galley: ${message}\n`);
  process.exitCode = 1;
}

function describeCause({ cause, message }: DomainError): string {
  return cause instanceof Error ? cause.message : message;
}

/** Rows as aligned columns under headings; `none` if there are no rows. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values, one per line, with aligned values. */
export function formatFields(fields: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
    .join('\n');
}
