CREATE TABLE `ai_reservations` (
	`request_id` text NOT NULL,
	`key` text NOT NULL,
	`day` integer NOT NULL,
	`tokens` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`request_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `ai_reservations_key` ON `ai_reservations` (`key`,`day`);--> statement-breakpoint
CREATE INDEX `ai_reservations_expiry` ON `ai_reservations` (`expires_at`);--> statement-breakpoint
ALTER TABLE `ai_budgets` DROP COLUMN `reserved`;