import type { TSchema } from '@sinclair/typebox';
import { fileVariableOf } from './load.ts';
import { Settings } from './settings.ts';

/** A setting as people may see it. */
export interface DescribedSetting {
  name: string;
  /** Its environment variable. */
  variable: string;
  description: string;
  /** null for a secret. */
  value: unknown;
  isSecret: boolean;
  /** Whether a flag or variable gives it a value other than its default. */
  isChanged: boolean;
  /** The flag or variable that gives the value; null: the default. */
  source: string | null;
}

/** All settings with their values; those of secrets are left out. `sources` as `findSources` returns them. */
export function describeSettings(
  settings: Settings,
  sources: Readonly<Record<string, string>> = {},
): DescribedSetting[] {
  return Object.entries<TSchema>(Settings.properties).map(([name, schema]) => {
    const value = settings[name as keyof Settings];
    const isSecret = schema.mayBeFile === true || holdsCredentials(value);
    const variable = schema.env as string;
    return {
      name,
      variable: schema.mayBeFile === true ? `${variable} or ${fileVariableOf(variable)}` : variable,
      description: schema.description ?? '',
      value: isSecret ? null : value,
      isSecret,
      isChanged: JSON.stringify(value) !== JSON.stringify(schema.default),
      source: sources[name] ?? null,
    };
  });
}

/** Whether a value has an address with a user or a password in it. */
function holdsCredentials(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsCredentials);
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && (url.username !== '' || url.password !== '');
}
