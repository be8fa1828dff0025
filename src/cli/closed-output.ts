/**
 * Makes standard output end commands in order: a reader that wants no more, such as `head`, is no error, and other
 * faults, such as a full disk, are one line on standard error and exit status 1.
 */
export function watchOutput(): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`galley: The output could not be written (${message}).\n`);
    process.exitCode = 1;
  });
}
