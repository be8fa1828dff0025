import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';

export const CertificateStatus = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('failing'), Type.Literal('none')], {
      description: '`failing`: the last attempt failed. `none`: there is none yet.',
    }),
    valid_to: nullable(Type.String(), 'ISO 8601.'),
  },
  { description: 'The certificate that the server gets and renews by itself; only if it does.' },
);
export type CertificateStatus = Static<typeof CertificateStatus>;
