-- The terms of an entry, see IndexTerms.
CREATE TABLE search_index (
	rowid bigint PRIMARY KEY REFERENCES search_entries (id) ON DELETE CASCADE,
	terms tsvector NOT NULL
);
CREATE INDEX search_index_terms ON search_index USING gin (terms);

-- The conditions of searches are written for FTS5: "term", "beginning" *, AND, OR, NOT and parentheses.
CREATE FUNCTION to_search_query(condition text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT AS $$
	SELECT CAST(string_agg(
		CASE part[1]
			WHEN ' AND ' THEN ' & ' WHEN ' OR ' THEN ' | ' WHEN ' NOT ' THEN ' & !' WHEN ' *' THEN ':*'
			WHEN '(' THEN '(' WHEN ')' THEN ')'
			ELSE '''' || replace(replace(replace(trim(both '"' from part[1]), '""', '"'), '\', '\\'), '''', '''''') || ''''
		END, '' ORDER BY position) AS tsquery)
	FROM regexp_matches(condition, '("(?:[^"]|"")*"| AND | OR | NOT | \*|\(|\)|X[0-9]+)', 'g') WITH ORDINALITY AS parts (part, position)
$$;

-- Terms separated by spaces.
CREATE FUNCTION to_search_terms(terms text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT AS $$
	SELECT array_to_tsvector(array_remove(string_to_array(terms, ' '), ''))
$$;

-- Rows are written with the columns that the full-text index of SQLite has; only their terms are kept.
ALTER TABLE search_index ADD grams text, ADD name text, ADD text text, ADD link text, ADD comment text;
CREATE FUNCTION search_index_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.terms := to_search_terms(concat_ws(' ', NEW.grams, NEW.name, NEW.text, NEW.link, NEW.comment));
	NEW.grams := NULL; NEW.name := NULL; NEW.text := NULL; NEW.link := NULL; NEW.comment := NULL;
	RETURN NEW;
END $$;
CREATE TRIGGER search_index_inserted BEFORE INSERT ON search_index FOR EACH ROW EXECUTE FUNCTION search_index_inserted();
