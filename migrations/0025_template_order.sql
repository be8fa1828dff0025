CREATE TABLE `tagged_templates` (
	`tag_id` integer NOT NULL,
	`template_id` text NOT NULL,
	PRIMARY KEY(`tag_id`, `template_id`),
	FOREIGN KEY (`tag_id`) REFERENCES `template_tags`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tagged_templates_template` ON `tagged_templates` (`template_id`);--> statement-breakpoint
CREATE TABLE `template_folders` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`parent_id` text,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_with` text,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `template_folders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_folders_name` ON `template_folders` (`parent_id`,`name_folded`) WHERE "template_folders"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `template_folders_top_name` ON `template_folders` (`tenant_id`,`name_folded`) WHERE "template_folders"."parent_id" IS NULL AND "template_folders"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `template_folders_parent` ON `template_folders` (`parent_id`);--> statement-breakpoint
CREATE INDEX `template_folders_deleted_with` ON `template_folders` (`deleted_with`) WHERE "template_folders"."deleted_with" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `template_folders_tenant` ON `template_folders` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `template_tags` (
	`id` integer PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`template_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_tags_name` ON `template_tags` (`tenant_id`,`name_folded`);--> statement-breakpoint
DROP INDEX `templates_tenant_id`;--> statement-breakpoint
DROP INDEX `templates_tenant_updated`;--> statement-breakpoint
DROP INDEX `templates_tenant_name`;--> statement-breakpoint
ALTER TABLE `templates` ADD `folder_id` text REFERENCES template_folders(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `templates` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `templates` ADD `score` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE `templates` ADD `scored_version` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `exported_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `templates_list` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_list_updated` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`updated_at`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_list_name` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`name_folded`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_list_score` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`score`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_list_exported` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`exported_at`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_author` ON `templates` (`tenant_id`,`content_by`);--> statement-breakpoint
CREATE INDEX `templates_folder` ON `templates` (`folder_id`) WHERE "templates"."folder_id" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `tagged_templates_inserted` AFTER INSERT ON `tagged_templates`
BEGIN
	UPDATE `template_tags` SET `template_count` = `template_count` + 1 WHERE `id` = NEW.`tag_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `tagged_templates_deleted` AFTER DELETE ON `tagged_templates`
BEGIN
	UPDATE `template_tags` SET `template_count` = `template_count` - 1 WHERE `id` = OLD.`tag_id`;
	DELETE FROM `template_tags` WHERE `id` = OLD.`tag_id` AND `template_count` <= 0
		AND NOT EXISTS (SELECT 1 FROM `tagged_templates` WHERE `tag_id` = OLD.`tag_id`);
END;
--> statement-breakpoint
-- Templates in the trash keep their tags and are not counted.
CREATE TRIGGER `templates_tags_trashed` AFTER UPDATE OF `deleted_at` ON `templates`
WHEN (OLD.`deleted_at` IS NULL) <> (NEW.`deleted_at` IS NULL)
BEGIN
	UPDATE `template_tags` SET `template_count` = `template_count` + iif(NEW.`deleted_at` IS NULL, 1, -1)
		WHERE `id` IN (SELECT `tag_id` FROM `tagged_templates` WHERE `template_id` = NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `templates_tags_purged` BEFORE DELETE ON `templates` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	UPDATE `template_tags` SET `template_count` = `template_count` + 1
		WHERE `id` IN (SELECT `tag_id` FROM `tagged_templates` WHERE `template_id` = OLD.`id`);
END;
