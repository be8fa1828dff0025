CREATE INDEX `activities_subject` ON `activities` (`subject_id`) WHERE "activities"."subject_id" IS NOT NULL;--> statement-breakpoint
-- The feed keeps no text of what was deleted; rows from before this rule are cleared here.
UPDATE `activities` SET `summary` = NULL
	WHERE `template_id` IS NOT NULL AND `template_id` NOT IN (SELECT `id` FROM `templates`);
--> statement-breakpoint
UPDATE `activities` SET `summary` = NULL
	WHERE `type` LIKE 'comment.%' AND `subject_id` NOT IN (SELECT `id` FROM `comments`);
--> statement-breakpoint
UPDATE `activities` SET `summary` = NULL
	WHERE `type` LIKE 'saved\_module.%' ESCAPE '\' AND `subject_id` NOT IN (SELECT `id` FROM `saved_modules`);
--> statement-breakpoint
UPDATE `activities` SET `summary` = NULL
	WHERE `type` LIKE 'media.%' AND `subject_id` NOT IN (SELECT `id` FROM `media_files`);
--> statement-breakpoint
UPDATE `activities` SET `summary` = NULL
	WHERE `type` LIKE 'media\_folder.%' ESCAPE '\' AND `subject_id` NOT IN (SELECT `id` FROM `media_folders`);
--> statement-breakpoint
-- A row about several files only counts them.
UPDATE `activities` SET `summary` = substr(`summary`, 1, instr(`summary`, ' files') + 5)
	WHERE `type` LIKE 'media.%' AND `subject_id` IS NULL AND instr(`summary`, ' files') > 0;
