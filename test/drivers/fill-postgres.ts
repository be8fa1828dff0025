import { SQL } from 'bun';
import { idsOfTenant } from '../../src/features/templates/search/queries.ts';
import { drawPng, formOf } from '../features/media/library.ts';
import { signUser } from '../support/signed-user.ts';
import { smallContent, type TestApp } from '../support/test-app.ts';

export interface Filled {
  /** A template with comments, snapshots and activity. */
  templateId: string;
  folderId: string;
}

/** Other tenants, and templates of each. */
const TENANTS = 4_000;
const EACH = 5;

/** Templates of the first tenant. */
const OWN = 6_000;

const FIRST_TENANT = 1_000;

const IDS_PER_TENANT = idsOfTenant(1).first;

/**
 * Fills a database as customers do, with few large and many small tenants. The first tenant gets one template, file and comment by its
 * operations, and copies of their rows.
 */
export async function fillDatabase(app: TestApp, url: string): Promise<Filled> {
  const filled = await addOriginals(app);
  await using sql = new SQL(url, { max: 1 });
  // Without triggers.
  await sql.unsafe('SET session_replication_role = replica');
  const [{ id }] = await sql`SELECT tenant_id::int AS id FROM templates WHERE id = ${filled.templateId}`;
  for (const statement of statements(Number(id), filled.templateId)) await sql.unsafe(statement);
  await sql.unsafe('VACUUM ANALYZE');
  return filled;
}

async function addOriginals(app: TestApp): Promise<Filled> {
  const tenant = await app.openTenant();
  const post = async (path: string, body: object) => {
    const answer = await tenant.request('POST', path, { body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data;
  };
  const folder = await post('/media/folders', { name: 'Pictures' });
  await post('/media/upload', formOf(drawPng(1), 'a.png', { folder_id: folder.id }));
  const template = await post('/templates', { name: 'Needle', content: smallContent() });
  const body = { content: smallContent('changed'), tags: ['rare', 'frequent'] };
  await tenant.request('PUT', `/templates/${template.id}`, { body });
  await post(`/templates/${template.id}/comments`, { body: 'Hello', ...signUser(app.first.signing_key) });
  // Brings the index up to date.
  await tenant.request('GET', '/templates?search=needle');
  return { templateId: template.id, folderId: folder.id };
}

/** Inserts copies of a row. `changed`: SQL of the columns that differ, `n` is the number of the copy. */
const copy = (table: string, where: string, count: number, changed: Record<string, string>): string => {
  const fields = Object.entries(changed).map(([column, value]) => `'${column}', ${value}`);
  return `INSERT INTO ${table} SELECT made.* FROM (SELECT * FROM ${table} WHERE ${where} LIMIT 1) AS found
    CROSS JOIN LATERAL (SELECT ROW(found.*)::${table} AS row) AS original CROSS JOIN generate_series(1, ${count}) AS n
    CROSS JOIN LATERAL jsonb_populate_record(original.row, jsonb_build_object(${fields.join(', ')})) AS made`;
};

const HASH = "sha256(('' || n)::bytea)::text";

/** Ids in the order of their numbers. The first character tells apart what has the same numbers. */
const idOf = (kind: string, number: string) =>
  `'0${kind}000000-0000-7000-8000-' || lpad((${number})::text, 12, '0')`;

function statements(tenant: number, template: string): string[] {
  const ofTemplate = `template_id = '${template}'`;
  const other = `${FIRST_TENANT} + n % ${TENANTS}`;
  const own = idOf('1', 'n');
  const entry = (of: string) => `(${of})::bigint * ${IDS_PER_TENANT} + 1000 + n`;
  const many = (kind: string, of: string, count: number, more: Record<string, string>) => [
    copy('contents', `id = (SELECT content_id FROM templates WHERE id = '${template}')`, count, {
      id: `${kind}000000 + n`,
      tenant_id: of,
      hash: HASH,
    }),
    copy('templates', `id = '${template}'`, count, {
      id: idOf(kind, 'n'),
      tenant_id: of,
      content_id: `${kind}000000 + n`,
      tags: 'NULL',
      ...more,
    }),
    copy('search_entries', `${ofTemplate} AND comment_id IS NULL`, count, {
      id: entry(of),
      template_id: idOf(kind, 'n'),
    }),
  ];
  return [
    copy('tenants', `id = ${tenant}`, TENANTS, {
      id: other,
      slug: "'tenant ' || n",
      template_count: `${EACH}`,
    }),
    ...many('1', `${tenant}`, OWN, {
      name: "'Letter ' || n",
      name_folded: "'LETTER ' || (n * 7919) % 100000",
      updated_at: 'found.updated_at - n',
      score: 'n % 100',
      exported_at: 'n % 1000',
      archived_at: 'CASE WHEN n % 10 = 0 THEN n END',
      content_by: "CASE WHEN n % 20 = 0 THEN 'user:ada' ELSE 'user:bob' END",
    }),
    ...many('2', other, TENANTS * EACH, {}),
    copy('template_tags', 'true', TENANTS, { id: '1000 + n', tenant_id: other }),
    copy(
      'tagged_templates',
      `tag_id = (SELECT id FROM template_tags WHERE name = 'frequent' AND tenant_id = ${tenant})`,
      OWN / 2,
      {
        template_id: idOf('1', '2 * n'),
      },
    ),
    copy(
      'tagged_templates',
      `tag_id = (SELECT id FROM template_tags WHERE name = 'rare' AND tenant_id = ${tenant})`,
      10,
      {
        template_id: own,
      },
    ),
    copy('tagged_templates', 'true', TENANTS * EACH, {
      tag_id: `1001 + n % ${TENANTS}`,
      template_id: idOf('2', 'n'),
    }),
    copy('comment_totals', ofTemplate, OWN, { template_id: own }),
    copy('snapshots', ofTemplate, 60, { id: idOf('3', 'n'), created_at: 'found.created_at - n' }),
    copy('snapshots', ofTemplate, 20_000, { id: idOf('4', 'n'), template_id: idOf('1', `n % ${OWN} + 1`) }),
    copy('comments', ofTemplate, 40, { id: idOf('3', 'n') }),
    copy('comments', ofTemplate, 20_000, { id: idOf('4', 'n'), template_id: idOf('1', `n % ${OWN} + 1`) }),
    copy('activities', ofTemplate, 60, { id: '1000000 + n' }),
    copy('activities', ofTemplate, 20_000, {
      id: '2000000 + n',
      tenant_id: other,
      template_id: idOf('2', `n % ${TENANTS * EACH} + 1`),
    }),
    copy('media_blobs', 'true', 13_000, { id: '1000000 + n', upload_hash: HASH }),
    copy('media_files', 'true', 3_000, {
      ...fileOf('1'),
      folder_id: 'CASE WHEN n % 3 = 0 THEN found.folder_id END',
    }),
    copy('media_files', 'true', 10_000, { ...fileOf('2', 3_000), tenant_id: other, folder_id: 'NULL' }),
    copy('api_keys', 'true', 5_000, { id: idOf('1', 'n'), hash: HASH }),
    `UPDATE tenants SET template_count = ${OWN + 1} WHERE id = ${tenant}`,
    // One entry in a hundred has what is searched for.
    `INSERT INTO search_texts SELECT copies.id, found.name, found.text, found.link, found.parts
      FROM search_entries copies, search_texts found, search_entries original
      WHERE original.${ofTemplate} AND original.comment_id IS NULL AND found.id = original.id AND copies.template_id LIKE '0_000000%'`,
    `INSERT INTO search_index (rowid, terms) SELECT copies.id, CASE WHEN copies.id % 100 = 0 AND copies.template_id LIKE '01%' THEN found.terms
        ELSE to_search_terms('x' || copies.id || ' X' || copies.id / ${IDS_PER_TENANT}) END
      FROM search_entries copies, search_index found, search_entries original
      WHERE original.${ofTemplate} AND original.comment_id IS NULL AND found.rowid = original.id AND copies.template_id LIKE '0_000000%'`,
  ];
}

const fileOf = (kind: string, before = 0) => ({
  blob_id: `${1_000_000 + before} + n`,
  id: idOf(kind, 'n'),
  token: "'token' || n",
  filename: "'picture ' || n || '.png'",
  filename_folded: "'PICTURE ' || n || '.PNG'",
});
