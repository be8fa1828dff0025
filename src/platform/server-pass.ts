import { equalInConstantTime } from './crypto.ts';
import type { Homes } from './ports/homes.ts';

/** Header with the secret of one server, which proves that a request comes from another server of the installation. */
export const PASS = 'x-galley-pass';

/** Status of an answer by a server that is not the one that a request is for, or not the home of its tenant. */
export const MISDIRECTED = 421;

/** Whether a request comes from a server of the installation and is for the one with this id. */
export function isForServer(
  { headers }: Request,
  id: number | undefined,
  homes: Pick<Homes, 'passFor'>,
): boolean {
  const pass = headers.get(PASS);
  if (pass === null || id === undefined) return false;
  return equalInConstantTime(Buffer.from(pass), Buffer.from(homes.passFor(id)));
}
