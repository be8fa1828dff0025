import { Database } from 'bun:sqlite';

/**
 * The server with which comments are compared: it does the least that the same requests need. It sends the list from
 * memory, and writes a comment as one small row to the disk before it answers. No token, no signature, no validation.
 * Arguments: port, database file, file with the answer to a list.
 */
const [port, file, answerFile] = process.argv.slice(2) as [string, string, string];

const sqlite = new Database(file, { create: true });
sqlite.run('PRAGMA journal_mode = WAL');
sqlite.run('PRAGMA synchronous = FULL');
sqlite.run(
  'CREATE TABLE comments (id TEXT PRIMARY KEY, template TEXT, body TEXT, author TEXT, name TEXT, created_at INTEGER)',
);
sqlite.run('CREATE INDEX comments_template ON comments (template, id)');
const insert = sqlite.query('INSERT INTO comments VALUES (?, ?, ?, ?, ?, ?)');

const answer = await Bun.file(answerFile).text();
const asJson = { headers: { 'content-type': 'application/json' } };

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    '/api/v1/projects/:project/tenants/:tenant/templates/:id/comments': {
      GET: () => new Response(answer, asJson),
      async POST(request) {
        const { body, user_id, user_name } = (await request.json()) as Record<string, string>;
        const id = Bun.randomUUIDv7();
        const now = Date.now();
        insert.run(id, request.params.id, body as string, user_id as string, user_name as string, now);
        return Response.json({ data: { id, body, author_identifier: user_id, author_name: user_name } });
      },
    },
  },
});
