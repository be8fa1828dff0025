CREATE TABLE `tenant_usage` (
	`tenant_id` integer NOT NULL,
	`month` integer NOT NULL,
	`exports` integer NOT NULL,
	`tool_calls` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `month`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `tenants_project_slug`;--> statement-breakpoint
ALTER TABLE `tenants` ADD `name` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `suspended` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `tenants_deleted` ON `tenants` (`deleted_at`) WHERE "tenants"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `tenants_project_slug` ON `tenants` (`project_id`,`slug`) WHERE "tenants"."deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `suspended` text;