import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src/drivers/sqlite/table.ts', './src/features/**/table.ts'],
  out: './migrations',
});
