import { Type } from '@sinclair/typebox';
import {
  identifyActor,
  invalidToken,
  requireSignedUser,
  SignedUserInput,
} from '../../features/access/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, featureUnavailable } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { defineOperation } from '../../platform/operation.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { makeChannelAccess } from '../channel-access.ts';
import { encodeChannelData, type SignedAccess, signPass } from '../channel-auth.ts';
import { MAX_CHANNEL_NAME_BYTES } from '../limits.ts';
import { templateOfChannel } from '../protocol.ts';

export const authorizeChannel = defineOperation({
  name: 'authorizeChannel',
  summary: 'Let a websocket into the channel of a template, as the signed user',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    socket_id: Type.String({
      pattern: '^\\d{1,20}\\.\\d{1,20}$',
      'x-expected': 'a socket id such as 123.456',
    }),
    channel_name: Type.String({
      maxLength: MAX_CHANNEL_NAME_BYTES,
      description: '`presence-template.` and the id of a template.',
    }),
    ...SignedUserInput,
    spelling: Type.Optional(
      Type.Union([Type.Literal('snake'), Type.Literal('camel')], {
        description:
          'How names in events are written for this socket: `block_id` or `blockId`. Fields sent in camel case, such as `userId`, mean `camel`.',
        default: 'snake',
      }),
    ),
  }),
  acceptsExpiredToken: true,
  output: Type.Object({
    auth: Type.String({ description: 'App key and signature.' }),
    channel_data: Type.String({ description: 'JSON text: who joins.' }),
  }),
  async run({ deps, scope }, input) {
    const { realtime } = deps.services;
    if (scope.isTokenExpired) requireFormerMember(deps, scope, input);
    // Before the channel may be refused, for example by the plan: the token shows already that an editor opened the socket.
    realtime.recognize(scope.projectId, input.socket_id);
    if (!scope.plan.features.collaboration) throw featureUnavailable('collaboration');
    const templateId = templateOfChannel(input.channel_name);
    if (templateId === undefined) throw noSuchChannel();
    const { actor } = await requireSignedUser(deps, scope, input);
    const person = { id: identifyActor(actor), name: actor.name, type: 'user' as const };
    const access = signedAccess(deps, scope);
    await realtime.requireAccess(makeChannelAccess(scope.projectId, templateId, person, access));
    const channelData = encodeChannelData({ person, spelling: input.spelling ?? 'snake', access });
    const pass = { socketId: input.socket_id, channel: input.channel_name, channelData };
    return { auth: signPass(deps, scope.projectId, pass), channel_data: channelData };
  },
});

/** An expired token opens only a channel that its user has joined with it before, see `GALLEY_REALTIME_REJOIN_SECONDS`. */
function requireFormerMember(
  deps: Deps,
  scope: TenantScope,
  { channel_name, user_id }: { channel_name: string; user_id?: string },
): void {
  const templateId = templateOfChannel(channel_name);
  if (templateId === undefined || user_id === undefined) throw invalidToken();
  const granted = makeChannelAccess(scope.projectId, templateId, { id: user_id }, signedAccess(deps, scope));
  if (!deps.services.realtime.mayRejoin(granted)) throw invalidToken();
}

const signedAccess = ({ clock }: Deps, { tenant, tokenKeyId: key, token }: TenantScope): SignedAccess => ({
  ...{ tenant, key, token },
  id: createId(),
  at: clock.now(),
});

const noSuchChannel = () =>
  new DomainError(
    'forbidden',
    'The only channels are "presence-template." followed by the id of a template.',
  );
