CREATE INDEX "proposals_undecided" ON "proposals" USING btree ("tenant_id") WHERE "proposals"."state" IN ('open', 'conflicting');
