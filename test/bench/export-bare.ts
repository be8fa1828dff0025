import mjml2html from 'mjml';
import { stopwatch } from '../../src/platform/clock.ts';

/**
 * The MJML compiler alone, to measure what an export adds.
 * Arguments: port, file with a JSON list of MJML texts. `POST /<n>` compiles the n-th text as the compiler's
 * documentation shows it, and answers the milliseconds that it took.
 */
const [port, file] = process.argv.slice(2) as [string, string];
/** Without options. The declaration of our part of the compiler requires some. */
const STANDARD = {} as never;

const mails = (await Bun.file(file).json()) as string[];

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    '/:index': {
      async POST({ params }) {
        const mjml = mails[Number(params.index)];
        if (mjml === undefined) return new Response(null, { status: 404 });
        const elapsed = stopwatch();
        const { html } = await mjml2html(mjml, STANDARD);
        const ms = elapsed();
        return Response.json({ ms, bytes: html.length });
      },
    },
  },
});
