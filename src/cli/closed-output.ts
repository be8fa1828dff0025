/**
 * Handles errors of standard output: if the reader has closed it, as `head` does, the command simply ends. Other
 * faults, such as a full disk, print one line on standard error and set exit status 1.
 */
export function watchOutput(): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`galley: The output could not be written (${message}).\n`);
    process.exitCode = 1;
  });
}
