import { rm } from 'node:fs/promises';
import { sha256HexOf } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { HEAD_BYTES, makeIncomingPath, type SpooledFile } from '../../platform/upload.ts';
import { requireRoom } from './storing/acceptance.ts';

/** For everything, redirects included: the caller waits for the file's conversions too. */
const TIMEOUT_MS = 15_000;

/**
 * Fetches the file at an address; whoever asked for it removes it if it is still there afterwards. Throws what the fetch
 * throws, naming the input `url`, and `plan_limit_reached` if there is no room for any file.
 */
export async function fetchToSpool(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  url: string,
): Promise<SpooledFile> {
  await requireRoom({ deps, scope }, 1);
  const path = await makeIncomingPath(deps.incomingDir);
  const { finalUrl, size } = await deps.publicFetch.savePublicFile(url, path, {
    maxBytes: scope.plan.limits.max_file_size_bytes,
    timeoutMs: TIMEOUT_MS,
    field: 'url',
  });
  try {
    const facts = await readFacts(path);
    return { path, filename: nameOf(finalUrl), bytes: size, ...facts };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function readFacts(path: string): Promise<Pick<SpooledFile, 'sha256' | 'head'>> {
  const file = Bun.file(path);
  return { sha256: await sha256HexOf(file), head: await file.slice(0, HEAD_BYTES).bytes() };
}

/** The last step of an address's path, as people read it. */
function nameOf(url: string): string {
  const step = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
