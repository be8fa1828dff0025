/** The name that a `Content-Disposition` of the service gives: with all characters, if it has them. */
export function nameOfDownload(disposition: string | null): string | undefined {
  const [, extended] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}
