import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { sampleContent } from '../mail/model/sample-content.ts';
import {
  askGalley,
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const ROUNDS = 20;
const CONNECTIONS = 32;

/** Letters of a few sizes; each write marks one with its own number, so that every content is told from every other. */
const LETTERS = [2, 8, 40].map((kilobytes) => sampleContent(kilobytes, kilobytes * 1024));

/** What the server has said about a template. */
interface Known {
  /** The last acknowledged change. */
  version: number;
  mark: string;
  /** A change that was sent and never answered: it may or may not have been made. */
  unanswered: string | undefined;
}

let place: TestDirectory;
let server: Server;
let credentials: Credentials;
let writes = 0;
const known = new Map<string, Known>();
/** Answers other than success: a kill may leave none, but must not cause a wrong one. */
const wrongAnswers: string[] = [];

beforeAll(async () => {
  ({ place, first: credentials } = await createInitializedDirectory());
});
afterAll(async () => {
  await server?.kill();
  place?.remove();
});

function makeLetter() {
  writes += 1;
  const letter = LETTERS[writes % LETTERS.length] as (typeof LETTERS)[number];
  const mark = `write ${writes}`;
  return { mark, content: { ...letter, settings: { ...letter.settings, preheaderText: mark } } };
}

/** Creates, then changes templates of its own and old ones, until the server is gone. */
async function writeUntilKilled(tenant: Tenant, own: string[]): Promise<void> {
  for (;;) {
    const { mark, content } = makeLetter();
    const id = writes % 3 === 0 ? undefined : own[writes % own.length];
    const before = id === undefined ? undefined : known.get(id);
    if (before !== undefined) before.unanswered = mark;
    try {
      const answer =
        id === undefined
          ? await tenant.call('POST', '/templates', { body: { content, name: mark } })
          : await tenant.call('PUT', `/templates/${id}`, { body: { content, name: mark } });
      if (answer.status >= 300) {
        wrongAnswers.push(`${answer.status} ${answer.text}`);
        return;
      }
      const { id: written, version } = answer.body.data;
      known.set(written, { version, mark, unanswered: undefined });
      if (id === undefined) own.push(written);
    } catch {
      return;
    }
  }
}

/** Checks `ids`, or every template that was acknowledged. */
async function expectThere(tenant: Tenant, ids: readonly string[] = [...known.keys()]): Promise<void> {
  const entries = ids.map((id) => [id, known.get(id) as Known] as const);
  for (let start = 0; start < entries.length; start += CONNECTIONS) {
    await Promise.all(
      entries.slice(start, start + CONNECTIONS).map(async ([id, expected]) => {
        const { status, body } = await tenant.call('GET', `/templates/${id}`);
        expect([id, status]).toEqual([id, 200]);
        const { version, name, content } = body.data;
        const wasMade = expected.unanswered !== undefined && name === expected.unanswered;
        const mark = wasMade ? (expected.unanswered as string) : expected.mark;
        expect({ version, name, mark: content.settings.preheaderText }).toEqual({
          version: expected.version + (wasMade ? 1 : 0),
          name: mark,
          mark,
        });
        expect(LETTERS.some((letter) => Bun.deepEquals(letter.blocks, content.blocks))).toBe(true);
        known.set(id, { version, mark, unanswered: undefined });
      }),
    );
  }
}

test(`${ROUNDS} kills in the middle of writing lose nothing that was acknowledged`, async () => {
  let written: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    server = await startServer(place);
    const tenant = await openTenant(server.url, credentials);
    // Those that the last round could write to; the end of the test checks all.
    await expectThere(tenant, written);
    const before = known.size;
    const ids = [...known.keys()].slice(-CONNECTIONS * 4);
    const writers = Array.from({ length: CONNECTIONS }, (_, n) =>
      // No two writers share a template, so that each knows what its own last word was.
      writeUntilKilled(
        tenant,
        ids.filter((_, i) => i % CONNECTIONS === n),
      ),
    );
    while (known.size < before + CONNECTIONS) await Bun.sleep(1);
    await Bun.sleep((round % 5) * 7);
    await server.kill();
    await Promise.all(writers);
    written = [...ids, ...[...known.keys()].slice(before)];
  }
  expect(wrongAnswers).toEqual([]);
  server = await startServer(place);
  await expectThere(await openTenant(server.url, credentials));
  expect(await server.stop()).toBe(0);
  const sqlite = new Database(join(place.data, 'galley.db'), { readonly: true });
  expect(sqlite.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  sqlite.close();
  expect(await askGalley(place, 'check')).toMatchObject({ ok: true, faults: [] });
  expect(known.size).toBeGreaterThanOrEqual(ROUNDS * CONNECTIONS);
});
