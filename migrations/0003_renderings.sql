CREATE TABLE `renderings` (
	`key` blob PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`rendering` blob NOT NULL,
	`bytes` integer NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `renderings_used` ON `renderings` (`used_at`,`bytes`);--> statement-breakpoint
CREATE INDEX `renderings_tenant` ON `renderings` (`tenant_id`);