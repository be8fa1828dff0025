-- The triggers of the migrations for SQLite, which say what each is for. A trigger here is a function and its use.

CREATE FUNCTION templates_content_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM contents WHERE id = OLD.content_id
		AND NOT EXISTS (SELECT 1 FROM templates WHERE content_id = OLD.content_id)
		AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_id = OLD.content_id);
	RETURN NULL;
END $$;
CREATE TRIGGER templates_content_replaced AFTER UPDATE OF content_id ON templates FOR EACH ROW
	WHEN (OLD.content_id <> NEW.content_id) EXECUTE FUNCTION templates_content_replaced();

CREATE FUNCTION templates_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM contents WHERE id = OLD.content_id
		AND NOT EXISTS (SELECT 1 FROM templates WHERE content_id = OLD.content_id)
		AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_id = OLD.content_id);
	RETURN NULL;
END $$;
CREATE TRIGGER templates_deleted AFTER DELETE ON templates FOR EACH ROW
	EXECUTE FUNCTION templates_deleted();

CREATE FUNCTION snapshots_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM contents WHERE id = OLD.content_id
		AND NOT EXISTS (SELECT 1 FROM templates WHERE content_id = OLD.content_id)
		AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_id = OLD.content_id);
	RETURN NULL;
END $$;
CREATE TRIGGER snapshots_deleted AFTER DELETE ON snapshots FOR EACH ROW
	EXECUTE FUNCTION snapshots_deleted();

CREATE FUNCTION comments_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO comment_totals AS t (template_id, comments, bytes, changes)
		VALUES (NEW.template_id, 1, octet_length(NEW.body), 1)
		ON CONFLICT (template_id) DO UPDATE SET
			comments = t.comments + 1, bytes = t.bytes + octet_length(NEW.body), changes = t.changes + 1;
	RETURN NULL;
END $$;
CREATE TRIGGER comments_inserted AFTER INSERT ON comments FOR EACH ROW
	EXECUTE FUNCTION comments_inserted();

CREATE FUNCTION comments_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE comment_totals SET
		comments = comments - (OLD.deleted_at IS NULL)::int + (NEW.deleted_at IS NULL)::int,
		bytes = bytes - CASE WHEN OLD.deleted_at IS NULL THEN octet_length(OLD.body) ELSE 0 END
			+ CASE WHEN NEW.deleted_at IS NULL THEN octet_length(NEW.body) ELSE 0 END,
		changes = changes + 1
		WHERE template_id = NEW.template_id;
	RETURN NULL;
END $$;
CREATE TRIGGER comments_updated AFTER UPDATE ON comments FOR EACH ROW
	EXECUTE FUNCTION comments_updated();

CREATE FUNCTION comments_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE comment_totals SET
		comments = comments - 1, bytes = bytes - octet_length(OLD.body), changes = changes + 1
		WHERE template_id = OLD.template_id;
	RETURN NULL;
END $$;
CREATE TRIGGER comments_deleted AFTER DELETE ON comments FOR EACH ROW
	WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION comments_deleted();

CREATE FUNCTION comments_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM trash_entries WHERE id = OLD.id;
	RETURN NULL;
END $$;
CREATE TRIGGER comments_purged AFTER DELETE ON comments FOR EACH ROW
	WHEN (OLD.deleted_at IS NOT NULL) EXECUTE FUNCTION comments_purged();

CREATE FUNCTION media_files_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM trash_entries WHERE id = OLD.id;
	RETURN NULL;
END $$;
CREATE TRIGGER media_files_purged AFTER DELETE ON media_files FOR EACH ROW
	WHEN (OLD.deleted_at IS NOT NULL) EXECUTE FUNCTION media_files_purged();

CREATE FUNCTION media_folders_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM trash_entries WHERE id = OLD.id;
	RETURN NULL;
END $$;
CREATE TRIGGER media_folders_purged AFTER DELETE ON media_folders FOR EACH ROW
	WHEN (OLD.deleted_at IS NOT NULL) EXECUTE FUNCTION media_folders_purged();

CREATE FUNCTION saved_modules_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM trash_entries WHERE id = OLD.id;
	RETURN NULL;
END $$;
CREATE TRIGGER saved_modules_purged AFTER DELETE ON saved_modules FOR EACH ROW
	WHEN (OLD.deleted_at IS NOT NULL) EXECUTE FUNCTION saved_modules_purged();

CREATE FUNCTION template_folders_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM trash_entries WHERE id = OLD.id;
	RETURN NULL;
END $$;
CREATE TRIGGER template_folders_purged AFTER DELETE ON template_folders FOR EACH ROW
	WHEN (OLD.deleted_at IS NOT NULL) EXECUTE FUNCTION template_folders_purged();

CREATE FUNCTION templates_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM trash_entries WHERE id = OLD.id;
	RETURN NULL;
END $$;
CREATE TRIGGER templates_purged AFTER DELETE ON templates FOR EACH ROW
	WHEN (OLD.deleted_at IS NOT NULL) EXECUTE FUNCTION templates_purged();

CREATE FUNCTION comments_search_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO search_entries (id, template_id, comment_id, is_pending)
		SELECT coalesce(max(id), NEW.tenant_id << 28) + 1, NEW.template_id, NEW.id, 1 FROM search_entries
		WHERE id BETWEEN NEW.tenant_id << 28 AND ((NEW.tenant_id + 1) << 28) - 1;
	RETURN NULL;
END $$;
CREATE TRIGGER comments_search_added AFTER INSERT ON comments FOR EACH ROW
	EXECUTE FUNCTION comments_search_added();

CREATE FUNCTION comments_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE search_entries SET is_pending = 1 WHERE comment_id = NEW.id AND is_pending = 0;
	RETURN NULL;
END $$;
CREATE TRIGGER comments_search_changed AFTER UPDATE OF body, deleted_at ON comments FOR EACH ROW
	WHEN (OLD.body <> NEW.body OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION comments_search_changed();

CREATE FUNCTION comments_search_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM search_entries WHERE comment_id = OLD.id;
	RETURN NULL;
END $$;
CREATE TRIGGER comments_search_deleted AFTER DELETE ON comments FOR EACH ROW
	EXECUTE FUNCTION comments_search_deleted();

CREATE FUNCTION contents_rewritten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE tenants SET snapshot_bytes = snapshot_bytes - octet_length(OLD.json) + octet_length(NEW.json)
		WHERE id = NEW.tenant_id AND EXISTS (SELECT 1 FROM snapshots WHERE content_id = NEW.id);
	RETURN NULL;
END $$;
CREATE TRIGGER contents_rewritten AFTER UPDATE OF json ON contents FOR EACH ROW
	WHEN (octet_length(OLD.json) <> octet_length(NEW.json)) EXECUTE FUNCTION contents_rewritten();

CREATE FUNCTION contents_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE search_entries SET is_pending = 1
		WHERE comment_id IS NULL AND is_pending = 0
		AND template_id IN (SELECT id FROM templates WHERE content_id = NEW.id);
	RETURN NULL;
END $$;
CREATE TRIGGER contents_search_changed AFTER UPDATE OF json ON contents FOR EACH ROW
	EXECUTE FUNCTION contents_search_changed();

CREATE FUNCTION media_files_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO media_texts (id, file_id, filename_folded, alt_folded, category, size)
		SELECT coalesce(max(id), NEW.tenant_id << 28) + 1,
			NEW.id, NEW.filename_folded, NEW.alt_folded, NEW.category, NEW.size
		FROM media_texts
		WHERE id BETWEEN NEW.tenant_id << 28 AND ((NEW.tenant_id + 1) << 28) - 1;
	RETURN NULL;
END $$;
CREATE TRIGGER media_files_inserted AFTER INSERT ON media_files FOR EACH ROW
	EXECUTE FUNCTION media_files_inserted();

CREATE FUNCTION media_files_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE media_texts SET filename_folded = NEW.filename_folded, alt_folded = NEW.alt_folded,
		category = NEW.category, size = NEW.size
		WHERE file_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER media_files_updated AFTER UPDATE OF filename_folded, alt_folded, category, size ON media_files FOR EACH ROW
	EXECUTE FUNCTION media_files_updated();

CREATE FUNCTION media_objects_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO media_removals (key) VALUES (OLD.key) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
CREATE TRIGGER media_objects_deleted AFTER DELETE ON media_objects FOR EACH ROW
	EXECUTE FUNCTION media_objects_deleted();

CREATE FUNCTION snapshots_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE tenants SET snapshot_bytes = snapshot_bytes
		+ (SELECT octet_length(json) FROM contents WHERE id = NEW.content_id)
		WHERE id = NEW.tenant_id
		AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_id = NEW.content_id AND id <> NEW.id);
	RETURN NULL;
END $$;
CREATE TRIGGER snapshots_counted AFTER INSERT ON snapshots FOR EACH ROW
	EXECUTE FUNCTION snapshots_counted();

CREATE FUNCTION snapshots_recounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE tenants SET snapshot_bytes = snapshot_bytes
		- coalesce((SELECT octet_length(json) FROM contents WHERE id = OLD.content_id), 0)
		WHERE id = OLD.tenant_id
		AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_id = OLD.content_id);
	UPDATE tenants SET snapshot_bytes = snapshot_bytes
		+ (SELECT octet_length(json) FROM contents WHERE id = NEW.content_id)
		WHERE id = NEW.tenant_id
		AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_id = NEW.content_id AND id <> NEW.id);
	RETURN NULL;
END $$;
CREATE TRIGGER snapshots_recounted AFTER UPDATE OF content_id ON snapshots FOR EACH ROW
	WHEN (OLD.content_id <> NEW.content_id) EXECUTE FUNCTION snapshots_recounted();

CREATE FUNCTION snapshots_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE tenants SET snapshot_bytes = snapshot_bytes
		- coalesce((SELECT octet_length(json) FROM contents WHERE id = OLD.content_id), 0)
		WHERE id = OLD.tenant_id
		AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_id = OLD.content_id AND id <> OLD.id);
	RETURN OLD;
END $$;
CREATE TRIGGER snapshots_uncounted BEFORE DELETE ON snapshots FOR EACH ROW
	EXECUTE FUNCTION snapshots_uncounted();

CREATE FUNCTION tagged_templates_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE template_tags SET template_count = template_count - 1 WHERE id = OLD.tag_id;
	DELETE FROM template_tags WHERE id = OLD.tag_id AND template_count <= 0
		AND NOT EXISTS (SELECT 1 FROM tagged_templates WHERE tag_id = OLD.tag_id);
	RETURN NULL;
END $$;
CREATE TRIGGER tagged_templates_deleted AFTER DELETE ON tagged_templates FOR EACH ROW
	EXECUTE FUNCTION tagged_templates_deleted();

CREATE FUNCTION tagged_templates_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE template_tags SET template_count = template_count + 1 WHERE id = NEW.tag_id;
	RETURN NULL;
END $$;
CREATE TRIGGER tagged_templates_inserted AFTER INSERT ON tagged_templates FOR EACH ROW
	EXECUTE FUNCTION tagged_templates_inserted();

CREATE FUNCTION templates_search_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO search_entries (id, template_id, is_pending)
		SELECT coalesce(max(id), NEW.tenant_id << 28) + 1, NEW.id, 1 FROM search_entries
		WHERE id BETWEEN NEW.tenant_id << 28 AND ((NEW.tenant_id + 1) << 28) - 1;
	RETURN NULL;
END $$;
CREATE TRIGGER templates_search_added AFTER INSERT ON templates FOR EACH ROW
	EXECUTE FUNCTION templates_search_added();

CREATE FUNCTION templates_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE search_entries SET is_pending = 1
		WHERE template_id = NEW.id AND comment_id IS NULL AND is_pending = 0;
	RETURN NULL;
END $$;
CREATE TRIGGER templates_search_changed AFTER UPDATE ON templates FOR EACH ROW
	WHEN (OLD.content_id <> NEW.content_id OR OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION templates_search_changed();

CREATE FUNCTION templates_tags_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE template_tags SET template_count = template_count + 1
		WHERE id IN (SELECT tag_id FROM tagged_templates WHERE template_id = OLD.id);
	RETURN OLD;
END $$;
CREATE TRIGGER templates_tags_purged BEFORE DELETE ON templates FOR EACH ROW
	WHEN (OLD.deleted_at IS NOT NULL) EXECUTE FUNCTION templates_tags_purged();

CREATE FUNCTION templates_tags_trashed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE template_tags SET template_count = template_count + CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END
		WHERE id IN (SELECT tag_id FROM tagged_templates WHERE template_id = NEW.id);
	RETURN NULL;
END $$;
CREATE TRIGGER templates_tags_trashed AFTER UPDATE OF deleted_at ON templates FOR EACH ROW
	WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION templates_tags_trashed();

CREATE FUNCTION trash_entries_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE tenants SET trash_bytes = trash_bytes + NEW.storage_bytes WHERE id = NEW.tenant_id;
	RETURN NULL;
END $$;
CREATE TRIGGER trash_entries_counted AFTER INSERT ON trash_entries FOR EACH ROW
	EXECUTE FUNCTION trash_entries_counted();

CREATE FUNCTION trash_entries_recounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE tenants SET trash_bytes = trash_bytes - OLD.storage_bytes + NEW.storage_bytes WHERE id = NEW.tenant_id;
	RETURN NULL;
END $$;
CREATE TRIGGER trash_entries_recounted AFTER UPDATE OF storage_bytes ON trash_entries FOR EACH ROW
	EXECUTE FUNCTION trash_entries_recounted();

CREATE FUNCTION trash_entries_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE tenants SET trash_bytes = trash_bytes - OLD.storage_bytes WHERE id = OLD.tenant_id;
	RETURN NULL;
END $$;
CREATE TRIGGER trash_entries_uncounted AFTER DELETE ON trash_entries FOR EACH ROW
	EXECUTE FUNCTION trash_entries_uncounted();

CREATE FUNCTION trash_entries_deleted_module() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM saved_modules WHERE id = OLD.id AND deleted_at IS NOT NULL;
	RETURN NULL;
END $$;
CREATE TRIGGER trash_entries_deleted_module AFTER DELETE ON trash_entries FOR EACH ROW
	WHEN (OLD.kind = 'saved_module') EXECUTE FUNCTION trash_entries_deleted_module();
