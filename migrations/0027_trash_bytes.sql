ALTER TABLE `tenants` ADD `trash_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `trash_entries_counted` AFTER INSERT ON `trash_entries`
BEGIN
	UPDATE `tenants` SET `trash_bytes` = `trash_bytes` + NEW.`storage_bytes` WHERE `id` = NEW.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `trash_entries_recounted` AFTER UPDATE OF `storage_bytes` ON `trash_entries`
BEGIN
	UPDATE `tenants` SET `trash_bytes` = `trash_bytes` - OLD.`storage_bytes` + NEW.`storage_bytes` WHERE `id` = NEW.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `trash_entries_uncounted` AFTER DELETE ON `trash_entries`
BEGIN
	UPDATE `tenants` SET `trash_bytes` = `trash_bytes` - OLD.`storage_bytes` WHERE `id` = OLD.`tenant_id`;
END;
