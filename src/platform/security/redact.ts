/** Fields whose values are redacted, at the top of a log line and up to four objects deeper. */
const SECRET_FIELDS = new Set([
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'signing_key',
  'signingKey',
  'api_key',
  'apiKey',
  'token',
  'signature',
  'user_signature',
]);

const MAX_DEPTH = 4;

const REDACTED = '[redacted]';

/**
 * Returns the facts with secrets replaced by `[redacted]`. Nothing is copied if there are none: this runs for each line
 * of the access log, where the logger's own redaction took thirty times as long as everything else.
 */
export function redactSecrets<Facts extends object>(facts: Facts, depth = 0): Facts {
  let redacted: Facts | undefined;
  for (const name in facts) {
    const value: unknown = facts[name];
    const shown = SECRET_FIELDS.has(name) ? REDACTED : redactWithin(value, depth);
    // Not `===`, because NaN is not equal to itself.
    if (Object.is(shown, value)) continue;
    redacted ??= (Array.isArray(facts) ? facts.slice() : { ...facts }) as Facts;
    redacted[name] = shown as Facts[typeof name];
  }
  return redacted ?? facts;
}

/** Errors are redacted after they are serialized. Objects with a `toJSON` method have no fields to redact. */
function redactWithin(value: unknown, depth: number): unknown {
  if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (value instanceof Error || 'toJSON' in value) return value;
  return redactSecrets(value, depth + 1);
}
