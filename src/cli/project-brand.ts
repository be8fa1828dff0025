import { readFileSync } from 'node:fs';
import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { getBrand, setBrand } from '../features/projects/index.ts';
import { DomainError } from '../platform/errors.ts';
import { readSettingFile } from '../platform/files/setting-file.ts';
import { addCommonFlags, collect, runWithSession } from './command.ts';
import { formatFields, printResult } from './output.ts';
import type { Flags } from './session.ts';

type StoredBrand = Static<(typeof getBrand)['output']>;

const TENANT_OPTION = [
  '--tenant <tenant>',
  'the brand of this tenant: its fields replace those of the project',
] as const;

const COLORS = ['primary', 'secondary', 'background', 'text'];

/** Fields of a brand, by the flags that set them. */
const FIELDS: Readonly<Record<string, string>> = {
  font: 'font',
  logo: 'logo_url',
  logo_alt: 'logo_alt',
  tone: 'tone_of_voice',
  footer: 'footer_text',
  company: 'company_name',
  address: 'postal_address',
  website: 'website_url',
  unsubscribe: 'unsubscribe_url',
};

const EXAMPLES = `
Other fields stay as they are. Agents read the brand with get-project-config.

Examples:
  galley project brand set 01a1… --primary "#0b5cad" --logo https://www.company.com/logo.png
  galley project brand set 01a1… --company "Acme Ltd" --address "1 High Street, Leeds LS1 4AP"
  galley project brand set 01a1… --social instagram=https://www.instagram.com/acme
  galley project brand set 01a1… --file brand.json
`;

export function addBrandCommands(project: Command): void {
  const brand = project
    .command('brand')
    .description('brand of a project or of a tenant: colors, logo, tone of voice, footer');

  addCommonFlags(brand.command('show'))
    .description('show the brand of a project or of a tenant')
    .argument('<project-id>')
    .option(...TENANT_OPTION)
    .action(
      runWithSession(async (session, flags, [projectId]) => {
        printResult(flags, await session.call(getBrand, readOwner(projectId, flags)), describeBrand);
      }),
    );

  addCommonFlags(brand.command('set'))
    .description('change the brand of a project or of a tenant')
    .argument('<project-id>')
    .option(...TENANT_OPTION)
    .option('--primary <color>', 'color of buttons and bands, such as "#0b5cad"')
    .option('--secondary <color>', 'color of small accents')
    .option('--background <color>', 'color behind the mail')
    .option('--text <color>', 'color of text')
    .option('--font <family>', 'CSS font family, such as Georgia')
    .option('--logo <url>', 'address of the logo: PNG, JPEG or GIF')
    .option('--logo-alt <text>', 'alternative text of the logo (default: the company)')
    .option('--tone <text>', 'tone of voice, such as "warm, short sentences, no jargon"')
    .option('--footer <text>', 'legal line of the footer')
    .option('--company <name>', 'sender of the mails')
    .option('--address <text>', 'postal address, which marketing mails must show')
    .option('--website <url>', 'home page')
    .option('--unsubscribe <url>', 'address, mailto: or merge tag of your sending service')
    .option(
      '--social <platform=url>',
      'social profile; repeat for several; they replace the present ones',
      collect,
    )
    .option('--file <json>', 'fields from a JSON file, or from standard input with "-"; null removes a field')
    .addHelpText('after', EXAMPLES)
    .action(
      runWithSession(async (session, flags, [projectId]) => {
        const change = readChange(flags);
        if (Object.keys(change).length === 0) throw nothingToSet();
        const changed = await session.call(setBrand, { ...readOwner(projectId, flags), brand: change });
        printResult(flags, changed, describeBrand);
      }),
    );

  addCommonFlags(brand.command('clear'))
    .description('remove fields of the brand, or all of it if none is named')
    .argument('<project-id>')
    .argument('[fields...]', 'as "show" names them: logo_url colors.secondary …')
    .option(...TENANT_OPTION)
    .action(
      runWithSession(async (session, flags, [projectId, ...fields]) => {
        const change = fields.length === 0 ? null : toRemovals(fields);
        const changed = await session.call(setBrand, { ...readOwner(projectId, flags), brand: change });
        printResult(flags, changed, describeBrand);
      }),
    );
}

function readChange(flags: Flags): Record<string, unknown> {
  const change = flags.file === undefined ? {} : readFile(String(flags.file));
  const colors = Object.fromEntries(
    COLORS.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])),
  );
  if (Object.keys(colors).length > 0) change.colors = { ...(change.colors as object), ...colors };
  for (const [flag, field] of Object.entries(FIELDS)) {
    if (flags[flag] !== undefined) change[field] = flags[flag];
  }
  if (Array.isArray(flags.social)) change.social = flags.social.map(readProfile);
  return change;
}

function readFile(path: string): Record<string, unknown> {
  const text = path === '-' ? readFileSync(0, 'utf8') : readSettingFile('--file', path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DomainError('validation_failed', `--file cannot be used: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DomainError('validation_failed', `--file must hold an object such as {"font": "Georgia"}.`);
  }
  return value as Record<string, unknown>;
}

function readProfile(text: string): { platform: string; url: string } {
  const [, platform, url] = /^\s*([a-z]+)\s*=\s*(\S.*)$/i.exec(text) ?? [];
  if (platform === undefined || url === undefined) {
    throw new DomainError(
      'validation_failed',
      `--social must be a platform and an address, such as instagram=https://www.instagram.com/acme; got "${text}".`,
    );
  }
  return { platform: platform.toLowerCase(), url: url.trim() };
}

function nothingToSet(): DomainError {
  return new DomainError(
    'validation_failed',
    'Nothing to set: name at least one field, such as --primary "#0b5cad". --help lists them.',
  );
}

/** `colors.secondary` removes one color, `colors` all of them. */
function toRemovals(fields: readonly string[]): Record<string, unknown> {
  const removals: Record<string, unknown> = {};
  for (const field of fields) {
    const [name, color] = field.split('.', 2) as [string, string | undefined];
    if (color === undefined) removals[name] = null;
    else if (removals[name] !== null) removals[name] = { ...(removals[name] as object), [color]: null };
  }
  return removals;
}

function readOwner(projectId: string | undefined, { tenant }: Flags) {
  return { project_id: projectId, ...(tenant !== undefined && { tenant: String(tenant) }) };
}

function describeBrand({ project_id, tenant, brand, effective }: StoredBrand): string {
  const owner = tenant === undefined ? `project ${project_id}` : `tenant "${tenant}"`;
  const own = toRows(brand);
  const text =
    Object.keys(own).length === 0
      ? `${owner[0]?.toUpperCase()}${owner.slice(1)} has no brand${tenant === undefined ? '' : ' of its own'}.`
      : `Brand of ${owner}:\n${formatFields(own)}`;
  const inherited = Object.entries(toRows(effective ?? {})).filter(([name]) => !(name in own));
  if (inherited.length === 0) return text;
  return `${text}\nFrom its project:\n${formatFields(Object.fromEntries(inherited))}`;
}

function toRows({ colors = {}, social = [], ...texts }: StoredBrand['brand']): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(colors).map(([name, value]) => [`colors.${name}`, value])),
    ...texts,
    ...Object.fromEntries(social.map(({ platform, url }) => [`social ${platform}`, url])),
  };
}
