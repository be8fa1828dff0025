CREATE TABLE `agent_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`version` integer NOT NULL,
	`at` integer NOT NULL,
	`agent_id` text NOT NULL,
	`agent_name` text NOT NULL,
	`is_content` integer NOT NULL,
	`attributes` text,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `agent_changes_template` ON `agent_changes` (`template_id`,`version`);--> statement-breakpoint
CREATE INDEX `agent_changes_tenant` ON `agent_changes` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `agent_changes_at` ON `agent_changes` (`at`);