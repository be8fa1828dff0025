import { type TSchema, Type } from '@sinclair/typebox';

/** Environment variable behind a setting, for the table in docs/settings.md. */
export const setting = <Schema extends TSchema>(env: string, schema: Schema): Schema => ({ ...schema, env });

/** A setting whose value can also be in a file, named by the variable with `_FILE` added. */
export const secretSetting = <Schema extends TSchema>(env: string, schema: Schema): Schema => ({
  ...schema,
  env,
  mayBeFile: true,
});

/** A setting that is a text; empty: not set. */
export const text = (description: string) => Type.String({ default: '', description });

/** A setting that is read from another usual variable if its own is not set. */
export const orFrom = <Schema extends TSchema>(variable: string, schema: Schema): Schema => ({
  ...schema,
  description: `${schema.description} Default: \`${variable}\`.`,
  fallbackEnv: variable,
});
