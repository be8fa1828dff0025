CREATE TABLE `activities` (
	`id` integer PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`surface` text NOT NULL,
	`type` text NOT NULL,
	`template_id` text,
	`subject_id` text,
	`version` integer,
	`summary` text,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `activities_tenant` ON `activities` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `activities_template` ON `activities` (`template_id`);--> statement-breakpoint
CREATE TABLE `comment_totals` (
	`template_id` text PRIMARY KEY NOT NULL,
	`comments` integer NOT NULL,
	`bytes` integer NOT NULL,
	`changes` integer NOT NULL,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `comments` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`parent_id` text,
	`block_id` text,
	`body` text NOT NULL,
	`author_kind` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	`resolved_by_name` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comments_template` ON `comments` (`template_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_parent` ON `comments` (`parent_id`);--> statement-breakpoint
CREATE INDEX `comments_tenant` ON `comments` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `saved_modules` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`tenant_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`category` text,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_modules_project_name` ON `saved_modules` (`project_id`,`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `saved_modules_tenant` ON `saved_modules` (`tenant_id`);--> statement-breakpoint
-- The totals of a template are those of its comments, also when a root takes its replies with it.
CREATE TRIGGER `comments_inserted` AFTER INSERT ON `comments`
BEGIN
	INSERT INTO `comment_totals` (`template_id`, `comments`, `bytes`, `changes`)
		VALUES (NEW.`template_id`, 1, octet_length(NEW.`body`), 1)
		ON CONFLICT (`template_id`) DO UPDATE SET
			`comments` = `comments` + 1, `bytes` = `bytes` + octet_length(NEW.`body`), `changes` = `changes` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `comments_updated` AFTER UPDATE ON `comments`
BEGIN
	UPDATE `comment_totals` SET
		`bytes` = `bytes` - octet_length(OLD.`body`) + octet_length(NEW.`body`), `changes` = `changes` + 1
		WHERE `template_id` = NEW.`template_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `comments_deleted` AFTER DELETE ON `comments`
BEGIN
	UPDATE `comment_totals` SET
		`comments` = `comments` - 1, `bytes` = `bytes` - octet_length(OLD.`body`), `changes` = `changes` + 1
		WHERE `template_id` = OLD.`template_id`;
END;
