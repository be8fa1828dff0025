import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { contentShowing, drawPng, GUARD_MS, type Library, openLibrary } from '../media/library.ts';

setDefaultTimeout(GUARD_MS);

let library: Library;
let count = 1;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.app.stop());

test.each<[string, (url: string) => object, object]>([
  ['a picture', (url) => contentShowing('https://other.example/a.png', url), { block_id: 'b1' }],
  [
    'the picture of a video, whose address stands in no mail',
    (url) => ({
      blocks: [{ id: 'v', type: 'video', url: 'https://v.example', thumbnailUrl: url }],
      settings: {},
    }),
    { block_id: 'v' },
  ],
  [
    'a block in a section',
    (url) => ({
      blocks: [{ id: 's', type: 'section', columns: '1', children: [contentShowing(url).blocks] }],
      settings: {},
    }),
    { block_id: 'b0' },
  ],
])(
  'an export warns of %s that was deleted, also when the mail is cached',
  async (_name, contentOf, place) => {
    const file = await library.upload(drawPng(count++), 'a.png');
    const body = { content: contentOf(file.url) };
    const { id } = (await library.tenant.request('POST', '/templates', { body })).body.data;
    const warnings = async () =>
      (await library.tenant.request('POST', `/templates/${id}/export`)).body.data.warnings.filter(
        ({ code }: { code: string }) => code === 'media_deleted',
      );
    expect(await warnings()).toEqual([]);
    await library.post('delete', { ids: [file.id] });
    expect(await warnings()).toEqual([
      { code: 'media_deleted', message: expect.stringContaining('media library'), ...place },
    ]);
  },
);
