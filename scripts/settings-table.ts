import { resolve } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { FIRST_RUN_VARIABLES, Settings } from '../src/config/index.ts';

export const SETTINGS_PAGE = resolve(import.meta.dir, '../docs/settings.md');
const START = '<!-- settings: written by "bun run docs" -->';
const END = '<!-- end of settings -->';

const FROM_FILE = ' Can be in a file, which the same variable with `_FILE` names.';

/** Renders docs/settings.md with its tables of settings made from the schema. */
export async function renderSettingsPage(): Promise<string> {
  const text = await Bun.file(SETTINGS_PAGE).text();
  const before = text.slice(0, text.indexOf(START) + START.length);
  const after = text.slice(text.indexOf(END));
  return `${before}\n${renderSettings()}\n${after}`;
}

function renderSettings(): string {
  const settings = Object.values<TSchema>(Settings.properties).map((schema) => [
    `\`${schema.env}\``,
    describeDefault(schema.default),
    `${schema.description ?? ''}${schema.mayBeFile === true ? FROM_FILE : ''}`,
  ]);
  const firstRun = Object.values(FIRST_RUN_VARIABLES).map(({ env, description }) => [
    `\`${env}\``,
    description,
  ]);
  return [
    renderTable(['Variable', 'Default', 'Meaning'], settings),
    '',
    'For the first run only. Each can be in a file, which the same variable with `_FILE` names:',
    '',
    renderTable(['Variable', 'Meaning'], firstRun),
  ].join('\n');
}

function describeDefault(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return text === '' ? '' : `\`${text}\``;
}

function renderTable(headings: string[], rows: string[][]): string {
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (import.meta.main) await Bun.write(SETTINGS_PAGE, await renderSettingsPage());
