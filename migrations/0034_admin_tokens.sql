CREATE TABLE `admin_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`hash` blob NOT NULL,
	`prefix` text NOT NULL,
	`person_id` text,
	`created_by` text NOT NULL,
	`team_id` text,
	`role` text,
	`effects` text NOT NULL,
	`operations` text,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_tokens_hash` ON `admin_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `admin_tokens_person` ON `admin_tokens` (`person_id`);--> statement-breakpoint
CREATE INDEX `admin_tokens_team` ON `admin_tokens` (`team_id`);