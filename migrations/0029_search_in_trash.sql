-- Files in the trash stay in the search index; searches leave them out.
DROP TRIGGER `media_files_trashed`;
--> statement-breakpoint
DROP TRIGGER `media_files_restored`;
--> statement-breakpoint
INSERT INTO `media_texts` (`id`, `file_id`, `filename_folded`, `alt_folded`, `category`, `size`)
	SELECT (SELECT coalesce(max(t.`id`), f.`tenant_id` << 28) FROM `media_texts` t
			WHERE t.`id` BETWEEN f.`tenant_id` << 28 AND ((f.`tenant_id` + 1) << 28) - 1)
			+ row_number() OVER (PARTITION BY f.`tenant_id` ORDER BY f.`id`),
		f.`id`, f.`filename_folded`, f.`alt_folded`, f.`category`, f.`size`
	FROM `media_files` f
	WHERE f.`id` NOT IN (SELECT `file_id` FROM `media_texts`);
