import { hmacSha256 } from '../../platform/security/crypto.ts';

/** Bytes of the token in the address of a media file. */
const TOKEN_BYTES = 16;

/**
 * The ids and tokens of imported rows. They are those of the export, or new ones if some are already used here. New
 * ones are derived from the former ones and a secret, so that an import that continues after a crash makes the same.
 * They keep the order of creation.
 */
export class NewIds {
  readonly #key: Uint8Array;
  readonly #keeps: boolean;
  readonly #tenantId: number;

  constructor(key: Uint8Array, { keeps, tenantId }: { keeps: boolean; tenantId: number }) {
    this.#key = key;
    this.#keeps = keeps;
    this.#tenantId = tenantId;
  }

  id(former: string): string {
    return this.#keeps ? former : former.slice(0, 24) + this.#digest(former).toString('hex').slice(0, 12);
  }

  optional(former: string | null): string | null {
    return former === null ? null : this.id(former);
  }

  token(former: string): string {
    return this.#keeps ? former : this.#digest(former).subarray(0, TOKEN_BYTES).toString('base64url');
  }

  #digest(former: string): Buffer {
    return Buffer.from(hmacSha256(this.#key, `imported id\n${this.#tenantId}\n${former}`));
  }
}

/** Rewrites addresses of imported files in texts, for this server and the new tokens. Other addresses stay. */
export class AddressRewriter {
  readonly #address: RegExp;
  readonly #to: string;
  readonly #ids: NewIds;
  readonly #readdressDrawings: (text: string) => string;
  readonly #tokens = new Set<string>();

  /**
   * @param from the addresses below which media files were
   * @param readdressDrawings for the pictures that the servers draw themselves
   */
  constructor(from: readonly string[], to: string, ids: NewIds, readdressDrawings: (text: string) => string) {
    this.#readdressDrawings = readdressDrawings;
    this.#address = new RegExp(`(?:${from.map(RegExp.escape).join('|')})/media/([\\w-]{22})(?=/)`, 'g');
    this.#to = to;
    this.#ids = ids;
  }

  /** Adds the token of an imported file. */
  add(token: string): void {
    this.#tokens.add(token);
  }

  rewrite(text: string): string {
    return this.#readdressDrawings(text).replace(this.#address, (whole, token: string) =>
      this.#tokens.has(token) ? `${this.#to}/media/${this.#ids.token(token)}` : whole,
    );
  }
}
