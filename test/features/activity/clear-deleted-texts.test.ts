import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { applyMigrations, MIGRATIONS } from '../../../src/drivers/sqlite/migrate.ts';

test('migrating clears the texts of what was deleted before', () => {
  const sqlite = new Database(':memory:', { strict: true });
  const clock = { now: () => 1 };
  const index = MIGRATIONS.findIndex(({ tag }) => tag.endsWith('_clear_deleted_texts'));
  applyMigrations(sqlite, clock, MIGRATIONS.slice(0, index));
  sqlite.run("INSERT INTO teams VALUES ('t', 'T', 1)");
  sqlite.run(
    "INSERT INTO projects (id, team_id, name, plan, client_id, signing_key, created_at) VALUES ('p', 't', 'P', 'scale', 'c', 's', 1)",
  );
  sqlite.run("INSERT INTO tenants (id, project_id, slug, created_at) VALUES (1, 'p', 'a', 1)");
  const insert = sqlite.query(
    "INSERT INTO activities (tenant_id, at, actor_kind, actor_id, actor_name, surface, type, template_id, subject_id, summary) VALUES (1, 1, 'user', 'u', 'U', 'rest', ?, ?, ?, ?)",
  );
  insert.run('template.created', 'gone', null, 'Secret');
  insert.run('comment.created', null, 'gone', 'Secret');
  insert.run('saved_module.created', null, 'gone', 'Secret');
  insert.run('media.uploaded', null, 'gone', 'secret.png');
  insert.run('media.moved', null, null, '21 files: secret.png, b.png, c.png, …');
  insert.run('media_folder.created', null, 'gone', 'Secret');
  applyMigrations(sqlite, clock, MIGRATIONS.slice(index));
  const summaries = sqlite.query('SELECT summary FROM activities ORDER BY id').values().flat();
  expect(summaries).toHaveLength(6);
  expect(JSON.stringify(summaries)).not.toMatch(/secret/i);
  sqlite.close();
});
