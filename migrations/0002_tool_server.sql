CREATE TABLE `rate_windows` (
	`key` text PRIMARY KEY NOT NULL,
	`times` blob NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_windows_updated` ON `rate_windows` (`updated_at`);--> statement-breakpoint
CREATE TABLE `tool_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`client_name` text,
	`client_version` text,
	`tool` text NOT NULL,
	`template_id` text,
	`outcome` text NOT NULL,
	`version_before` integer,
	`version_after` integer,
	`duration_ms` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tool_calls_tenant_at` ON `tool_calls` (`tenant_id`,`at`);--> statement-breakpoint
CREATE INDEX `tool_calls_at` ON `tool_calls` (`at`);--> statement-breakpoint
ALTER TABLE `templates` ADD `content_by` text;--> statement-breakpoint
ALTER TABLE `templates` ADD `content_at` integer;