/** The JSON of a tool's text without its fence, and the number of the fence; undefined if it has none. */
export function readFence(text: string): { json: string; key: string | undefined } {
  const [, key, inner] = /^\{"untrusted":(\d{6}),([\s\S]*),"end":\1\}$/.exec(text) ?? [];
  return { json: inner === undefined ? text : `{${inner}}`, key };
}

/** A tool's structured content without its fence; the fence has to be complete. */
export function withoutFence(structured: object): Record<string, unknown> {
  return JSON.parse(readFence(JSON.stringify(structured)).json);
}

/** The message of a tool's error, which is fenced if it quotes others. */
export function messageOf(text: string): string {
  const { json, key } = readFence(text);
  return key === undefined ? text : JSON.parse(json).message;
}
