CREATE TABLE `media_removals` (
	`key` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `media_store` (
	`id` integer PRIMARY KEY NOT NULL,
	`generation` text NOT NULL,
	`writes` integer NOT NULL,
	`known_since` integer NOT NULL
);

--> statement-breakpoint
CREATE TRIGGER `media_objects_deleted` AFTER DELETE ON `media_objects`
BEGIN
	INSERT OR IGNORE INTO `media_removals` (`key`) VALUES (OLD.`key`);
END;
