CREATE TABLE `search_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`template_id` text NOT NULL,
	`comment_id` text,
	`is_pending` integer NOT NULL,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `search_entries_template` ON `search_entries` (`template_id`,`comment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `search_entries_comment` ON `search_entries` (`comment_id`) WHERE "search_entries"."comment_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `search_entries_pending` ON `search_entries` (`id`) WHERE "search_entries"."is_pending" = 1;--> statement-breakpoint
CREATE TABLE `search_texts` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`link` text NOT NULL,
	`parts` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `search_entries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `template_facts` (
	`entry_id` integer NOT NULL,
	`fact` text NOT NULL,
	PRIMARY KEY(`entry_id`, `fact`),
	FOREIGN KEY (`entry_id`) REFERENCES `search_entries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_facts_fact` ON `template_facts` (`fact`,`entry_id`);
--> statement-breakpoint
-- Words separated by spaces, as `indexTermsOf` makes them. Without positions: a search compares the texts themselves.
-- `grams` has the sequences of up to three characters of names, of which any part can be searched.
CREATE VIRTUAL TABLE `search_index` USING fts5(
	`grams`, `name`, `text`, `link`, `comment`,
	content = '', contentless_delete = 1, detail = column, tokenize = 'ascii', prefix = '2 3 4 5 6'
);
--> statement-breakpoint
-- Small pages: only long lists have an index of their own by which the rows of other tenants are skipped.
INSERT INTO `search_index` (`search_index`, `rank`) VALUES ('pgsz', 1000);
--> statement-breakpoint
CREATE TRIGGER `search_entries_deleted` AFTER DELETE ON `search_entries`
BEGIN
	DELETE FROM `search_index` WHERE `rowid` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `templates_search_added` AFTER INSERT ON `templates`
BEGIN
	INSERT INTO `search_entries` (`id`, `template_id`, `is_pending`)
		SELECT coalesce(max(`id`), NEW.`tenant_id` << 28) + 1, NEW.`id`, 1 FROM `search_entries`
		WHERE `id` BETWEEN NEW.`tenant_id` << 28 AND ((NEW.`tenant_id` + 1) << 28) - 1;
END;
--> statement-breakpoint
CREATE TRIGGER `templates_search_changed` AFTER UPDATE ON `templates`
WHEN OLD.`content_id` <> NEW.`content_id` OR OLD.`name` IS NOT NEW.`name`
BEGIN
	UPDATE `search_entries` SET `is_pending` = 1
		WHERE `template_id` = NEW.`id` AND `comment_id` IS NULL AND `is_pending` = 0;
END;
--> statement-breakpoint
-- Addresses of pictures are rewritten in stored contents.
CREATE TRIGGER `contents_search_changed` AFTER UPDATE OF `json` ON `contents`
BEGIN
	UPDATE `search_entries` SET `is_pending` = 1
		WHERE `comment_id` IS NULL AND `is_pending` = 0
		AND `template_id` IN (SELECT `id` FROM `templates` WHERE `content_id` = NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `comments_search_added` AFTER INSERT ON `comments`
BEGIN
	INSERT INTO `search_entries` (`id`, `template_id`, `comment_id`, `is_pending`)
		SELECT coalesce(max(`id`), NEW.`tenant_id` << 28) + 1, NEW.`template_id`, NEW.`id`, 1 FROM `search_entries`
		WHERE `id` BETWEEN NEW.`tenant_id` << 28 AND ((NEW.`tenant_id` + 1) << 28) - 1;
END;
--> statement-breakpoint
-- Comments in the trash have no texts in the index.
CREATE TRIGGER `comments_search_changed` AFTER UPDATE OF `body`, `deleted_at` ON `comments`
WHEN OLD.`body` <> NEW.`body` OR OLD.`deleted_at` IS NOT NEW.`deleted_at`
BEGIN
	UPDATE `search_entries` SET `is_pending` = 1 WHERE `comment_id` = NEW.`id` AND `is_pending` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `comments_search_deleted` AFTER DELETE ON `comments`
BEGIN
	DELETE FROM `search_entries` WHERE `comment_id` = OLD.`id`;
END;
--> statement-breakpoint
-- What there is already is indexed in the background. Ids of templates and comments grow with time.
INSERT INTO `search_entries` (`id`, `template_id`, `comment_id`, `is_pending`)
	SELECT (`tenant_id` << 28) + row_number() OVER (PARTITION BY `tenant_id` ORDER BY `id`), `template_id`, `comment_id`, 1
	FROM (
		SELECT `tenant_id`, `id`, `id` AS `template_id`, NULL AS `comment_id` FROM `templates`
		UNION ALL
		SELECT `tenant_id`, `id`, `template_id`, `id` FROM `comments`
	);
