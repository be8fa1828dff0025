import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { createSecret, sha256Hex } from '../../platform/security/crypto.ts';
import { insertLink, type LinkRow } from './link-queries.ts';

const PREFIX = 'gal_';

/** How long links are valid, in ms. */
const VALID_MS: Record<LinkRow['kind'], number> = {
  set_up: HOUR_MS,
  invitation: 7 * DAY_MS,
  reset: HOUR_MS,
};

interface NewLink {
  kind: LinkRow['kind'];
  email?: string | undefined;
  teamId?: string | undefined;
  role?: string | undefined;
  /** Who made it, for lists. */
  createdBy: string;
  /** Undefined for an operator at the command line. */
  creatorId?: string | undefined;
}

/** A link that is valid once. */
export interface CreatedLink {
  id: string;
  url: string;
  expiresAt: number;
}

/** Stores a link by the hash of its token. The token is in the fragment, which browsers do not send, so it is in no log. */
export async function addLink(deps: Deps, db: Connection, link: NewLink): Promise<CreatedLink> {
  const token = createSecret(PREFIX);
  const now = deps.clock.now();
  const row: LinkRow = {
    id: createId(),
    kind: link.kind,
    hash: sha256Hex(token),
    email: link.email ?? null,
    teamId: link.teamId ?? null,
    role: link.role ?? null,
    createdBy: link.createdBy,
    creatorId: link.creatorId ?? null,
    createdAt: now,
    expiresAt: now + VALID_MS[link.kind],
    usedAt: null,
  };
  await insertLink(db, row);
  return { id: row.id, url: `${pageUrl(deps)}/dashboard/link#${token}`, expiresAt: row.expiresAt };
}

/** The base URL for browsers: passkeys belong to a name such as `localhost`, not to an IP address. */
export function pageUrl({ baseUrl }: Pick<Deps, 'baseUrl'>): string {
  return baseUrl.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '$1localhost');
}
