import { STARTERS, type StarterName } from '../../mail/starters/choose-starter.ts';
import { type Composed, type ComposeRequest, composeFromStarters } from '../../mail/starters/compose.ts';
import { invalidField } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { readBrand } from '../projects/index.ts';
import { drawingAddress } from './drawing-address.ts';

/** Composes a mail in the brand of the tenant. */
export async function composeMail(
  { deps, scope }: TenantContext,
  request: Omit<ComposeRequest, 'brand' | 'baseUrl' | 'isForAgent' | 'addressOf'>,
  makeId: () => string = createId,
): Promise<Composed> {
  const brand = await readBrand({ deps, scope });
  const isForAgent = scope.actor.kind === 'agent';
  const addressOf: ComposeRequest['addressOf'] = (drawing) => drawingAddress(deps, drawing);
  return composeFromStarters({ ...request, brand, baseUrl: deps.baseUrl, isForAgent, addressOf }, makeId);
}

/** A starter as it is, in a language. Throws `validation_failed` for an unknown one. */
export async function composeStarter(
  context: TenantContext,
  { starter: name, locale }: { starter: string; locale?: string | undefined },
  makeId?: () => string,
): Promise<Composed> {
  const starter = requireStarter(name);
  const request = { prompt: starter, starter, mergeTags: [], ...(locale !== undefined && { locale }) };
  return composeMail(context, request, makeId);
}

function requireStarter(name: string): StarterName {
  const starter = STARTERS.find((known) => known === name);
  if (starter === undefined) throw invalidField('starter', `must be one of ${STARTERS.join(', ')}.`);
  return starter;
}
