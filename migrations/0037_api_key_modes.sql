ALTER TABLE `api_keys` ADD `mode` text DEFAULT 'write' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `tenants` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `template_id` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `tools` text;