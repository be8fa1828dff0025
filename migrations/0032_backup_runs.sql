CREATE TABLE `backup_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`target` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`bytes` integer,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `backup_runs_started` ON `backup_runs` (`started_at`);