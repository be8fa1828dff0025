CREATE TABLE `server_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` blob NOT NULL,
	`prefix` text NOT NULL,
	`effects` text NOT NULL,
	`operations` text,
	`tenants` text,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `server_keys_project` ON `server_keys` (`project_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `server_keys_hash` ON `server_keys` (`hash`);--> statement-breakpoint
ALTER TABLE `templates` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `templates_tenant_key` ON `templates` (`tenant_id`,`key`) WHERE "templates"."key" IS NOT NULL;