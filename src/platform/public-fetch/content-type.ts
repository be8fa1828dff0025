/** `Image/PNG; charset=x` → `image/png`; undefined for what is no content type. */
export function mediaTypeOf(header: string | undefined): string | undefined {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) ? type : undefined;
}

/** `accept`: types such as `image/png`, or `image/*` for all of a kind. */
export function isAccepted(type: string | undefined, accept: readonly string[]): boolean {
  if (type === undefined) return false;
  return accept.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}
