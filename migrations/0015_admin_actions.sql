CREATE TABLE `admin_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`team_id` text,
	`project_id` text,
	`tenant` text,
	`subject` text
);
--> statement-breakpoint
DROP INDEX `projects_team`;--> statement-breakpoint
ALTER TABLE `projects` ADD `name_folded` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Names are unique without case from now on: of several projects of one name the later ones get the end of their id.
UPDATE `projects` SET `name` = substr(`name`, 1, 240) || ' (' || substr(`id`, -8) || ')'
	WHERE EXISTS (SELECT 1 FROM `projects` AS `earlier`
		WHERE `earlier`.`team_id` = `projects`.`team_id` AND upper(`earlier`.`name`) = upper(`projects`.`name`)
			AND (`earlier`.`created_at`, `earlier`.`id`) < (`projects`.`created_at`, `projects`.`id`));--> statement-breakpoint
UPDATE `projects` SET `name_folded` = upper(`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `projects_team_name` ON `projects` (`team_id`,`name_folded`);