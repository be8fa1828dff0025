const KB = 1024;
const MB = KB * 1024;
const GB = MB * 1024;

/** Bytes for people, rounded down, as limits are: `5 MB`, `1.5 GB`. */
export function describeBytes(bytes: number): string {
  if (bytes >= GB) return `${roundDown(bytes / GB)} GB`;
  if (bytes >= MB) return `${roundDown(bytes / MB)} MB`;
  if (bytes >= KB) return `${roundDown(bytes / KB)} KB`;
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

const roundDown = (number: number) => Math.floor(number * 10) / 10;
