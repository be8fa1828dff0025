import { startingSockets } from '../app.ts';
import type { Settings } from '../config/index.ts';
import { isInUse } from '../drivers/postgres/standby.ts';
import { toErrorResponse } from '../http/errors.ts';
import { type HeldPorts, holdPorts } from '../http/listen.ts';
import { DomainError } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import type { Logger } from '../platform/logging/log.ts';
import { listenAddresses } from './replace-server.ts';
import { isHeldByAnother } from './wait-for-data.ts';

/** How often a standby checks whether another server uses the database. */
const CHECK_MS = 500;

/** Opens the ports of a server that may have to wait. Meanwhile it answers that it is a standby. */
export function holdAsStandby(settings: Settings, log: Logger): HeldPorts {
  const answer = (request: Request): Response => {
    const headers = { 'x-request-id': createId(), 'cache-control': 'no-store' };
    if (new URL(request.url).pathname === '/health/live')
      return Response.json({ status: 'live' }, { headers });
    return toErrorResponse(isStandby(), headers, log);
  };
  return holdPorts({ ...listenAddresses(settings), log }, startingSockets, answer);
}

const isStandby = () =>
  new DomainError('unavailable', 'This server is a standby: another one answers requests.', {
    retryAfterSeconds: 2,
    facts: { status: 'not_ready', reason: 'standby' },
  });

/** Starts the server once no other one uses the database, also if the database cannot be reached at first. */
export async function openAsStandby<Opened>(
  { database_url: url, database_direct_url: directUrl }: Settings,
  open: () => Promise<Opened>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Opened> {
  for (let state: keyof typeof MESSAGES | undefined; ; await Bun.sleep(CHECK_MS)) {
    const found = await isInUse(url, { isPooled: directUrl !== '' }).then(
      (isTaken) => (isTaken ? 'taken' : 'free'),
      () => 'unreachable' as const,
    );
    if (found !== state) log.info({}, MESSAGES[found]);
    state = found;
    if (found !== 'free') continue;
    try {
      return await open();
    } catch (error) {
      if (!isHeldByAnother(error)) throw error;
    }
  }
}

const MESSAGES = {
  taken: 'waiting as a standby: another server uses the database',
  free: 'no other server uses the database: starting',
  unreachable: 'waiting as a standby: the database cannot be reached',
} as const;
