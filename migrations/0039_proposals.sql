CREATE TABLE `proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`base_version` integer NOT NULL,
	`base` blob NOT NULL,
	`content` blob NOT NULL,
	`diff` text NOT NULL,
	`changes` text NOT NULL,
	`note` text,
	`author_kind` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`state` text NOT NULL,
	`conflicts` text,
	`score_before` integer,
	`score_after` integer,
	`comment_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`decided_by_name` text,
	`reason` text,
	`accepted_blocks` text,
	`accepted_version` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `proposals_template` ON `proposals` (`template_id`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_tenant` ON `proposals` (`tenant_id`,`state`,`id`);