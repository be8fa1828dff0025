import { Type } from '@sinclair/typebox';
import {
  identifyActor,
  invalidToken,
  requireSignedUser,
  SignedUserInput,
} from '../../features/access/index.ts';
import { planOfTenant, restrictionsOf, selectProject, selectTenant } from '../../features/projects/index.ts';
import { selectTemplate, templateNotFound } from '../../features/templates/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, featureUnavailable } from '../../platform/errors.ts';
import { defineOperation, requireEffect } from '../../platform/operation.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { encodeChannelData, signPass } from '../channel-auth.ts';
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
    page_token: Type.Optional(
      Type.String({
        maxLength: 8192,
        description:
          'The token with which the editor has loaded the template, if the request has another one. It may have expired.',
      }),
    ),
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
    await realtime.recognize(scope.projectId, input.socket_id);
    if (!scope.plan.features.collaboration) throw featureUnavailable('collaboration');
    const templateId = templateOfChannel(input.channel_name);
    if (templateId === undefined) throw noSuchChannel();
    let { actor } = scope;
    const loader = await findLoader(deps, scope, input.page_token);
    const wanted = { socketId: input.socket_id, templateId, loader };
    const check = async () => {
      ({ actor } = await requireSignedUser(deps, scope, input));
      await requireAccess(deps, scope, templateId);
      return identifyActor(actor);
    };
    if (!(await realtime.grantAccess(scope, wanted, check))) throw accessEnded();
    const member = { id: identifyActor(actor), name: actor.name, type: 'user' as const };
    const channelData = encodeChannelData(member, input.spelling ?? 'snake');
    const pass = { socketId: input.socket_id, channel: input.channel_name, channelData };
    return { auth: signPass(deps, scope.projectId, pass), channel_data: channelData };
  },
});

/** An expired token opens only a channel that its user has joined with it before, see `GALLEY_REALTIME_REJOIN_SECONDS`. */
function requireFormerMember(
  { services }: Deps,
  scope: TenantScope,
  { channel_name, user_id }: { channel_name: string; user_id?: string },
): void {
  const templateId = templateOfChannel(channel_name);
  const wanted = templateId === undefined ? undefined : { templateId, userId: user_id };
  if (wanted === undefined || !services.realtime.mayRejoin(scope, wanted)) throw invalidToken();
}

/** The scope of the token with which the page loaded the template. It identifies the page, and so what the page shows. */
async function findLoader(
  { services }: Deps,
  scope: TenantScope,
  token: string | undefined,
): Promise<TenantScope> {
  if (token === undefined) return scope;
  const loader = await Promise.resolve(services.access.verifyEvenExpired(token)).catch(() => undefined);
  const isSame =
    loader?.projectId === scope.projectId &&
    loader.tenant.id === scope.tenant.id &&
    loader.actor.id === scope.actor.id;
  return isSame ? loader : scope;
}

/** Reads the access again, because the scope was made before the body was read, which may have taken a while. */
async function requireAccess(deps: Deps, scope: TenantScope, templateId: string): Promise<void> {
  const { tokenKeyId } = scope;
  if (tokenKeyId !== undefined && !(await deps.services.access.tokens.isAcceptedKey(tokenKeyId)))
    throw accessEnded();
  const project = await selectProject(deps.db.reader, scope.projectId);
  const tenant = await selectTenant(deps.db.reader, scope.projectId, scope.tenant.slug);
  if (project === undefined || tenant === undefined) throw templateNotFound();
  requireEffect(authorizeChannel, { ...scope, restrictions: [], ...restrictionsOf(project, tenant) });
  if (!planOfTenant(deps, project, tenant).features.collaboration) throw featureUnavailable('collaboration');
  const template = await selectTemplate(scope, deps.db.reader, templateId);
  if (template === undefined) throw templateNotFound();
}

const accessEnded = () =>
  new DomainError('unauthorized', 'The access to the template has just ended. Request a new token.');

const noSuchChannel = () =>
  new DomainError(
    'forbidden',
    'The only channels are "presence-template." followed by the id of a template.',
  );
