import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailServer } from '../support/mail-server.ts';

/** Settings of a service that can send mails, and has a plan without any optional feature: `bare`. */
export function settingsFor({ port }: MailServer) {
  const plans_file = join(mkdtempSync(join(tmpdir(), 'galley-plans-')), 'plans.json');
  const off = { auto_save: false, export_mjml: false, import_from_url: false, test_email: false };
  writeFileSync(plans_file, JSON.stringify({ bare: { extends: 'starter', features: off } }));
  return { smtp_host: '127.0.0.1', smtp_port: port, smtp_from: 'mail@galley.example', plans_file };
}

/** The controls that an editor shows to who may do everything. */
export const EVERYTHING = [
  ...['templates.load', 'templates.create', 'templates.save'],
  ...['list', 'get', 'create', 'restore'].map((name) => `versionHistory.${name}`),
  ...['list', 'create', 'update', 'delete', 'setResolved'].map((name) => `comments.${name}`),
  ...['list', 'create', 'update', 'delete'].map((name) => `savedBlocks.${name}`),
  'testEmail.send',
  ...['list', 'create', 'update', 'delete', 'replace', 'importFromUrl', 'checkUsage', 'frequentlyUsed'].map(
    (name) => `media.${name}`,
  ),
  'media.storage',
  ...['list', 'create', 'update', 'delete', 'move'].map((name) => `media.folders.${name}`),
];
/** Those of who may only read. */
export const READING = [
  ...['templates.load', 'versionHistory.list', 'versionHistory.get', 'comments.list', 'savedBlocks.list'],
  ...['media.list', 'media.checkUsage', 'media.frequentlyUsed', 'media.storage', 'media.folders.list'],
];
/** Those that comments need besides. */
export const COMMENTING = ['comments.create', 'comments.update', 'comments.delete', 'comments.setResolved'];
