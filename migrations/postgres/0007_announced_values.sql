ALTER TABLE "template_pages" ADD COLUMN "announced" "bytea";
