/** A migration as the next version could bring it, for SQLite. */
export const NEXT_OF_SQLITE = {
  tag: '9999_next_version',
  sql: `ALTER TABLE templates ADD next_note text;
--> statement-breakpoint
ALTER TABLE templates ADD next_count integer DEFAULT 7 NOT NULL;
--> statement-breakpoint
CREATE TABLE next_notes (id integer PRIMARY KEY, template_id text REFERENCES templates (id) ON DELETE CASCADE);
--> statement-breakpoint
CREATE INDEX next_index ON templates (next_count);
`,
};

/** The same for PostgreSQL. */
export const NEXT_OF_POSTGRES = {
  tag: NEXT_OF_SQLITE.tag,
  sql: `ALTER TABLE templates ADD COLUMN next_note text;
ALTER TABLE templates ADD COLUMN next_count bigint NOT NULL DEFAULT 7;
CREATE TABLE next_notes (id bigint PRIMARY KEY, template_id text REFERENCES templates (id) ON DELETE CASCADE);
CREATE INDEX next_index ON templates (next_count);
`,
};
