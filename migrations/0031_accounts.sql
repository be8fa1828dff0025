CREATE TABLE `account_credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`account_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_credentials_person` ON `account_credentials` (`person_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `account_credentials_identity` ON `account_credentials` (`provider_id`,`account_id`);--> statement-breakpoint
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
CREATE TABLE `account_people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`is_operator` integer DEFAULT false NOT NULL,
	`two_factor_enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_people_email` ON `account_people` (`email`);--> statement-breakpoint
CREATE TABLE `account_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`last_seen_at` integer,
	`ip_address` text,
	`user_agent` text,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_sessions_token` ON `account_sessions` (`token`);--> statement-breakpoint
CREATE INDEX `account_sessions_person` ON `account_sessions` (`person_id`);--> statement-breakpoint
CREATE INDEX `account_sessions_expires` ON `account_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `account_two_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`secret` text NOT NULL,
	`backup_codes` text NOT NULL,
	`verified` integer DEFAULT false NOT NULL,
	`failed_verification_count` integer DEFAULT 0 NOT NULL,
	`locked_until` integer,
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_two_factors_person` ON `account_two_factors` (`person_id`);--> statement-breakpoint
CREATE TABLE `account_used_codes` (
	`person_id` text NOT NULL,
	`hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`person_id`, `hash`),
	FOREIGN KEY (`person_id`) REFERENCES `account_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `account_verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_verifications_identifier` ON `account_verifications` (`identifier`);--> statement-breakpoint
CREATE INDEX `account_verifications_expires` ON `account_verifications` (`expires_at`);