import { type Static, Type } from '@sinclair/typebox';
import { DomainError } from '../platform/errors.ts';
import { secretSetting, setting } from './setting.ts';

const list = (description: string, standard: string[], pattern?: { pattern: string; 'x-expected': string }) =>
  Type.Array(Type.String({ minLength: 1, ...pattern }), { default: standard, description });

/** Sign-in to the dashboard at a provider of OpenID Connect. */
export const oidcSettings = {
  oidc_issuer: setting(
    'GALLEY_OIDC_ISSUER',
    Type.String({
      default: '',
      pattern: '^($|https?://[^\\s?#@]+$)',
      'x-expected': 'an address such as https://login.example.com/realms/main',
      description:
        'Issuer of OpenID Connect for single sign-on to the dashboard, such as `https://login.example.com/realms/main`. Register the redirect address `<base URL>/api/v1/account/single-sign-on/callback` there. An issuer in a private network needs `GALLEY_FETCH_PRIVATE`.',
    }),
  ),
  oidc_client_id: setting(
    'GALLEY_OIDC_CLIENT_ID',
    Type.String({ default: '', description: 'Client ID at the issuer.' }),
  ),
  oidc_client_secret: secretSetting(
    'GALLEY_OIDC_CLIENT_SECRET',
    Type.String({ default: '', description: 'Client secret at the issuer.' }),
  ),
  oidc_name: setting(
    'GALLEY_OIDC_NAME',
    Type.String({
      default: 'single sign-on',
      maxLength: 100,
      description: 'Name of the provider on the sign-in page.',
    }),
  ),
  oidc_domains: setting(
    'GALLEY_OIDC_DOMAINS',
    list(
      'Domains of email addresses that may sign in, and get an account at the first sign-in, separated by commas. Empty: only people who have an account with the same, verified address.',
      [],
    ),
  ),
  oidc_scopes: setting('GALLEY_OIDC_SCOPES', list('Scopes to request.', ['openid', 'email', 'profile'])),
  oidc_role_claim: setting(
    'GALLEY_OIDC_ROLE_CLAIM',
    Type.String({
      default: 'groups',
      description: 'Claim of the ID token, a text or a list of texts, that `GALLEY_OIDC_ROLES` refers to.',
    }),
  ),
  oidc_roles: setting(
    'GALLEY_OIDC_ROLES',
    list(
      'Roles by value of the claim, separated by commas: `designers=TEAM_ID:editor`, or `admins=operator` for operators of the instance. Roles in teams that are named here are set at each sign-in.',
      [],
      {
        pattern: '^[^=,]+=(operator|[^=:,]+:(owner|admin|editor|reviewer|viewer))$',
        'x-expected': 'such as designers=TEAM_ID:editor or admins=operator',
      },
    ),
  ),
};

type OidcSettings = { [Name in keyof typeof oidcSettings]: Static<(typeof oidcSettings)[Name]> };

/** Single sign-on as the settings describe it. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** In lower case. */
  domains: readonly string[];
  scopes: readonly string[];
  roleClaim: string;
  /** `teamId` is absent for operators of the instance. */
  roles: readonly { value: string; teamId?: string; role: string }[];
}

/** Undefined without an issuer. Throws `validation_failed` if a variable is missing. */
export function readOidcProvider(settings: OidcSettings): OidcProvider | undefined {
  if (settings.oidc_issuer === '') return undefined;
  if (settings.oidc_client_id === '' || settings.oidc_client_secret === '') {
    const message =
      'GALLEY_OIDC_CLIENT_ID and GALLEY_OIDC_CLIENT_SECRET must be set with GALLEY_OIDC_ISSUER.';
    throw new DomainError('validation_failed', message);
  }
  return {
    issuer: settings.oidc_issuer,
    clientId: settings.oidc_client_id,
    clientSecret: settings.oidc_client_secret,
    name: settings.oidc_name,
    domains: settings.oidc_domains.map((domain) => domain.toLowerCase().replace(/^@/, '')),
    scopes: settings.oidc_scopes,
    roleClaim: settings.oidc_role_claim,
    roles: settings.oidc_roles.map(readRole),
  };
}

function readRole(entry: string): OidcProvider['roles'][number] {
  const [value = '', target = ''] = entry.split('=');
  const [teamId = '', role] = target.split(':');
  return role === undefined ? { value, role: target } : { value, teamId, role };
}
