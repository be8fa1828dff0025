import { Liquid } from 'liquidjs';

/**
 * The server with which renderings with values are compared: the same Liquid engine with the finished HTML, which is
 * parsed once. No token, no validation, no plain text, no MJML.
 * Arguments: port, file with JSON of HTML by id.
 */
const [port, file] = process.argv.slice(2) as [string, string];

const engine = new Liquid({ outputEscape: 'escape' });
const mails = new Map(
  Object.entries((await Bun.file(file).json()) as Record<string, string>).map(([id, html]) => [
    id,
    engine.parse(html),
  ]),
);

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    '/api/v1/projects/:project/tenants/:tenant/templates/:id/render': {
      async POST(request) {
        const { data } = (await request.json()) as { data: object };
        const mail = mails.get(request.params.id);
        if (mail === undefined) return new Response(null, { status: 404 });
        return Response.json({ data: { html: engine.renderSync(mail, data) } });
      },
    },
  },
});
