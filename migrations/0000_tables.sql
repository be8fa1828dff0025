CREATE TABLE `instance_secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`windows` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_expiry` ON `rate_limits` (`expires_at`);--> statement-breakpoint
CREATE TABLE `schema_migrations` (
	`tag` text PRIMARY KEY NOT NULL,
	`applied_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `server_locks` (
	`key` text NOT NULL,
	`server_id` integer NOT NULL,
	`is_shared` integer NOT NULL,
	PRIMARY KEY(`key`, `server_id`),
	FOREIGN KEY (`server_id`) REFERENCES `servers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `server_locks_exclusive` ON `server_locks` (`key`) WHERE "server_locks"."is_shared" = 0;--> statement-breakpoint
CREATE INDEX `server_locks_server` ON `server_locks` (`server_id`);--> statement-breakpoint
CREATE TABLE `servers` (
	`id` integer PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`faults` text NOT NULL,
	`renewed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_key_projects` (
	`api_key_id` text NOT NULL,
	`project_id` text NOT NULL,
	PRIMARY KEY(`api_key_id`, `project_id`),
	FOREIGN KEY (`api_key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` blob NOT NULL,
	`prefix` text NOT NULL,
	`all_projects` integer NOT NULL,
	`mode` text DEFAULT 'write' NOT NULL,
	`tenants` text,
	`template_id` text,
	`tools` text,
	`expires_at` integer,
	`last_used_at` integer,
	`last_used_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `api_keys_team` ON `api_keys` (`team_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `server_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` blob NOT NULL,
	`prefix` text NOT NULL,
	`effects` text NOT NULL,
	`operations` text,
	`tenants` text,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `server_keys_project` ON `server_keys` (`project_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `server_keys_hash` ON `server_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `token_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`secret` blob NOT NULL,
	`created_at` integer NOT NULL,
	`retires_at` integer
);
--> statement-breakpoint
CREATE TABLE `account_authenticator_apps` (
	`person_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `account_challenges` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`person_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_challenges_person` ON `account_challenges` (`person_id`);--> statement-breakpoint
CREATE INDEX `account_challenges_expires` ON `account_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `account_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	`locked_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_failures_last` ON `account_failures` (`last_at`);--> statement-breakpoint
CREATE TABLE `account_links` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`email` text,
	`team_id` text,
	`role` text,
	`created_by` text NOT NULL,
	`creator_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_links_hash` ON `account_links` (`hash`);--> statement-breakpoint
CREATE INDEX `account_links_team` ON `account_links` (`team_id`);--> statement-breakpoint
CREATE TABLE `account_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_passkeys_credential` ON `account_passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `account_passkeys_person` ON `account_passkeys` (`person_id`);--> statement-breakpoint
CREATE TABLE `account_passwords` (
	`person_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `account_people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer NOT NULL,
	`is_operator` integer NOT NULL,
	`has_authenticator_app` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_people_email` ON `account_people` (`email`);--> statement-breakpoint
CREATE TABLE `account_provider_identities` (
	`subject` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_provider_identities_person` ON `account_provider_identities` (`person_id`);--> statement-breakpoint
CREATE TABLE `account_recovery_codes` (
	`person_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`person_id`, `hash`),
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `account_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer,
	`address` text NOT NULL,
	`user_agent` text NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_sessions_token` ON `account_sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `account_sessions_person` ON `account_sessions` (`person_id`);--> statement-breakpoint
CREATE INDEX `account_sessions_expires` ON `account_sessions` (`expires_at`);--> statement-breakpoint
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
CREATE INDEX `activities_subject` ON `activities` (`subject_id`) WHERE "activities"."subject_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ai_budgets` (
	`key` text NOT NULL,
	`day` integer NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`key`, `day`)
);
--> statement-breakpoint
CREATE INDEX `ai_budgets_day` ON `ai_budgets` (`day`);--> statement-breakpoint
CREATE TABLE `ai_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ai_conversations_template` ON `ai_conversations` (`template_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `ai_conversations_tenant` ON `ai_conversations` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `ai_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`conversation_id` text NOT NULL,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `ai_conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ai_messages_conversation` ON `ai_messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `ai_messages_tenant` ON `ai_messages` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `ai_reservations` (
	`request_id` text NOT NULL,
	`key` text NOT NULL,
	`day` integer NOT NULL,
	`tokens` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`request_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `ai_reservations_key` ON `ai_reservations` (`key`,`day`);--> statement-breakpoint
CREATE INDEX `ai_reservations_expiry` ON `ai_reservations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `ai_usage` (
	`day` integer NOT NULL,
	`tenant_id` integer NOT NULL,
	`project_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`operation` text NOT NULL,
	`calls` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `day`, `actor_kind`, `actor_id`, `operation`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ai_usage_project_day` ON `ai_usage` (`project_id`,`day`);--> statement-breakpoint
CREATE INDEX `ai_usage_actor_day` ON `ai_usage` (`actor_id`,`day`);--> statement-breakpoint
CREATE INDEX `ai_usage_day` ON `ai_usage` (`day`);--> statement-breakpoint
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
CREATE TABLE `tool_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`client_name` text,
	`client_version` text,
	`tool` text NOT NULL,
	`template_id` text,
	`outcome` text NOT NULL,
	`version_before` integer,
	`version_after` integer,
	`duration_ms` integer NOT NULL,
	`result_bytes` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tool_calls_tenant_at` ON `tool_calls` (`tenant_id`,`at`);--> statement-breakpoint
CREATE INDEX `tool_calls_at` ON `tool_calls` (`at`);--> statement-breakpoint
CREATE TABLE `backup_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`target` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`bytes` integer,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `backup_runs_started` ON `backup_runs` (`started_at`);--> statement-breakpoint
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
	`deleted_at` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comments_template` ON `comments` (`template_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_parent` ON `comments` (`parent_id`);--> statement-breakpoint
CREATE INDEX `comments_tenant` ON `comments` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `comments_with_media` ON `comments` (`tenant_id`) WHERE instr("comments"."body", '/media/') > 0;--> statement-breakpoint
CREATE TABLE `data_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`tenant` text,
	`tenant_id` integer,
	`input` text NOT NULL,
	`phase` text NOT NULL,
	`done` integer NOT NULL,
	`total` integer NOT NULL,
	`result` text,
	`error` text,
	`file_bytes` integer,
	`started_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_jobs_project` ON `data_jobs` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_jobs_created` ON `data_jobs` (`created_at`);--> statement-breakpoint
CREATE TABLE `grant_tokens` (
	`hash` blob PRIMARY KEY NOT NULL,
	`grant_id` text NOT NULL,
	`kind` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`redirect_uri` text,
	`challenge` text,
	FOREIGN KEY (`grant_id`) REFERENCES `grants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `grant_tokens_grant` ON `grant_tokens` (`grant_id`);--> statement-breakpoint
CREATE INDEX `grant_tokens_expires` ON `grant_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`person_id` text NOT NULL,
	`project_id` text NOT NULL,
	`tenant_id` integer NOT NULL,
	`mode` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `grants_person` ON `grants` (`person_id`);--> statement-breakpoint
CREATE INDEX `grants_project` ON `grants` (`project_id`);--> statement-breakpoint
CREATE INDEX `grants_tenant` ON `grants` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `grants_client` ON `grants` (`client_id`);--> statement-breakpoint
CREATE INDEX `grants_expires` ON `grants` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_created` ON `oauth_clients` (`created_at`);--> statement-breakpoint
CREATE TABLE `instance_facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `content_media` (
	`content_id` integer NOT NULL,
	`file_id` text NOT NULL,
	PRIMARY KEY(`content_id`, `file_id`),
	FOREIGN KEY (`content_id`) REFERENCES `contents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `media_files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `content_media_file` ON `content_media` (`file_id`);--> statement-breakpoint
CREATE TABLE `media_blobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` integer NOT NULL,
	`upload_hash` blob NOT NULL,
	`mime` text NOT NULL,
	`extension` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`is_animated` integer NOT NULL,
	`placeholder` text,
	`color` text,
	`conversions` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_blobs_tenant_hash` ON `media_blobs` (`tenant_id`,`upload_hash`);--> statement-breakpoint
CREATE INDEX `media_blobs_pending` ON `media_blobs` (`conversions`) WHERE "media_blobs"."conversions" = 'pending';--> statement-breakpoint
CREATE TABLE `media_files` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`folder_id` text,
	`blob_id` integer NOT NULL,
	`token` text NOT NULL,
	`filename` text NOT NULL,
	`filename_folded` text NOT NULL,
	`alt_text` text NOT NULL,
	`alt_folded` text NOT NULL,
	`category` text NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_with` text,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`folder_id`) REFERENCES `media_folders`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`blob_id`) REFERENCES `media_blobs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `media_files_id` ON `media_files` (`tenant_id`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `media_files_name` ON `media_files` (`tenant_id`,`filename_folded`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_size` ON `media_files` (`tenant_id`,`size`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_folder_id` ON `media_files` (`tenant_id`,`folder_id`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_folder_name` ON `media_files` (`tenant_id`,`folder_id`,`filename_folded`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_folder_size` ON `media_files` (`tenant_id`,`folder_id`,`size`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_category_id` ON `media_files` (`tenant_id`,`category`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_category_name` ON `media_files` (`tenant_id`,`category`,`filename_folded`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_category_size` ON `media_files` (`tenant_id`,`category`,`size`,`id`) WHERE "media_files"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_files_of_folder` ON `media_files` (`folder_id`);--> statement-breakpoint
CREATE INDEX `media_files_blob` ON `media_files` (`blob_id`);--> statement-breakpoint
CREATE INDEX `media_files_deleted_with` ON `media_files` (`deleted_with`) WHERE "media_files"."deleted_with" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `media_folders` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`parent_id` text,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_with` text,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `media_folders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_folders_name` ON `media_folders` (`parent_id`,`name_folded`) WHERE "media_folders"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `media_folders_top_name` ON `media_folders` (`tenant_id`,`name_folded`) WHERE "media_folders"."parent_id" IS NULL AND "media_folders"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `media_folders_parent` ON `media_folders` (`parent_id`);--> statement-breakpoint
CREATE INDEX `media_folders_deleted_with` ON `media_folders` (`deleted_with`) WHERE "media_folders"."deleted_with" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `media_folders_tenant` ON `media_folders` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `media_objects` (
	`blob_id` integer NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`mime` text NOT NULL,
	`extension` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	PRIMARY KEY(`blob_id`, `name`),
	FOREIGN KEY (`blob_id`) REFERENCES `media_blobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `media_objects_key` ON `media_objects` (`key`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `media_texts_file` ON `media_texts` (`file_id`);--> statement-breakpoint
CREATE TABLE `media_versions` (
	`token` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`file_id` text NOT NULL,
	`blob_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `media_files`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blob_id`) REFERENCES `media_blobs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `media_versions_file` ON `media_versions` (`file_id`);--> statement-breakpoint
CREATE INDEX `media_versions_blob` ON `media_versions` (`blob_id`);--> statement-breakpoint
CREATE INDEX `media_versions_tenant` ON `media_versions` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `admin_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`hash` blob NOT NULL,
	`prefix` text NOT NULL,
	`person_id` text,
	`created_by` text NOT NULL,
	`team_id` text,
	`role` text,
	`effects` text NOT NULL,
	`operations` text,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_tokens_hash` ON `admin_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `admin_tokens_person` ON `admin_tokens` (`person_id`);--> statement-breakpoint
CREATE INDEX `admin_tokens_team` ON `admin_tokens` (`team_id`);--> statement-breakpoint
CREATE TABLE `team_members` (
	`team_id` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`team_id`, `person_id`),
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `team_members_person` ON `team_members` (`person_id`);--> statement-breakpoint
CREATE TABLE `client_secrets` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`hash` blob NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `client_secrets_project` ON `client_secrets` (`project_id`);--> statement-breakpoint
CREATE TABLE `project_origins` (
	`project_id` text NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `origin`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `project_usage_days` (
	`project_id` text NOT NULL,
	`day` integer NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`exports` integer DEFAULT 0 NOT NULL,
	`tool_calls` integer DEFAULT 0 NOT NULL,
	`storage_bytes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `day`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_usage_days_day` ON `project_usage_days` (`day`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`name` text NOT NULL,
	`name_folded` text DEFAULT '' NOT NULL,
	`plan` text NOT NULL,
	`client_id` text NOT NULL,
	`signing_key` text NOT NULL,
	`suspended` text,
	`brand` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_client_id` ON `projects` (`client_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `projects_team_name` ON `projects` (`team_id`,`name_folded`);--> statement-breakpoint
CREATE TABLE `teams` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tenant_usage` (
	`tenant_id` integer NOT NULL,
	`month` integer NOT NULL,
	`exports` integer NOT NULL,
	`tool_calls` integer NOT NULL,
	`ai_tokens` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`tenant_id`, `month`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `tenant_usage_days` (
	`tenant_id` integer NOT NULL,
	`day` integer NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`exports` integer DEFAULT 0 NOT NULL,
	`tool_calls` integer DEFAULT 0 NOT NULL,
	`storage_bytes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`tenant_id`, `day`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tenant_usage_days_day` ON `tenant_usage_days` (`day`);--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` text NOT NULL,
	`slug` text NOT NULL,
	`name` text,
	`suspended` text,
	`deleted_at` integer,
	`template_count` integer DEFAULT 0 NOT NULL,
	`media_bytes` integer DEFAULT 0 NOT NULL,
	`snapshot_bytes` integer DEFAULT 0 NOT NULL,
	`trash_bytes` integer DEFAULT 0 NOT NULL,
	`plan` text,
	`plan_change` text,
	`brand` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tenants_project_slug` ON `tenants` (`project_id`,`slug`) WHERE "tenants"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `tenants_deleted` ON `tenants` (`deleted_at`) WHERE "tenants"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text,
	`kind` text DEFAULT 'change' NOT NULL,
	`base_version` integer NOT NULL,
	`base` blob NOT NULL,
	`fields` text,
	`content` blob NOT NULL,
	`diff` text NOT NULL,
	`changes` text NOT NULL,
	`note` text,
	`author_kind` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`state` text NOT NULL,
	`conflicts` text,
	`score_before` integer,
	`score_after` integer,
	`comment_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`decided_by_name` text,
	`reason` text,
	`accepted_blocks` text,
	`accepted_version` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `proposals_template` ON `proposals` (`template_id`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_tenant` ON `proposals` (`tenant_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_undecided` ON `proposals` (`tenant_id`) WHERE "proposals"."state" IN ('open', 'conflicting');--> statement-breakpoint
CREATE TABLE `renderings` (
	`key` blob PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`rendering` blob NOT NULL,
	`bytes` integer NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `renderings_used` ON `renderings` (`used_at`,`bytes`);--> statement-breakpoint
CREATE INDEX `renderings_tenant` ON `renderings` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `saved_modules` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`tenant_id` integer NOT NULL,
	`shared` integer DEFAULT false NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`category` text,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_modules_project_shared` ON `saved_modules` (`project_id`,`shared`,`deleted_at`,`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `saved_modules_tenant_shared` ON `saved_modules` (`tenant_id`,`shared`,`deleted_at`,`name_folded`,`id`);--> statement-breakpoint
CREATE TABLE `agent_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`version` integer NOT NULL,
	`at` integer NOT NULL,
	`agent_id` text NOT NULL,
	`agent_name` text NOT NULL,
	`is_content` integer NOT NULL,
	`attributes` text,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `agent_changes_template` ON `agent_changes` (`template_id`,`version`);--> statement-breakpoint
CREATE INDEX `agent_changes_tenant` ON `agent_changes` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `agent_changes_at` ON `agent_changes` (`at`);--> statement-breakpoint
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
CREATE INDEX `template_facts_fact` ON `template_facts` (`fact`,`entry_id`);--> statement-breakpoint
CREATE TABLE `contents` (
	`id` integer PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`hash` blob NOT NULL,
	`json` text NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contents_tenant_hash` ON `contents` (`tenant_id`,`hash`);--> statement-breakpoint
CREATE TABLE `snapshots` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`content_id` integer NOT NULL,
	`is_autosave` integer NOT NULL,
	`label` text,
	`author_kind` text,
	`author_id` text,
	`author_name` text,
	`version` integer,
	`last_version` integer,
	`canvas_epoch` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`content_id`) REFERENCES `contents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `snapshots_template_created` ON `snapshots` (`template_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `snapshots_content` ON `snapshots` (`content_id`);--> statement-breakpoint
CREATE INDEX `snapshots_tenant` ON `snapshots` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `tagged_templates` (
	`tag_id` integer NOT NULL,
	`template_id` text NOT NULL,
	PRIMARY KEY(`tag_id`, `template_id`),
	FOREIGN KEY (`tag_id`) REFERENCES `template_tags`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tagged_templates_template` ON `tagged_templates` (`template_id`);--> statement-breakpoint
CREATE TABLE `template_folders` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`parent_id` text,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_with` text,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `template_folders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_folders_name` ON `template_folders` (`parent_id`,`name_folded`) WHERE "template_folders"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `template_folders_top_name` ON `template_folders` (`tenant_id`,`name_folded`) WHERE "template_folders"."parent_id" IS NULL AND "template_folders"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `template_folders_parent` ON `template_folders` (`parent_id`);--> statement-breakpoint
CREATE INDEX `template_folders_deleted_with` ON `template_folders` (`deleted_with`) WHERE "template_folders"."deleted_with" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `template_folders_tenant` ON `template_folders` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `template_tags` (
	`id` integer PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`template_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_tags_name` ON `template_tags` (`tenant_id`,`name_folded`);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`name` text,
	`name_folded` text NOT NULL,
	`key` text,
	`content_id` integer NOT NULL,
	`content_by` text NOT NULL,
	`content_by_name` text,
	`content_at` integer NOT NULL,
	`canvas_epoch` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`folder_id` text,
	`archived_at` integer,
	`tags` text,
	`score` integer DEFAULT -1 NOT NULL,
	`scored_version` integer,
	`exported_at` integer DEFAULT 0 NOT NULL,
	`deleted_at` integer,
	`deleted_with` text,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`content_id`) REFERENCES `contents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`folder_id`) REFERENCES `template_folders`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `templates_list` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_list_updated` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`updated_at`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_list_name` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`name_folded`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_list_score` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`score`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_list_exported` ON `templates` (`tenant_id`,(archived_at IS NOT NULL),`exported_at`,`id`) WHERE "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `templates_author` ON `templates` (`tenant_id`,`content_by`);--> statement-breakpoint
CREATE INDEX `templates_folder` ON `templates` (`folder_id`) WHERE "templates"."folder_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `templates_deleted_with` ON `templates` (`deleted_with`) WHERE "templates"."deleted_with" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `templates_content` ON `templates` (`content_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `templates_tenant_key` ON `templates` (`tenant_id`,`key`) WHERE "templates"."key" IS NOT NULL AND "templates"."deleted_at" IS NULL;--> statement-breakpoint
CREATE TABLE `trash_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text,
	`template_id` text,
	`folder_name` text,
	`items` integer NOT NULL,
	`bytes` integer NOT NULL,
	`storage_bytes` integer NOT NULL,
	`state` text,
	`deleted_at` integer NOT NULL,
	`deleted_by_kind` text NOT NULL,
	`deleted_by` text NOT NULL,
	`deleted_by_name` text NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trash_entries_tenant` ON `trash_entries` (`tenant_id`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `trash_entries_kind` ON `trash_entries` (`tenant_id`,`kind`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `trash_entries_deleted` ON `trash_entries` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `trash_entries_unfinished` ON `trash_entries` (`id`) WHERE "trash_entries"."state" IS NOT NULL;--> statement-breakpoint
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
--> statement-breakpoint
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
-- The totals of a template are those of its comments, also when a root takes its replies with it. Comments in the trash are
-- not counted.
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
		`comments` = `comments` - (OLD.`deleted_at` IS NULL) + (NEW.`deleted_at` IS NULL),
		`bytes` = `bytes` - iif(OLD.`deleted_at` IS NULL, octet_length(OLD.`body`), 0)
			+ iif(NEW.`deleted_at` IS NULL, octet_length(NEW.`body`), 0),
		`changes` = `changes` + 1
		WHERE `template_id` = NEW.`template_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `comments_deleted` AFTER DELETE ON `comments` WHEN OLD.`deleted_at` IS NULL
BEGIN
	UPDATE `comment_totals` SET
		`comments` = `comments` - 1, `bytes` = `bytes` - octet_length(OLD.`body`), `changes` = `changes` + 1
		WHERE `template_id` = OLD.`template_id`;
END;
--> statement-breakpoint
-- The file is removed after its row.
CREATE TRIGGER `media_objects_deleted` AFTER DELETE ON `media_objects`
BEGIN
	INSERT OR IGNORE INTO `media_removals` (`key`) VALUES (OLD.`key`);
END;
--> statement-breakpoint
-- Sequences of three characters, without positions: who searches compares the texts themselves. Files in the trash stay in
-- it; searches leave them out.
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
-- An entry goes with the row of its thing, also when that goes with another one, such as the comments of a template.
CREATE TRIGGER `templates_purged` AFTER DELETE ON `templates` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `template_folders_purged` AFTER DELETE ON `template_folders` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_files_purged` AFTER DELETE ON `media_files` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_folders_purged` AFTER DELETE ON `media_folders` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `saved_modules_purged` AFTER DELETE ON `saved_modules` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `comments_purged` AFTER DELETE ON `comments` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	DELETE FROM `trash_entries` WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
-- A tenant may have deleted a shared module of another tenant: if it is deleted itself, nobody could restore the module.
CREATE TRIGGER `trash_entries_deleted_module` AFTER DELETE ON `trash_entries` WHEN OLD.`kind` = 'saved_module'
BEGIN
	DELETE FROM `saved_modules` WHERE `id` = OLD.`id` AND `deleted_at` IS NOT NULL;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER `tagged_templates_inserted` AFTER INSERT ON `tagged_templates`
BEGIN
	UPDATE `template_tags` SET `template_count` = `template_count` + 1 WHERE `id` = NEW.`tag_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `tagged_templates_deleted` AFTER DELETE ON `tagged_templates`
BEGIN
	UPDATE `template_tags` SET `template_count` = `template_count` - 1 WHERE `id` = OLD.`tag_id`;
	DELETE FROM `template_tags` WHERE `id` = OLD.`tag_id` AND `template_count` <= 0
		AND NOT EXISTS (SELECT 1 FROM `tagged_templates` WHERE `tag_id` = OLD.`tag_id`);
END;
--> statement-breakpoint
-- Templates in the trash keep their tags and are not counted.
CREATE TRIGGER `templates_tags_trashed` AFTER UPDATE OF `deleted_at` ON `templates`
WHEN (OLD.`deleted_at` IS NULL) <> (NEW.`deleted_at` IS NULL)
BEGIN
	UPDATE `template_tags` SET `template_count` = `template_count` + iif(NEW.`deleted_at` IS NULL, 1, -1)
		WHERE `id` IN (SELECT `tag_id` FROM `tagged_templates` WHERE `template_id` = NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `templates_tags_purged` BEFORE DELETE ON `templates` WHEN OLD.`deleted_at` IS NOT NULL
BEGIN
	UPDATE `template_tags` SET `template_count` = `template_count` + 1
		WHERE `id` IN (SELECT `tag_id` FROM `tagged_templates` WHERE `template_id` = OLD.`id`);
END;
--> statement-breakpoint
-- Words separated by spaces, as `indexTermsOf` makes them. Without positions: a search compares the texts themselves.
-- `grams` has the sequences of up to three characters of names, of which any part can be searched.
CREATE VIRTUAL TABLE `search_index` USING fts5(
	`grams`, `name`, `text`, `link`, `comment`,
	content = '', contentless_delete = 1, detail = column, tokenize = 'ascii', prefix = '2 3 4 5 6'
);
--> statement-breakpoint
-- Small pages, as those of `media_search`.
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
