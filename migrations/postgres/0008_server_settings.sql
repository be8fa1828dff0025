ALTER TABLE "servers" ADD COLUMN "settings" text COLLATE "C";
