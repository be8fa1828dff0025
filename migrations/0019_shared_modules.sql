DROP INDEX `saved_modules_project_name`;--> statement-breakpoint
DROP INDEX `saved_modules_tenant`;--> statement-breakpoint
ALTER TABLE `saved_modules` ADD `shared` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `saved_modules_project_shared` ON `saved_modules` (`project_id`,`shared`,`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `saved_modules_tenant_shared` ON `saved_modules` (`tenant_id`,`shared`,`name_folded`,`id`);