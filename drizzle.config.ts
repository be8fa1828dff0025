import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src/platform/db/table.ts', './src/features/**/table.ts'],
  out: './migrations',
});
