import { Type } from '@sinclair/typebox';
import { findProbeAddress } from '../../../platform/network/server-address.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { signText } from '../../../platform/security/crypto.ts';
import { BackupStatus, readBackupStatus } from '../../backups/index.ts';
import { CertificateStatus } from '../../certificates/index.ts';
import { touchDatabase } from '../queries.ts';

/**
 * Editors probe whether a websocket can be opened before they know their project. Realtime accepts a connection under any
 * key and answers an unknown one with an error message, which is enough for the probe.
 */
const PROBE_APP_KEY = 'health';

/** The audience of signatures that prove which server answers. */
export const HEALTH_PROOF = 'health';

export const checkHealth = defineOperation({
  name: 'checkHealth',
  summary: 'Tell whether the service can reach its database',
  scope: 'public',
  effect: 'read',
  input: Type.Object({
    challenge: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Any text; the answer has it signed, by which `galley doctor` recognizes its server.',
      }),
    ),
  }),
  output: Type.Object({
    status: Type.Literal('ok'),
    websocket: Type.Optional(
      Type.Object(
        { host: Type.String(), port: Type.Integer(), app_key: Type.String() },
        {
          description: 'Where to try whether websockets get through: with TLS on port 443, otherwise plain.',
        },
      ),
    ),
    proof: Type.Optional(Type.String({ description: 'The signed `challenge`.' })),
    backup: Type.Optional(BackupStatus),
    certificate: Type.Optional(CertificateStatus),
  }),
  async run({ deps, scope }, { challenge }) {
    await touchDatabase(deps.db.reader);
    const address = findProbeAddress(deps, scope.requestAddress);
    const websocket = address && { ...address, app_key: PROBE_APP_KEY };
    const backup = await readBackupStatus(deps);
    const certificate = deps.services.certificates.renewal?.status();
    return {
      status: 'ok' as const,
      ...(websocket && { websocket }),
      ...(challenge !== undefined && { proof: signText(deps.urlSigningKey, HEALTH_PROOF, challenge) }),
      ...(backup && { backup }),
      ...(certificate && { certificate }),
    };
  },
});
