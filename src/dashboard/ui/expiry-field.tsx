import { SHARED } from '../texts/shared.ts';
import { TextField } from './fields.tsx';
import type { FormState } from './form.tsx';
import { formatExpiry } from './format.tsx';

const T = SHARED.expiry;

/** The last day on which a key or token works. */
export function ExpiryField<Values extends { expires_at: string }>({ form }: { form: FormState<Values> }) {
  return (
    <TextField
      form={form as unknown as FormState<{ expires_at: string }>}
      name="expires_at"
      label={T.label}
      hint={T.hint}
      type="date"
      isOptional
    />
  );
}

export const describeExpiry = (expiresAt: string | null): string =>
  expiresAt === null ? T.never : T.expires(formatExpiry(expiresAt));
