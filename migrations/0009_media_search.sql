CREATE TABLE `media_texts` (
	`id` integer PRIMARY KEY NOT NULL,
	`file_id` text NOT NULL,
	`filename_folded` text NOT NULL,
	`alt_folded` text NOT NULL,
	`category` text NOT NULL,
	`size` integer NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `media_files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_texts_file` ON `media_texts` (`file_id`);
--> statement-breakpoint
-- Sequences of three characters, without positions: who searches compares the texts themselves.
CREATE VIRTUAL TABLE `media_search` USING fts5(
	`text`, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
--> statement-breakpoint
-- Small pages: only long lists have an index of their own by which the rows of other tenants are skipped.
INSERT INTO `media_search` (`media_search`, `rank`) VALUES ('pgsz', 1000);
--> statement-breakpoint
CREATE TRIGGER `media_files_inserted` AFTER INSERT ON `media_files`
BEGIN
	INSERT INTO `media_texts` (`id`, `file_id`, `filename_folded`, `alt_folded`, `category`, `size`)
		SELECT coalesce(max(`id`), NEW.`tenant_id` << 28) + 1,
			NEW.`id`, NEW.`filename_folded`, NEW.`alt_folded`, NEW.`category`, NEW.`size`
		FROM `media_texts`
		WHERE `id` BETWEEN NEW.`tenant_id` << 28 AND ((NEW.`tenant_id` + 1) << 28) - 1;
END;
--> statement-breakpoint
CREATE TRIGGER `media_files_updated` AFTER UPDATE OF `filename_folded`, `alt_folded`, `category`, `size` ON `media_files`
BEGIN
	UPDATE `media_texts` SET `filename_folded` = NEW.`filename_folded`, `alt_folded` = NEW.`alt_folded`,
		`category` = NEW.`category`, `size` = NEW.`size`
		WHERE `file_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_texts_inserted` AFTER INSERT ON `media_texts`
BEGIN
	INSERT INTO `media_search` (`rowid`, `text`)
		VALUES (NEW.`id`, NEW.`filename_folded` || char(10) || NEW.`alt_folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `media_texts_updated` AFTER UPDATE OF `filename_folded`, `alt_folded` ON `media_texts`
WHEN OLD.`filename_folded` <> NEW.`filename_folded` OR OLD.`alt_folded` <> NEW.`alt_folded`
BEGIN
	UPDATE `media_search` SET `text` = NEW.`filename_folded` || char(10) || NEW.`alt_folded` WHERE `rowid` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_texts_deleted` AFTER DELETE ON `media_texts`
BEGIN
	DELETE FROM `media_search` WHERE `rowid` = OLD.`id`;
END;
--> statement-breakpoint
-- The files there are already; their ids grow with time.
INSERT INTO `media_texts` (`id`, `file_id`, `filename_folded`, `alt_folded`, `category`, `size`)
	SELECT (`tenant_id` << 28) + row_number() OVER (PARTITION BY `tenant_id` ORDER BY `id`),
		`id`, `filename_folded`, `alt_folded`, `category`, `size`
	FROM `media_files`;
