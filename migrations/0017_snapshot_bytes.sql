ALTER TABLE `tenants` ADD `snapshot_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- `snapshot_bytes` counts each content that a snapshot has once.
CREATE TRIGGER `snapshots_counted` AFTER INSERT ON `snapshots`
WHEN NOT EXISTS (SELECT 1 FROM `snapshots` WHERE `content_id` = NEW.`content_id` AND `id` <> NEW.`id`)
BEGIN
	UPDATE `tenants` SET `snapshot_bytes` = `snapshot_bytes`
		+ (SELECT octet_length(`json`) FROM `contents` WHERE `id` = NEW.`content_id`)
		WHERE `id` = NEW.`tenant_id`;
END;
--> statement-breakpoint
-- Before the deletion, because another trigger deletes the content after it.
CREATE TRIGGER `snapshots_uncounted` BEFORE DELETE ON `snapshots`
WHEN NOT EXISTS (SELECT 1 FROM `snapshots` WHERE `content_id` = OLD.`content_id` AND `id` <> OLD.`id`)
BEGIN
	UPDATE `tenants` SET `snapshot_bytes` = `snapshot_bytes`
		- coalesce((SELECT octet_length(`json`) FROM `contents` WHERE `id` = OLD.`content_id`), 0)
		WHERE `id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
-- The next two are for addresses of pictures that are rewritten in stored contents.
CREATE TRIGGER `snapshots_recounted` AFTER UPDATE OF `content_id` ON `snapshots`
WHEN OLD.`content_id` <> NEW.`content_id`
BEGIN
	UPDATE `tenants` SET `snapshot_bytes` = `snapshot_bytes`
		- (SELECT octet_length(`json`) FROM `contents` WHERE `id` = OLD.`content_id`)
		WHERE `id` = OLD.`tenant_id`
		AND NOT EXISTS (SELECT 1 FROM `snapshots` WHERE `content_id` = OLD.`content_id`);
	UPDATE `tenants` SET `snapshot_bytes` = `snapshot_bytes`
		+ (SELECT octet_length(`json`) FROM `contents` WHERE `id` = NEW.`content_id`)
		WHERE `id` = NEW.`tenant_id`
		AND NOT EXISTS (SELECT 1 FROM `snapshots` WHERE `content_id` = NEW.`content_id` AND `id` <> NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `contents_rewritten` AFTER UPDATE OF `json` ON `contents`
WHEN octet_length(OLD.`json`) <> octet_length(NEW.`json`)
	AND EXISTS (SELECT 1 FROM `snapshots` WHERE `content_id` = NEW.`id`)
BEGIN
	UPDATE `tenants` SET `snapshot_bytes` = `snapshot_bytes` - octet_length(OLD.`json`) + octet_length(NEW.`json`)
		WHERE `id` = NEW.`tenant_id`;
END;
--> statement-breakpoint
UPDATE `tenants` SET `snapshot_bytes` = coalesce((
	SELECT sum(octet_length(`json`)) FROM `contents`
	WHERE `tenant_id` = `tenants`.`id` AND `id` IN (SELECT `content_id` FROM `snapshots` WHERE `snapshots`.`tenant_id` = `tenants`.`id`)
), 0);
