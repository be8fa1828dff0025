CREATE TABLE `__new_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text,
	`kind` text DEFAULT 'change' NOT NULL,
	`base_version` integer NOT NULL,
	`base` blob NOT NULL,
	`fields` text,
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
INSERT INTO `__new_proposals`("id", "tenant_id", "template_id", "base_version", "base", "content", "diff", "changes", "note", "author_kind", "author_id", "author_name", "state", "conflicts", "score_before", "score_after", "comment_id", "created_at", "decided_at", "decided_by", "decided_by_name", "reason", "accepted_blocks", "accepted_version") SELECT "id", "tenant_id", "template_id", "base_version", "base", "content", "diff", "changes", "note", "author_kind", "author_id", "author_name", "state", "conflicts", "score_before", "score_after", "comment_id", "created_at", "decided_at", "decided_by", "decided_by_name", "reason", "accepted_blocks", "accepted_version" FROM `proposals`;--> statement-breakpoint
DROP TABLE `proposals`;--> statement-breakpoint
ALTER TABLE `__new_proposals` RENAME TO `proposals`;--> statement-breakpoint
CREATE INDEX `proposals_template` ON `proposals` (`template_id`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_tenant` ON `proposals` (`tenant_id`,`state`,`id`);