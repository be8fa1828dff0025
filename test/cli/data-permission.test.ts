import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePermission } from '../../src/cli/data-permission.ts';

const NOBODY = 65534;
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-permission-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'data'));
  file = join(folder, 'data', 'galley.db');
  writeFileSync(file, '');
});
afterEach(() => {
  chmodSync(join(folder, 'data'), 0o700);
  rmSync(folder, { recursive: true });
});

/** The message for a user who is not root. */
function refusal(): string | undefined {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    requirePermission(file);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden' });
    return (error as Error).message;
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('names the folder that cannot be entered, and its owner', () => {
  chmodSync(join(folder, 'data'), 0o000);
  const said = refusal() ?? '';
  const isRoot = process.geteuid?.() === 0;
  const path = join(folder, 'data');
  expect(said).toStartWith(`Permission denied: ${path} ${isRoot ? 'belongs to the user root' : 'is yours'}`);
  expect(said).toContain(isRoot ? 'sudo -u root' : `chmod u+rwX ${path}`);
});

test('names the file that cannot be opened', () => {
  chmodSync(file, 0o400);
  const isRoot = process.geteuid?.() === 0;
  expect(refusal()).toStartWith(
    `Permission denied: ${file} ${isRoot ? 'belongs to the user root' : 'is yours'}`,
  );
});

test('does not send the owner of a read-only file to another user', () => {
  if (process.geteuid?.() === 0) chownSync(file, NOBODY, NOBODY);
  chmodSync(file, 0o400);
  const said = refusal() ?? '';
  expect(said).toStartWith(`Permission denied: ${file} `);
  expect(said).toContain(`chmod u+rwX ${file}`);
  expect(said).not.toContain('sudo');
});

test('lets through what may be opened, and what does not exist', () => {
  chmodSync(file, 0o666);
  expect(refusal()).toBeUndefined();
  file = join(folder, 'data', 'none', 'galley.db');
  expect(refusal()).toBeUndefined();
});
