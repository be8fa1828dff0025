import { defineOperation } from '../../../platform/operation.ts';
import { hmacSha256Hex } from '../../../platform/security/crypto.ts';
import {
  applyTenantSettings,
  findChanges,
  prepareSettings,
  requireNotSuspended,
  requireTenantSlug,
} from '../../projects/index.ts';
import { TokenRequest, TokenResponse } from '../schema.ts';
import { digestRecipients, refuseListAsUserId } from '../signatures.ts';

export const exchangeToken = defineOperation({
  name: 'exchangeToken',
  summary: 'Exchange project credentials for a 10-minute token of one tenant',
  scope: 'public',
  effect: 'write',
  input: TokenRequest,
  output: TokenResponse,
  async run({ deps, scope, emit }, input) {
    const { tokens, customers } = deps.services.access;
    const client = { address: scope.address, clientId: input.client_id, clientSecret: input.client_secret };
    const project = await customers.requireProject(client);
    requireTenantSlug(input.tenant);
    if (input.user !== undefined) refuseListAsUserId(input.user.id, 'user.id');
    requireNotSuspended(project.suspended, 'read');
    const { plan, brand } = input;
    const settings = { ...(plan !== undefined && { plan }), ...(brand !== undefined && { brand }) };
    // Checked before the tenant is created.
    const wanted = prepareSettings(deps, settings);
    const tenant = await customers.resolveTenant(emit, project, input.tenant);
    requireNotSuspended(tenant.suspended, 'read');
    if (findChanges(tenant, wanted).length > 0) requireNotSuspended(project.suspended, 'change');
    await applyTenantSettings({ deps, scope, emit }, tenant, wanted);
    const { token, expiresAt } = await tokens.sign({
      projectId: project.id,
      tenantId: tenant.id,
      tenantSlug: tenant.slug,
      ...(input.test_email && { recipientsDigest: digestRecipients(input.test_email.allowed_emails) }),
      ...(input.share_modules && { mayShareModules: true }),
      ...(input.user === undefined ? {} : { user: { id: input.user.id, name: input.user.name } }),
    });
    return {
      token,
      expires_at: expiresAt,
      project_id: project.id,
      tenant: tenant.slug,
      ...signVouchedFor(project.signingKey, input),
    };
  },
});

/**
 * Signs user and recipients with the project's signing key, as the customer's backend could. The editor sends them
 * back.
 */
export function signVouchedFor(
  signingKey: string,
  { user, test_email }: { user?: { id: string; name: string }; test_email?: { allowed_emails: string[] } },
) {
  const emails = test_email?.allowed_emails;
  return {
    ...(user && {
      user: { id: user.id, name: user.name, signature: hmacSha256Hex(signingKey, user.id) },
    }),
    ...(emails && {
      test_email: { allowed_emails: emails, signature: hmacSha256Hex(signingKey, JSON.stringify(emails)) },
    }),
  };
}
