import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type SignedUser, signUser } from '../../../support/signed-user.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';
import { create, idsOf, paragraph, say, search } from './search-client.ts';

let app: TestApp;
let ada: SignedUser;
beforeAll(async () => {
  app = await createTestApp();
  ada = signUser(app.first.signing_key);
});
afterAll(() => app.stop());

describe('a search for templates', () => {
  test('finds words of texts, alternative texts, links, tables, menus and settings', async () => {
    const tenant = await app.openTenant('places');
    const id = await create(
      tenant,
      'Places',
      [
        { id: 't1', type: 'title', content: 'Grand <b>open</b>ing' },
        paragraph(
          'p1',
          '<p>Meet us in <a href="https://maps.example.com/lisbon?utm=q">the old town</a></p><p>soon</p>',
        ),
        {
          id: 'i1',
          type: 'image',
          src: 'https://cdn.example.net/x.png',
          alt: 'A blue whale',
          linkUrl: 'https://whales.example.org/tour',
        },
        { id: 'b1', type: 'button', text: 'Reserve now', url: 'https://shop.example.com/reserve' },
        { id: 's1', type: 'section', columns: '2', children: [[paragraph('p2', 'Inside a column')], []] },
        { id: 'm1', type: 'menu', items: [{ text: 'Imprint', url: 'https://example.com/imprint' }] },
        { id: 'a1', type: 'table', rows: [{ cells: [{ content: 'Quarterly' }, { content: 'Figures' }] }] },
        {
          id: 'h1',
          type: 'html',
          content: '<style>.hiddenrule{}</style><img alt="Skyline" src="x"><!-- secretcomment -->',
        },
        {
          id: 'c1',
          type: 'custom',
          customType: 'product',
          fieldValues: { product: { title: 'Espresso machine' } },
        },
      ],
      { preheaderText: 'Preview words' },
    );
    const found: Record<string, [string, string | undefined]> = {
      'grand opening': ['text', 't1'],
      'old town': ['text', 'p1'],
      'town soon': ['text', 'p1'],
      lisbon: ['link', 'p1'],
      'maps.example.com/lisbon': ['link', 'p1'],
      'blue whale': ['text', 'i1'],
      'whales.example.org': ['link', 'i1'],
      reserve: ['text', 'b1'],
      column: ['text', 'p2'],
      imprint: ['text', 'm1'],
      'quarterly figures': ['text', 'a1'],
      skyline: ['text', 'h1'],
      espresso: ['text', 'c1'],
      preview: ['text', undefined],
      'places whale': ['text', 'i1'],
      PLACES: ['name', undefined],
      lace: ['name', undefined],
    };
    for (const [text, [field, block]] of Object.entries(found)) {
      const page = await search(tenant, text);
      expect(idsOf(page), text).toEqual([id]);
      expect(page.data[0].match.field, text).toBe(field);
      expect(page.data[0].match.block_id, text).toBe(block);
    }
    for (const text of ['hiddenrule', 'secretcomment', 'nothing', 'whale nothing']) {
      expect(idsOf(await search(tenant, text)), text).toEqual([]);
    }
  });

  test('folds case, accents, German ss, Cyrillic, and finds parts of words in scripts without spaces', async () => {
    const tenant = await app.openTenant('folds');
    const id = await create(tenant, 'Ünïted', [
      paragraph('p', 'Straße café Новогодняя ЁЛКА iPhone手机保护壳 春のセール 한국어 สวัสดีครับ 🎄 ﬁne'),
    ]);
    const texts = [
      'STRASSE',
      'strasse',
      'straße',
      'CAFÉ',
      'cafe',
      'новогодняя',
      'елка',
      'ёлка',
      '手',
      '手机',
      '保护壳',
      '手机保护壳',
    ].concat([
      'セール',
      '国어'.slice(1),
      '한국',
      'สวัส',
      '🎄',
      'fine',
      'united',
      'nite',
      'ÜNÏ',
      'iphone 手机',
    ]);
    for (const text of texts) expect(idsOf(await search(tenant, text)), text).toEqual([id]);
    for (const text of ['机手', '护手', '🎃']) expect(idsOf(await search(tenant, text)), text).toEqual([]);
  });

  test('takes quoted words as a phrase, and a word by its beginning', async () => {
    const tenant = await app.openTenant('phrases');
    const both = await create(tenant, null, [paragraph('p', 'The winter sale of internationalization')]);
    const apart = await create(tenant, null, [paragraph('p', 'sale in winter, an international one')]);
    expect(idsOf(await search(tenant, 'winter sale'))).toEqual([apart, both]);
    expect(idsOf(await search(tenant, '"winter sale"'))).toEqual([both]);
    expect(idsOf(await search(tenant, '"winter sal"'))).toEqual([]);
    expect(idsOf(await search(tenant, 'winter "of internationalization"'))).toEqual([both]);
    expect(idsOf(await search(tenant, 'wint sal'))).toEqual([apart, both]);
    expect(idsOf(await search(tenant, 'internationalis'))).toEqual([]);
    expect(idsOf(await search(tenant, 'internationaliz'))).toEqual([both]);
    expect(idsOf(await search(tenant, 'inter'))).toEqual([apart, both]);
    expect(idsOf(await search(tenant, '"winter'))).toEqual([apart, both]);
  });

  test('ranks names before texts, links and comments, the newest first of each', async () => {
    const tenant = await app.openTenant('ranks');
    const comment = await create(tenant, 'a');
    const thread = await say(tenant, ada, comment, { body: 'An orange?', block_id: 'b7' });
    const reply = await say(tenant, ada, comment, { body: 'No orange.', parent_id: thread });
    const name = await create(tenant, 'Orange');
    const link = await create(tenant, 'b', [
      { type: 'button', text: 'Go', url: 'https://orange.example.com' },
    ]);
    const text = await create(tenant, 'c', [paragraph('p', 'orange')]);
    const newest = await create(tenant, 'Blood-orange');
    const page = await search(tenant, 'orange');
    expect(idsOf(page)).toEqual([newest, name, text, link, comment]);
    expect(page.data[4].match).toEqual({
      field: 'comment',
      snippet: 'No orange.',
      block_id: 'b7',
      comment_id: reply,
      thread_id: thread,
    });
    expect(idsOf(await search(tenant, 'orange', { sort: 'oldest' }))).toEqual([
      comment,
      name,
      link,
      text,
      newest,
    ]);
    expect(idsOf(await search(tenant, 'orange', { sort: 'name_asc' }))).toEqual([
      comment,
      link,
      newest,
      text,
      name,
    ]);
  });

  test('sees each change at once: new content, name, comment, deletion', async () => {
    const tenant = await app.openTenant('changes');
    const id = await create(tenant, 'First', [paragraph('p', 'apricot')]);
    expect(idsOf(await search(tenant, 'apricot'))).toEqual([id]);
    await tenant.request('PUT', `/templates/${id}`, {
      body: { content: { blocks: [paragraph('p', 'quince')], settings: {} } },
    });
    expect(idsOf(await search(tenant, 'apricot'))).toEqual([]);
    expect(idsOf(await search(tenant, 'quince'))).toEqual([id]);
    await tenant.request('PUT', `/templates/${id}`, { body: { name: 'Second' } });
    expect(idsOf(await search(tenant, 'first'))).toEqual([]);
    expect(idsOf(await search(tenant, 'second quince'))).toEqual([id]);
    const thread = await say(tenant, ada, id, { body: 'mirabelle' });
    expect(idsOf(await search(tenant, 'mirabelle'))).toEqual([id]);
    await tenant.request('PUT', `/templates/${id}/comments/${thread}`, { body: { ...ada, body: 'medlar' } });
    expect(idsOf(await search(tenant, 'mirabelle'))).toEqual([]);
    expect(idsOf(await search(tenant, 'medlar'))).toEqual([id]);
    await tenant.request('DELETE', `/templates/${id}/comments/${thread}`, { body: ada });
    expect(idsOf(await search(tenant, 'medlar'))).toEqual([]);
    await tenant.request('DELETE', `/templates/${id}`);
    expect(idsOf(await search(tenant, 'quince'))).toEqual([]);
  });

  test('finds nothing of another tenant', async () => {
    const [one, other] = [await app.openTenant('mine'), await app.openTenant('yours')];
    const id = await create(one, 'Persimmon', [paragraph('p', 'lychee')]);
    for (const text of ['persimmon', 'lychee']) {
      expect(idsOf(await search(one, text))).toEqual([id]);
      for (const sort of ['relevance', 'newest'])
        expect(idsOf(await search(other, text, { sort }))).toEqual([]);
    }
  });

  test('cuts snippets between characters', async () => {
    const tenant = await app.openTenant('snippets');
    for (const start of ['', 'x'])
      await create(tenant, null, [paragraph('p', `${start}${'😀'.repeat(60)} needle ${'😀'.repeat(100)}`)]);
    for (const text of ['needle', '😀 needle']) {
      for (const { match } of (await search(tenant, text)).data) {
        expect(match.snippet).toMatch(/😀…$/);
        expect(match.snippet).not.toContain('\ufffd');
      }
    }
  });

  test('takes any text', async () => {
    const tenant = await app.openTenant('texts');
    const odd = await create(tenant, '100% "NEAR(a b)" ^col:x* -not {y} 🎄 AND OR NOT \\ \' ; --', []);
    const texts = [
      '%',
      '"',
      'NEAR(',
      '*',
      '-',
      ':',
      '^',
      '{y}',
      '🎄',
      'AND',
      'NOT',
      'OR',
      '\\',
      "'",
      '100%',
      '"NEAR(a b)"',
      'col:x',
      '-not',
      '; --',
      '""',
      '" "',
    ];
    for (const text of texts)
      expect(idsOf(await search(tenant, text)), text).toEqual(text === '""' || text === '" "' ? [] : [odd]);
    for (const text of [
      '\u0301',
      '\ud800',
      'a'.repeat(255),
      'é'.repeat(127),
      '手'.repeat(255),
      '"q r'.repeat(60),
      'q '.repeat(127),
      '"'.repeat(255),
    ]) {
      for (const sort of ['relevance', 'newest'])
        expect(idsOf(await search(tenant, text, { sort })), text).toEqual([]);
    }
    const { status } = await tenant.request('GET', `/templates?search=${'a'.repeat(10_000)}`);
    expect(status).toBe(422);
    expect((await tenant.request('GET', '/templates?sort=relevance')).status).toBe(422);
    expect(idsOf(await search(tenant, ' '))).toEqual([odd]);
  });

  test('reads large contents in a worker process', async () => {
    const tenant = await app.openTenant('large');
    const blocks = Array.from({ length: 300 }, (_, index) =>
      paragraph(`p${index}`, `<p>${'lorem ipsum dolor '.repeat(20)}</p> word${index}`),
    );
    const id = await create(tenant, 'Large', blocks);
    const page = await search(tenant, 'word299');
    expect(idsOf(page)).toEqual([id]);
    expect(page.data[0].match.block_id).toBe('p299');
    expect(page.data[0].match.snippet).toContain('word299');
  });
});
