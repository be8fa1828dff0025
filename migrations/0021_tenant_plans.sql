ALTER TABLE `tenants` ADD `plan` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `plan_change` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `brand` text;