/** A JSON object whose fields are not checked yet. */
export type Fields = Record<string, unknown>;

/** Whether a value is a JSON object: not null and not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
