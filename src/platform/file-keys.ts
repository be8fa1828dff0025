/* Keys of the file store. */

const KEY = /^[a-z0-9]+(\/[a-z0-9]+)*$/;

const MAX_KEY_LENGTH = 200;

/** Whether a text has no dots, empty parts or other characters that have a meaning in a path. */
export const isFileKey = (key: string): boolean => key.length <= MAX_KEY_LENGTH && KEY.test(key);

export function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`"${key}" is not a key of a file`);
}
