ALTER TABLE `snapshots` ADD `author_kind` text;--> statement-breakpoint
ALTER TABLE `snapshots` ADD `author_id` text;--> statement-breakpoint
ALTER TABLE `snapshots` ADD `author_name` text;--> statement-breakpoint
ALTER TABLE `snapshots` ADD `version` integer;--> statement-breakpoint
ALTER TABLE `snapshots` ADD `last_version` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `content_by_name` text;