import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signText, verifySignedText } from '../../../src/platform/security/crypto.ts';

const SOURCE = join(import.meta.dir, '../../../src');

/**
 * Every place that makes or checks an HMAC, with its key and what the signed texts begin with. Texts under one key must
 * differ in their beginning, so that the signature of one is never the signature of another. Add a new place here, with a
 * domain of its own; the formats marked "wire" are those of customers' backends or of addresses in sent mails, and stay.
 */
const DOMAINS: Record<string, { key: string; begins: string }[]> = {
  'config/fingerprint.ts': [{ key: 'secret of servers', begins: 'setting ' }],
  // Wire: users and recipients, see signatures.ts.
  'features/access/operations/exchange-token.ts': [
    { key: 'signing key of the project', begins: 'the id of a user, never [" or []' },
    { key: 'signing key of the project', begins: '[" or [], a JSON list of recipients' },
  ],
  // Wire: the same two, checked.
  'features/access/signatures.ts': [],
  // Wire: addresses in sent mails.
  'features/rendering/pictures.ts': [
    { key: 'URL signing key', begins: 'picture countdown\n' },
    { key: 'URL signing key', begins: 'picture poster\n' },
  ],
  // Wire: addresses in sent mails and in contents.
  'features/starters/drawing-address.ts': [{ key: 'URL signing key', begins: 'drawing\n' }],
  'features/accounts/check-credentials.ts': [{ key: 'URL signing key', begins: 'device ' }],
  'features/activity/read-feed.ts': [{ key: 'URL signing key', begins: '["activity",' }],
  'features/ai/operations/list-usage.ts': [{ key: 'URL signing key', begins: 'ai_usage:[' }],
  'features/audit/operations/list-admin-actions.ts': [{ key: 'URL signing key', begins: 'admin_actions:[' }],
  'features/audit/operations/list-tool-calls.ts': [{ key: 'URL signing key', begins: 'tool_calls:[' }],
  'features/backups/media/media-folder.ts': [
    { key: 'secret of backups', begins: 'folder' },
    { key: 'a key derived from it and the passphrase', begins: 'a SHA-256' },
  ],
  'features/comments/operations/list-comments.ts': [{ key: 'URL signing key', begins: '["comments",' }],
  'features/instance/diagnosis/base-url.ts': [],
  'features/instance/diagnosis/proxy.ts': [{ key: 'URL signing key', begins: 'doctor ' }],
  'features/instance/operations/check-health.ts': [{ key: 'URL signing key', begins: 'health ' }],
  'features/data-jobs/new-ids.ts': [{ key: 'URL signing key', begins: 'imported id\n' }],
  'features/media/operations/browse-media.ts': [{ key: 'URL signing key', begins: '["media",' }],
  'features/members/operations/members.ts': [{ key: 'URL signing key', begins: 'members:"' }],
  'features/overview/operations/list-all-templates.ts': [
    { key: 'URL signing key', begins: 'all_templates:[' },
  ],
  'features/projects/operations/deleted-tenants.ts': [
    { key: 'URL signing key', begins: 'deleted_tenants:[' },
  ],
  'features/projects/operations/tenants.ts': [{ key: 'URL signing key', begins: 'tenants:[' }],
  'features/proposals/operations/read-proposals.ts': [{ key: 'URL signing key', begins: '["proposals",' }],
  'features/replacing/replace-in-templates.ts': [{ key: 'URL signing key', begins: '["replace",' }],
  'features/saved-modules/operations/project-modules.ts': [
    { key: 'URL signing key', begins: '["project_modules",' },
  ],
  'features/snapshots/operations/read-snapshots.ts': [{ key: 'URL signing key', begins: '["snapshots",' }],
  'features/snapshots/operations/undo-agent-changes.ts': [
    { key: 'URL signing key', begins: '["agent_changes",' },
  ],
  'features/templates/operations/list-templates.ts': [{ key: 'URL signing key', begins: '["templates",' }],
  'features/trash/operations/trash.ts': [{ key: 'URL signing key', begins: '["trash",' }],
  'realtime/channel-auth.ts': [
    { key: 'URL signing key', begins: 'realtime channels\n' },
    { key: 'a key of the project derived from the URL signing key', begins: 'a socket id' },
  ],
  // What the others use.
  'platform/security/crypto.ts': [],
  'platform/pagination.ts': [],
};

const SIGNS =
  /\b(hmacSha256|hmacSha256Hex|signText|verifySignedText|encodeCursor|createHmac)\(|CryptoHasher\([^)]*,/;

test('every place that signs is in the table', () => {
  const files = [...new Bun.Glob('**/*.ts').scanSync(SOURCE)].filter(
    (path) => !path.startsWith('sdk/') && SIGNS.test(readFileSync(join(SOURCE, path), 'utf8')),
  );
  expect(files.sort()).toEqual(Object.keys(DOMAINS).sort());
});

test('the source has the beginnings of the table', () => {
  for (const [path, domains] of Object.entries(DOMAINS)) {
    const source = readFileSync(join(SOURCE, path), 'utf8').replace(/\s+/g, '');
    for (const { begins } of domains.filter(({ key }) => key === 'URL signing key')) {
      const name = begins.replace(/[^a-z_ ]/g, '').split(' ')[0] as string;
      expect([path, source.includes(`'${name}'`) || source.includes(`\`${name}`)]).toEqual([path, true]);
    }
  }
});

test('under one key no text of a domain begins like one of another', () => {
  const all = Object.values(DOMAINS).flat();
  for (const one of all) {
    for (const other of all) {
      if (one === other || one.key !== other.key) continue;
      expect([one.begins, other.begins, other.begins.startsWith(one.begins)]).toEqual([
        one.begins,
        other.begins,
        false,
      ]);
    }
  }
});

test('a text signed for one audience is not valid for another, wherever the line is broken', () => {
  const key = new Uint8Array(32).fill(7);
  const signed = signText(key, 'picture poster', 'a\nb');
  expect(verifySignedText(key, 'picture poster', signed)).toBe('a\nb');
  expect(verifySignedText(key, 'picture countdown', signed)).toBeUndefined();
  expect(() => signText(key, 'picture poster\na', 'b')).toThrow('line break');
  expect(() => verifySignedText(key, 'picture poster\na', signed)).toThrow('line break');
});
