CREATE TABLE `content_media` (
	`content_id` integer NOT NULL,
	`file_id` text NOT NULL,
	PRIMARY KEY(`content_id`, `file_id`),
	FOREIGN KEY (`content_id`) REFERENCES `contents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `media_files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `content_media_file` ON `content_media` (`file_id`);--> statement-breakpoint
CREATE TABLE `media_blobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` integer NOT NULL,
	`upload_hash` blob NOT NULL,
	`mime` text NOT NULL,
	`extension` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`is_animated` integer NOT NULL,
	`placeholder` text,
	`color` text,
	`conversions` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_blobs_tenant_hash` ON `media_blobs` (`tenant_id`,`upload_hash`);--> statement-breakpoint
CREATE INDEX `media_blobs_pending` ON `media_blobs` (`conversions`) WHERE "media_blobs"."conversions" = 'pending';--> statement-breakpoint
CREATE TABLE `media_files` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`folder_id` text,
	`blob_id` integer NOT NULL,
	`token` text NOT NULL,
	`filename` text NOT NULL,
	`filename_folded` text NOT NULL,
	`alt_text` text NOT NULL,
	`alt_folded` text NOT NULL,
	`category` text NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`folder_id`) REFERENCES `media_folders`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`blob_id`) REFERENCES `media_blobs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `media_files_id` ON `media_files` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_name` ON `media_files` (`tenant_id`,`filename_folded`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_size` ON `media_files` (`tenant_id`,`size`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_folder_id` ON `media_files` (`tenant_id`,`folder_id`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_folder_name` ON `media_files` (`tenant_id`,`folder_id`,`filename_folded`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_folder_size` ON `media_files` (`tenant_id`,`folder_id`,`size`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_category_id` ON `media_files` (`tenant_id`,`category`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_category_name` ON `media_files` (`tenant_id`,`category`,`filename_folded`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_category_size` ON `media_files` (`tenant_id`,`category`,`size`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_of_folder` ON `media_files` (`folder_id`);--> statement-breakpoint
CREATE INDEX `media_files_blob` ON `media_files` (`blob_id`);--> statement-breakpoint
CREATE TABLE `media_folders` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`parent_id` text,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `media_folders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_folders_name` ON `media_folders` (`parent_id`,`name_folded`);--> statement-breakpoint
CREATE UNIQUE INDEX `media_folders_top_name` ON `media_folders` (`tenant_id`,`name_folded`) WHERE "media_folders"."parent_id" IS NULL;--> statement-breakpoint
CREATE INDEX `media_folders_tenant` ON `media_folders` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `media_objects` (
	`blob_id` integer NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`mime` text NOT NULL,
	`extension` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	PRIMARY KEY(`blob_id`, `name`),
	FOREIGN KEY (`blob_id`) REFERENCES `media_blobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `media_objects_key` ON `media_objects` (`key`);--> statement-breakpoint
CREATE TABLE `media_versions` (
	`token` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`file_id` text NOT NULL,
	`blob_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `media_files`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blob_id`) REFERENCES `media_blobs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `media_versions_file` ON `media_versions` (`file_id`);--> statement-breakpoint
CREATE INDEX `media_versions_blob` ON `media_versions` (`blob_id`);--> statement-breakpoint
CREATE INDEX `media_versions_tenant` ON `media_versions` (`tenant_id`);