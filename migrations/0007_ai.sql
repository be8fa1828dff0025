CREATE TABLE `ai_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ai_conversations_template` ON `ai_conversations` (`template_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `ai_conversations_tenant` ON `ai_conversations` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `ai_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`conversation_id` text NOT NULL,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `ai_conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ai_messages_conversation` ON `ai_messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `ai_messages_tenant` ON `ai_messages` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `ai_usage` (
	`day` integer NOT NULL,
	`tenant_id` integer NOT NULL,
	`project_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`operation` text NOT NULL,
	`calls` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `day`, `actor_kind`, `actor_id`, `operation`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ai_usage_project_day` ON `ai_usage` (`project_id`,`day`);--> statement-breakpoint
CREATE INDEX `ai_usage_actor_day` ON `ai_usage` (`actor_id`,`day`);--> statement-breakpoint
CREATE INDEX `ai_usage_day` ON `ai_usage` (`day`);--> statement-breakpoint
ALTER TABLE `projects` ADD `brand` text;