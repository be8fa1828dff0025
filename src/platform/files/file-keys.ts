/* Keys of the file store. */

const KEY = /^[a-z0-9]+(\/[a-z0-9]+)*$/;

const MAX_KEY_LENGTH = 200;

/** Whether a text is a valid key: no dots, empty parts or other characters with a meaning in paths. */
export const isFileKey = (key: string): boolean => key.length <= MAX_KEY_LENGTH && KEY.test(key);

export function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`"${key}" is not a key of a file`);
}
