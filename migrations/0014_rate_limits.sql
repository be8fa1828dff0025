CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`windows` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_expiry` ON `rate_limits` (`expires_at`);--> statement-breakpoint
DROP TABLE `rate_windows`;