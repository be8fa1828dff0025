CREATE TABLE `trash_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text,
	`template_id` text,
	`folder_name` text,
	`items` integer NOT NULL,
	`bytes` integer NOT NULL,
	`storage_bytes` integer NOT NULL,
	`state` text,
	`deleted_at` integer NOT NULL,
	`deleted_by_kind` text NOT NULL,
	`deleted_by` text NOT NULL,
	`deleted_by_name` text NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trash_entries_tenant` ON `trash_entries` (`tenant_id`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `trash_entries_kind` ON `trash_entries` (`tenant_id`,`kind`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `trash_entries_deleted` ON `trash_entries` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `trash_entries_unfinished` ON `trash_entries` (`id`) WHERE "trash_entries"."state" IS NOT NULL;--> statement-breakpoint
DROP INDEX `media_files_id`;--> statement-breakpoint
DROP INDEX `media_files_name`;--> statement-breakpoint
DROP INDEX `media_files_size`;--> statement-breakpoint
DROP INDEX `media_files_folder_id`;--> statement-breakpoint
DROP INDEX `media_files_folder_name`;--> statement-breakpoint
DROP INDEX `media_files_folder_size`;--> statement-breakpoint
DROP INDEX `media_files_category_id`;--> statement-breakpoint
DROP INDEX `media_files_category_name`;--> statement-breakpoint
DROP INDEX `media_files_category_size`;--> statement-breakpoint
ALTER TABLE `media_files` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `media_files` ADD `deleted_with` text;--> statement-breakpoint
CREATE INDEX `media_files_deleted_with` ON `media_files` (`deleted_with`) WHERE "media_files"."deleted_with" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `media_files_id` ON `media_files` (`tenant_id`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_name` ON `media_files` (`tenant_id`,`filename_folded`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_size` ON `media_files` (`tenant_id`,`size`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_folder_id` ON `media_files` (`tenant_id`,`folder_id`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_folder_name` ON `media_files` (`tenant_id`,`folder_id`,`filename_folded`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_folder_size` ON `media_files` (`tenant_id`,`folder_id`,`size`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_category_id` ON `media_files` (`tenant_id`,`category`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_category_name` ON `media_files` (`tenant_id`,`category`,`filename_folded`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_category_size` ON `media_files` (`tenant_id`,`category`,`size`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
DROP INDEX `media_folders_name`;--> statement-breakpoint
DROP INDEX `media_folders_top_name`;--> statement-breakpoint
ALTER TABLE `media_folders` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `media_folders` ADD `deleted_with` text;--> statement-breakpoint
CREATE INDEX `media_folders_parent` ON `media_folders` (`parent_id`);--> statement-breakpoint
CREATE INDEX `media_folders_deleted_with` ON `media_folders` (`deleted_with`) WHERE "media_folders"."deleted_with" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `media_folders_name` ON `media_folders` (`parent_id`,`name_folded`) WHERE "media_folders"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `media_folders_top_name` ON `media_folders` (`tenant_id`,`name_folded`) WHERE "media_folders"."parent_id" IS NULL AND "media_folders"."deleted_at" IS NULL;--> statement-breakpoint
DROP INDEX `saved_modules_project_shared`;--> statement-breakpoint
DROP INDEX `saved_modules_tenant_shared`;--> statement-breakpoint
ALTER TABLE `saved_modules` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `saved_modules_project_shared` ON `saved_modules` (`project_id`,`shared`,`deleted_at`,`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `saved_modules_tenant_shared` ON `saved_modules` (`tenant_id`,`shared`,`deleted_at`,`name_folded`,`id`);--> statement-breakpoint
DROP INDEX `templates_tenant_id`;--> statement-breakpoint
DROP INDEX `templates_tenant_updated`;--> statement-breakpoint
DROP INDEX `templates_tenant_name`;--> statement-breakpoint
DROP INDEX `templates_tenant_key`;--> statement-breakpoint
ALTER TABLE `templates` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `templates_tenant_id` ON `templates` (`tenant_id`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `templates_tenant_updated` ON `templates` (`tenant_id`,`updated_at`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_tenant_name` ON `templates` (`tenant_id`,`name_folded`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `templates_tenant_key` ON `templates` (`tenant_id`,`key`) WHERE "templates"."key" IS NOT NULL AND "templates"."deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE `comments` ADD `deleted_at` integer;--> statement-breakpoint
-- An entry goes with the row of its thing, also when that goes with another one, such as the comments of a template.
CREATE TRIGGER `templates_purged` AFTER DELETE ON `templates` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_files_purged` AFTER DELETE ON `media_files` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_folders_purged` AFTER DELETE ON `media_folders` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `saved_modules_purged` AFTER DELETE ON `saved_modules` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `comments_purged` AFTER DELETE ON `comments` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
-- A tenant may have deleted a shared module of another tenant: if it is deleted itself, nobody could restore the module.
CREATE TRIGGER `trash_entries_deleted_module` AFTER DELETE ON `trash_entries` WHEN OLD.`kind` = 'saved_module'
BEGIN
	DELETE FROM `saved_modules` WHERE `id` = OLD.`id` AND `deleted_at` IS NOT NULL;
END;
--> statement-breakpoint
-- Comments in the trash are not counted.
DROP TRIGGER `comments_updated`;
--> statement-breakpoint
DROP TRIGGER `comments_deleted`;
--> statement-breakpoint
CREATE TRIGGER `comments_updated` AFTER UPDATE ON `comments`
BEGIN
	UPDATE `comment_totals` SET
		`comments` = `comments` - (OLD.`deleted_at` IS NULL) + (NEW.`deleted_at` IS NULL),
		`bytes` = `bytes` - iif(OLD.`deleted_at` IS NULL, octet_length(OLD.`body`), 0)
			+ iif(NEW.`deleted_at` IS NULL, octet_length(NEW.`body`), 0),
		`changes` = `changes` + 1
		WHERE `template_id` = NEW.`template_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `comments_deleted` AFTER DELETE ON `comments` WHEN OLD.`deleted_at` IS NULL
BEGIN
	UPDATE `comment_totals` SET
		`comments` = `comments` - 1, `bytes` = `bytes` - octet_length(OLD.`body`), `changes` = `changes` + 1
		WHERE `template_id` = OLD.`template_id`;
END;
--> statement-breakpoint
-- Files in the trash are not searched.
CREATE TRIGGER `media_files_trashed` AFTER UPDATE OF `deleted_at` ON `media_files`
WHEN OLD.`deleted_at` IS NULL AND NEW.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `media_texts` WHERE `file_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_files_restored` AFTER UPDATE OF `deleted_at` ON `media_files`
WHEN OLD.`deleted_at` IS NOT NULL AND NEW.`deleted_at` IS NULL
BEGIN
	INSERT INTO `media_texts` (`id`, `file_id`, `filename_folded`, `alt_folded`, `category`, `size`)
		SELECT coalesce(max(`id`), NEW.`tenant_id` << 28) + 1,
			NEW.`id`, NEW.`filename_folded`, NEW.`alt_folded`, NEW.`category`, NEW.`size`
		FROM `media_texts`
		WHERE `id` BETWEEN NEW.`tenant_id` << 28 AND ((NEW.`tenant_id` + 1) << 28) - 1;
END;
