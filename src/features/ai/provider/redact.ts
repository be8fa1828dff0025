const MAX_CHARACTERS = 300;

/** What keys look like where a provider repeats one that is not ours to know. */
const KEY_LIKE = /\b(sk|pk|key|api)[-_][\w*-]{6,}|Bearer\s+[^\s"',]+/gi;

/** Shorter ones would take ordinary words out of a sentence. */
const MIN_PRIVATE_CHARACTERS = 12;

/**
 * A provider's words for the log: short, on one line, without anything like a key and without the texts of `hidden`,
 * which are the key and the prompts a provider may repeat.
 */
export function redact(text: string, hidden: readonly string[]): string {
  let clear = text;
  for (const secret of hidden) {
    if (secret.length >= MIN_PRIVATE_CHARACTERS) clear = clear.replaceAll(secret, '[redacted]');
  }
  const line = clear.replace(KEY_LIKE, '[redacted]').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ');
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…` : line;
}
