-- When a template or a tenant is deleted, its rows in other tables are deleted after it. A counter that is changed twice
-- meanwhile is checked against the row it refers to, which is gone: so it is left as it is, because it is deleted too.
CREATE OR REPLACE FUNCTION comments_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE comment_totals SET
		comments = comments - 1, bytes = bytes - octet_length(OLD.body), changes = changes + 1
		WHERE template_id = OLD.template_id
		AND EXISTS (SELECT 1 FROM templates WHERE id = OLD.template_id);
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tagged_templates_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE template_tags SET template_count = template_count - 1 WHERE id = OLD.tag_id
		AND EXISTS (SELECT 1 FROM tenants WHERE id = template_tags.tenant_id);
	DELETE FROM template_tags WHERE id = OLD.tag_id AND template_count <= 0
		AND NOT EXISTS (SELECT 1 FROM tagged_templates WHERE tag_id = OLD.tag_id);
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION templates_tags_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE template_tags SET template_count = template_count + 1
		WHERE id IN (SELECT tag_id FROM tagged_templates WHERE template_id = OLD.id)
		AND EXISTS (SELECT 1 FROM tenants WHERE id = template_tags.tenant_id);
	RETURN OLD;
END $$;
