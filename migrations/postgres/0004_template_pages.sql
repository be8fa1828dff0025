CREATE TABLE "template_pages" (
	"template_id" text COLLATE "C" NOT NULL,
	"token_digest" text COLLATE "C" NOT NULL,
	"tenant_id" bigint NOT NULL,
	"page_id" text COLLATE "C" NOT NULL,
	"user_key" text COLLATE "C" NOT NULL,
	"token_issued_at" bigint NOT NULL,
	"token_expires_at" bigint NOT NULL,
	"version" bigint,
	"offered" bigint,
	"is_collaborating" integer NOT NULL,
	CONSTRAINT "template_pages_template_id_token_digest_pk" PRIMARY KEY("template_id","token_digest")
);

ALTER TABLE "template_pages" ADD CONSTRAINT "template_pages_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "template_pages_tenant" ON "template_pages" USING btree ("tenant_id");

CREATE INDEX "template_pages_expiry" ON "template_pages" USING btree ("token_expires_at");
