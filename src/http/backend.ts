import { DomainError, invalidField } from '../platform/errors.ts';
import type { ProjectScope, TenantScope } from '../platform/scope.ts';
import type { BackendCredentials, OpenBackendScope } from '../platform/security/backend.ts';
import { decodeHeaderText } from '../platform/text/header-text.ts';
import type { Route } from './route.ts';

/** The value of `WWW-Authenticate` for the backend API. */
export const BACKEND_CHALLENGE = 'Basic realm="Galley", charset="UTF-8", Bearer';

/** Characters of `X-Galley-Actor`. */
const MAX_ACTOR_CHARACTERS = 100;

/** Bytes of a client ID or secret, as in the token exchange. */
const MAX_CREDENTIAL_LENGTH = 512;

/** The scope of a request to the backend API. */
export async function authenticateBackend(
  { operation }: Route,
  request: Request,
  { tenant }: Record<string, string>,
  openScope: OpenBackendScope,
  readAddress: () => string,
): Promise<ProjectScope | TenantScope> {
  // Browsers send this header. Pages must not have these credentials, and browsers that remember them must not send
  // them.
  if (request.headers.has('origin')) throw notForPages();
  const credentials = readCredentials(request.headers.get('authorization'));
  const actorName = readActorName(request.headers.get('x-galley-actor'));
  return openScope(credentials, { operation, tenant, actorName, address: readAddress() });
}

function readCredentials(header: string | null): BackendCredentials {
  const [scheme = '', value = '', ...rest] = (header ?? '').trim().split(/ +/);
  if (value === '' || rest.length > 0) throw missingCredentials();
  if (scheme.toLowerCase() === 'bearer') return { kind: 'key', value };
  if (scheme.toLowerCase() === 'basic') return readBasic(value);
  throw missingCredentials();
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readBasic(encoded: string): BackendCredentials {
  const text = decodeBase64(encoded);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1) throw malformedBasic();
  const clientId = text.slice(0, colon);
  const clientSecret = text.slice(colon + 1);
  if (Math.max(clientId.length, clientSecret.length) > MAX_CREDENTIAL_LENGTH) throw malformedBasic();
  return { kind: 'client', clientId, clientSecret };
}

/** Undefined unless the text is base64 of valid UTF-8. */
function decodeBase64(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  // Decoding ignores invalid characters.
  if (bytes.toString('base64').replaceAll('=', '') !== encoded.replaceAll('=', '')) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Characters that break lines, are invisible, or change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The name in `X-Galley-Actor`. */
function readActorName(header: string | null): string | undefined {
  if (header === null) return undefined;
  // A percent-encoded character has up to 12 bytes.
  const name = header.length > 12 * MAX_ACTOR_CHARACTERS ? undefined : decodeHeaderText(header).trim();
  if (name === undefined || [...name].length > MAX_ACTOR_CHARACTERS)
    throw invalidActor(`must be a name of at most ${MAX_ACTOR_CHARACTERS} characters.`);
  if (name === '') throw invalidActor('must not be empty. Leave it out to act under the name of the key.');
  if (UNPRINTABLE.test(name)) throw invalidActor('must not hold control characters or line breaks.');
  return name;
}

const invalidActor = (message: string) => invalidField('X-Galley-Actor', message);

const missingCredentials = () =>
  new DomainError(
    'unauthorized',
    'Send the client ID and the client secret with HTTP Basic authentication, or a backend key in the header "Authorization: Bearer <backend key>".',
  );

const malformedBasic = () =>
  new DomainError(
    'unauthorized',
    'The Basic credentials are malformed: after "Basic " comes the base64 of "<client ID>:<client secret>".',
  );

const notForPages = () =>
  new DomainError(
    'forbidden',
    'The backend API is for backends, not for pages in a browser: a page works with a token of POST /api/v1/auth/token. Send no Origin header.',
  );
