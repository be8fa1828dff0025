import { join } from 'node:path';
import { convertPhoto } from '../../src/mail/pictures/photo/index.ts';

/**
 * The server with which the media library is compared. `GET /media/…` sends one file. `POST /upload` reads a form,
 * makes the same smaller versions with the runtime's own image pipeline, and writes them to the disk. No token, no
 * check of the type, no hashes, no rows, and nothing waits for the disk.
 * Arguments: port, folder to write to, file to serve.
 */
const [port, folder, file] = process.argv.slice(2) as [string, string, string];

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    '/media/*': () => new Response(Bun.file(file)),
    '/upload': {
      async POST(request) {
        const form = await request.formData();
        const upload = form.get('file');
        if (!(upload instanceof File)) return new Response(null, { status: 422 });
        const bytes = new Uint8Array(await upload.arrayBuffer());
        const { conversions, placeholder, color } = await convertPhoto(bytes, upload.type);
        const id = crypto.randomUUID();
        await Promise.all([
          Bun.write(join(folder, `${id}-original`), bytes),
          ...conversions.map((made) => Bun.write(join(folder, `${id}-${made.name}`), made.bytes)),
        ]);
        return Response.json({ id, placeholder, color, made: conversions.length });
      },
    },
  },
});
