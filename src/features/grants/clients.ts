import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Cache } from '../../platform/caching/cache.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { parseJsonBody } from '../../platform/json/request-body.ts';
import { refuseUnsafeValues } from '../../platform/json/unsafe-value.ts';
import { createSecret } from '../../platform/security/crypto.ts';
import { cleanLine } from '../../platform/text/names.ts';
import { badMetadata, OAuthError, unknownClient } from './errors.ts';
import { type ClientRow, deleteUnusedClients, insertClient, selectClient } from './queries.ts';
import { isRedirectUri } from './redirect-uris.ts';

/** Registered clients. */
const MAX_CLIENTS = 1_000;

const MAX_REDIRECT_URIS = 10;
const MAX_NAME = 80;

/** A client that has no grant and was never used is deleted after this time. */
const NEVER_USED_MS = DAY_MS;
/** A client that has no grant any more is deleted after this time without use. */
const UNUSED_MS = 180 * DAY_MS;

/** Metadata documents are small, and their servers fast: a person waits for them. */
const MAX_DOCUMENT_BYTES = 16 * 1024;
const DOCUMENT_TIMEOUT_MS = 5_000;
const MAX_DOCUMENTS = 200;

/** A program that asks for access. */
export interface OAuthClient {
  id: string;
  /** The name that it gives itself. */
  name: string;
  redirectUris: readonly string[];
  /** The host of its metadata document, which is known to be its own; undefined for a registered client. */
  host: string | undefined;
}

/** The fields of both kinds of metadata that are used. All others may be anything. */
const Metadata = Type.Object({
  client_name: Type.Optional(Type.String()),
  redirect_uris: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_REDIRECT_URIS }),
});
const Document = Type.Intersect([Metadata, Type.Object({ client_id: Type.String() })]);

/** Programs that may ask for access: with a metadata document, or registered. */
export class ClientDirectory {
  readonly #deps: Deps;
  /** By client id. Entries are dropped after five minutes, so that a changed document is noticed. */
  readonly #documents: Cache<OAuthClient>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#documents = new Cache({
      budget: deps.cacheBudget,
      maxEntries: MAX_DOCUMENTS,
      invalidation: { bus: deps.bus, clock: deps.clock, topics: [] },
    });
  }

  /** `owner`: the person who waits, for whom documents are fetched in turn. Throws `validation_failed`. */
  async find(id: string, owner: string): Promise<OAuthClient> {
    if (isDocumentUrl(id)) return this.#documents.getOrLoad(id, () => this.#fetchDocument(id, owner));
    const row = await selectClient(this.#deps.db.reader, id);
    if (row === undefined) throw unknownClient();
    return { id, name: row.name, redirectUris: JSON.parse(row.redirectUris), host: undefined };
  }

  /** Whether an id belongs to no registered client: the client was deleted, or the id is wrong. */
  async isGone(id: string): Promise<boolean> {
    return !isDocumentUrl(id) && (await selectClient(this.#deps.db.reader, id)) === undefined;
  }

  /** Registers a client (RFC 7591). Clients are public: they get no secret, whatever they ask for. */
  async register(metadata: unknown): Promise<ClientRow> {
    refuseUnsafeValues(metadata);
    if (!Value.Check(Metadata, metadata)) {
      const { path } = Value.Errors(Metadata, metadata).First() ?? {};
      throw new OAuthError(
        'invalid_client_metadata',
        path === '/client_name'
          ? 'client_name must be a text.'
          : `redirect_uris must be a list of 1 to ${MAX_REDIRECT_URIS} addresses.`,
      );
    }
    const { client_name, redirect_uris } = metadata;
    const wrong = redirect_uris.find((uri) => !isRedirectUri(uri));
    if (wrong !== undefined)
      throw new OAuthError(
        'invalid_redirect_uri',
        'redirect_uris must use https, http on this machine, or the scheme of a program.',
      );
    const row: ClientRow = {
      id: createSecret('glc_', 16),
      name: cleanName(client_name) ?? 'Unnamed agent',
      redirectUris: JSON.stringify(redirect_uris),
      createdAt: this.#deps.clock.now(),
      lastUsedAt: null,
    };
    if (await this.#deps.db.transaction((db) => insertClient(db, row, MAX_CLIENTS))) return row;
    throw new OAuthError('temporarily_unavailable', 'There are too many clients.', { status: 503 });
  }

  /** For the sweep: deletes registered clients without grants. */
  deleteUnused(db: Parameters<typeof deleteUnusedClients>[0], atMost: number): Promise<number> {
    const now = this.#deps.clock.now();
    return deleteUnusedClients(db, { before: now - NEVER_USED_MS, unusedSince: now - UNUSED_MS }, atMost);
  }

  async #fetchDocument(url: string, owner: string): Promise<OAuthClient> {
    const { bytes, finalUrl } = await this.#deps.publicFetch.fetchPublicFile(url, {
      maxBytes: MAX_DOCUMENT_BYTES,
      timeoutMs: DOCUMENT_TIMEOUT_MS,
      owner,
      field: 'client_id',
    });
    // The document of another address says nothing about this one.
    if (finalUrl !== url) throw badMetadata('its address redirects');
    const document = readDocument(bytes);
    if (document.client_id !== url) throw badMetadata('its client_id is another address');
    if (!document.redirect_uris.every(isRedirectUri))
      throw badMetadata('it has a redirect URI that is not safe');
    const { host } = new URL(url);
    return {
      id: url,
      name: cleanName(document.client_name) ?? host,
      redirectUris: document.redirect_uris,
      host,
    };
  }
}

/** Written as browsers write it, so that one client has one id. */
function isDocumentUrl(id: string): boolean {
  if (!id.startsWith('https://')) return false;
  const url = URL.parse(id);
  return (
    url?.href === id && url.pathname !== '/' && url.search === '' && !id.includes('#') && url.username === ''
  );
}

function readDocument(bytes: Uint8Array): Static<typeof Document> {
  let document: unknown;
  try {
    document = parseJsonBody(bytes);
    refuseUnsafeValues(document);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw badMetadata('it is not JSON');
  }
  if (!Value.Check(Document, document)) throw badMetadata('client_id or redirect_uris is missing');
  return document;
}

/** Names are shown to people, so they have no line breaks and no characters that people do not see. */
function cleanName(name: string | undefined): string | undefined {
  return (
    cleanLine(name ?? '')
      .slice(0, MAX_NAME)
      .toWellFormed() || undefined
  );
}
