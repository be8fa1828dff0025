CREATE TABLE `data_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`tenant` text,
	`tenant_id` integer,
	`input` text NOT NULL,
	`phase` text NOT NULL,
	`done` integer NOT NULL,
	`total` integer NOT NULL,
	`result` text,
	`error` text,
	`file_bytes` integer,
	`started_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_jobs_project` ON `data_jobs` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_jobs_created` ON `data_jobs` (`created_at`);