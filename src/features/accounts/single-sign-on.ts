import type { Configuration } from 'openid-client';
import type { Deps } from '../../platform/deps.ts';
import { normalizeEmail } from './accept-link.ts';
import type { AccountCall } from './account-call.ts';
import { closeChallenge, openChallenge } from './challenges.ts';

/** The provider of single sign-on, see `OidcProvider` of the settings. */
export interface SingleSignOnProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  domains: readonly string[];
  scopes: readonly string[];
  roleClaim: string;
  roles: readonly { value: string; teamId?: string; role: string }[];
}

/** What the provider says of a person. */
export interface ProviderProfile {
  /** Issuer and subject, unique. */
  subject: string;
  /** Undefined unless the provider has verified it. */
  email: string | undefined;
  name: string | undefined;
  /** Values of the claim that roles depend on. */
  groups: readonly string[];
}

interface Challenge {
  state: string;
  nonce: string;
  codeVerifier: string;
  returnTo: string;
}

const TIMEOUT_MS = 10_000;

/** Loaded at first use. */
const loadClient = () => import('openid-client');

/** Sign-in at a provider of OpenID Connect, with PKCE, state and nonce. */
export class SingleSignOn {
  readonly provider: SingleSignOnProvider;
  readonly #deps: Deps;
  #configuration: Promise<Configuration> | undefined;

  constructor(deps: Deps, provider: SingleSignOnProvider) {
    this.#deps = deps;
    this.provider = provider;
  }

  /** Starts a sign-in. Returns the address at the provider to which the browser is redirected. */
  async start(call: AccountCall, returnTo: string): Promise<URL> {
    const client = await loadClient();
    const configuration = await this.#discover();
    const challenge: Challenge = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
      returnTo,
    };
    await openChallenge(call, 'single_sign_on', challenge);
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callbackUrl,
      scope: this.provider.scopes.join(' '),
      state: challenge.state,
      nonce: challenge.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(challenge.codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  /** Checks the provider's answer in the query `search`. Throws if anything is wrong with it. */
  async finish(call: AccountCall, search: string): Promise<{ profile: ProviderProfile; returnTo: string }> {
    const { state, nonce, codeVerifier, returnTo } = await closeChallenge<Challenge>(call, 'single_sign_on');
    const client = await loadClient();
    const configuration = await this.#discover();
    const tokens = await client.authorizationCodeGrant(configuration, new URL(this.#callbackUrl + search), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider sent no ID token');
    const more = await this.#fetchMissingClaims(configuration, tokens.access_token, claims);
    return { profile: toProfile({ ...more, ...claims }, this.provider.roleClaim), returnTo };
  }

  get #callbackUrl(): string {
    return `${this.#deps.baseUrl}/api/v1/account/single-sign-on/callback`;
  }

  /** Many providers put the address and groups into the answer of the user info endpoint only. */
  async #fetchMissingClaims(
    configuration: Configuration,
    accessToken: string,
    claims: { sub: string; [name: string]: unknown },
  ): Promise<Record<string, unknown>> {
    const isComplete =
      'email' in claims && (this.provider.roles.length === 0 || this.provider.roleClaim in claims);
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    const { fetchUserInfo } = await loadClient();
    return fetchUserInfo(configuration, accessToken, claims.sub);
  }

  /** Reads the configuration of the provider, and keeps it once that has succeeded. */
  #discover(): Promise<Configuration> {
    this.#configuration ??= this.#fetchConfiguration().catch((error) => {
      this.#configuration = undefined;
      throw error;
    });
    return this.#configuration;
  }

  async #fetchConfiguration(): Promise<Configuration> {
    const client = await loadClient();
    const { issuer, clientId, clientSecret } = this.provider;
    const isInsecure = issuer.startsWith('http:');
    return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: isInsecure ? [client.allowInsecureRequests] : [],
      timeout: TIMEOUT_MS / 1000,
      [client.customFetch]: (url, options) => this.#fetchAllowed(url, options as RequestInit),
    });
  }

  /** Addresses in the provider's answers must be public or allowed, too. */
  async #fetchAllowed(url: string, options: RequestInit): Promise<Response> {
    const signal = options.signal ?? AbortSignal.timeout(TIMEOUT_MS);
    await this.#deps.publicFetch.requireAllowed(url, signal);
    return fetch(url, { ...options, redirect: 'manual', signal });
  }
}

function toProfile(claims: Record<string, unknown>, roleClaim: string): ProviderProfile {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string) : undefined);
  const groups = claims[roleClaim];
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  return {
    subject: `${text('iss')}|${text('sub')}`,
    email: isVerified ? normalizeEmail(text('email') ?? '') : undefined,
    name: text('name') ?? text('preferred_username'),
    groups: [groups].flat().filter((group) => typeof group === 'string'),
  };
}
