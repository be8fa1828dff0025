CREATE TABLE `template_pages` (
	`template_id` text NOT NULL,
	`token_digest` text NOT NULL,
	`tenant_id` integer NOT NULL,
	`page_id` text NOT NULL,
	`user_key` text NOT NULL,
	`token_issued_at` integer NOT NULL,
	`token_expires_at` integer NOT NULL,
	`version` integer,
	`offered` integer,
	`is_collaborating` integer NOT NULL,
	PRIMARY KEY(`template_id`, `token_digest`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_pages_tenant` ON `template_pages` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `template_pages_expiry` ON `template_pages` (`token_expires_at`);