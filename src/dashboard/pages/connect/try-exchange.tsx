import { useState } from 'react';
import { call } from '../../data/api.ts';
import { CONNECT as T } from '../../texts/connect.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { formatDateTime } from '../../ui/format.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Exchanges the credentials for a token, as the backend does. Neither the secret nor the token is stored. */
export function TryExchange({ clientId }: { clientId: string }) {
  const [made, setMade] = useState<{ tenant: string; expires_at: number }>();
  const form = useForm({
    initial: { client_secret: '', tenant: 'default' },
    check: ({ client_secret, tenant }): Record<string, string> => ({
      ...(client_secret.trim() === '' && { client_secret: T.noSecret }),
      ...(tenant.trim() === '' && { tenant: T.noTenant }),
    }),
    submit: async (values) => {
      setMade(undefined);
      const [client_secret, tenant] = [values.client_secret.trim(), values.tenant.trim()];
      const input = { client_id: clientId, client_secret, tenant };
      // A wrong secret is answered with 401 too, but a sign-in would not help.
      const { expires_at } = await call('exchangeToken', input, { isSigningIn: true });
      setMade({ tenant, expires_at });
    },
  });
  return (
    <Form form={form} submitLabel={T.exchange}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="client_secret"
          label={T.clientSecret}
          hint={T.clientSecretHint}
          type="password"
          autoComplete="off"
        />
        <TextField form={form} name="tenant" label={T.tenant} hint={T.tenantHint} autoComplete="off" />
      </div>
      <div role="status" className="empty:hidden">
        {made !== undefined && (
          <Notice kind="good" title={T.works}>
            {T.worksHint(made.tenant, formatDateTime(made.expires_at * 1000))}
          </Notice>
        )}
      </div>
    </Form>
  );
}
