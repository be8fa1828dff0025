CREATE TABLE `servers` (
	`id` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `shards` (
	`id` integer PRIMARY KEY NOT NULL,
	`server_id` integer,
	`term` integer NOT NULL
);
