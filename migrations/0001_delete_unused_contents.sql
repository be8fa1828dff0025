-- A content lives as long as a template or a snapshot refers to it.
CREATE TRIGGER `templates_content_replaced` AFTER UPDATE OF `content_id` ON `templates`
WHEN OLD.`content_id` <> NEW.`content_id`
BEGIN
	DELETE FROM `contents` WHERE `id` = OLD.`content_id`
		AND NOT EXISTS (SELECT 1 FROM `templates` WHERE `content_id` = OLD.`content_id`)
		AND NOT EXISTS (SELECT 1 FROM `snapshots` WHERE `content_id` = OLD.`content_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `templates_deleted` AFTER DELETE ON `templates`
BEGIN
	DELETE FROM `contents` WHERE `id` = OLD.`content_id`
		AND NOT EXISTS (SELECT 1 FROM `templates` WHERE `content_id` = OLD.`content_id`)
		AND NOT EXISTS (SELECT 1 FROM `snapshots` WHERE `content_id` = OLD.`content_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `snapshots_deleted` AFTER DELETE ON `snapshots`
BEGIN
	DELETE FROM `contents` WHERE `id` = OLD.`content_id`
		AND NOT EXISTS (SELECT 1 FROM `templates` WHERE `content_id` = OLD.`content_id`)
		AND NOT EXISTS (SELECT 1 FROM `snapshots` WHERE `content_id` = OLD.`content_id`);
END;
