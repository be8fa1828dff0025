ALTER TABLE `templates` ADD `deleted_with` text;--> statement-breakpoint
CREATE INDEX `templates_deleted_with` ON `templates` (`deleted_with`) WHERE "templates"."deleted_with" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `template_folders_purged` AFTER DELETE ON `template_folders` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
