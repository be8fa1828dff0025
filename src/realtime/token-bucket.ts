/** So many a second on average, and up to `burst` at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** What is left of a rate. */
export interface Bucket {
  left: number;
  /** When it was `left`, in milliseconds. */
  at: number;
}

export function fillBucket({ burst }: Rate, now: number): Bucket {
  return { left: burst, at: now };
}

/** Takes `amount` if there is any left; then it may go below zero, so that no single amount is too large for good. */
export function takeFrom(bucket: Bucket, { perSecond, burst }: Rate, amount: number, now: number): boolean {
  const passed = Math.max(0, now - bucket.at);
  bucket.left = Math.min(burst, bucket.left + (passed * perSecond) / 1000);
  bucket.at = now;
  if (bucket.left <= 0) return false;
  bucket.left -= amount;
  return true;
}
