CREATE TABLE `ai_budgets` (
	`key` text NOT NULL,
	`day` integer NOT NULL,
	`used` integer NOT NULL,
	`reserved` integer NOT NULL,
	PRIMARY KEY(`key`, `day`)
);
--> statement-breakpoint
CREATE INDEX `ai_budgets_day` ON `ai_budgets` (`day`);