import type { Loose } from '../render/rendering.ts';
import { type SpamCase, testCases } from './spam-cases.ts';

const link = (href: string, text = 'the map') => `See <a href="${href}">${text}</a> of the orchard.`;
const cases = (rule: string, list: Omit<SpamCase, 'rule'>[]) =>
  testCases(
    rule,
    list.map((each) => ({ rule, ...each })),
  );
/** Cases of mails that are said to be marketing. */
const marketingCases = (rule: string, list: Omit<SpamCase, 'rule'>[]) =>
  cases(
    rule,
    list.map((each) => ({ facts: { kind: 'marketing' }, ...each })),
  );
const menu = (...urls: string[]): Loose => ({
  type: 'menu',
  id: 'm',
  items: urls.map((url, index) => ({ text: `Page ${index}`, url })),
});

cases('spam.link-mismatch', [
  { is: 'words', says: link('https://orchard.example/map') },
  { is: 'its own address', says: link('https://orchard.com/map', 'https://orchard.com/map') },
  { is: 'its host', says: link('https://news.orchard.com/map?id=1', 'www.orchard.com') },
  {
    is: 'another domain',
    says: link('https://evil.com/x', 'https://www.bank.com/login'),
    expects: 'high',
    points: 2.5,
    at: 'p',
    names: 'evil.com',
  },
  { is: 'another domain without a scheme', says: link('https://evil.com/x', 'bank.com'), expects: 'high' },
  {
    is: 'another domain under a suffix of two parts',
    says: link('https://evil.co.uk/x', 'bank.co.uk'),
    expects: 'high',
  },
  { is: 'a subdomain under a suffix of two parts', says: link('https://a.bank.co.uk/x', 'bank.co.uk') },
  {
    is: 'a name in front of another',
    says: link('https://bank.com.evil.ru/x', 'www.bank.com'),
    expects: 'high',
  },
  { is: 'a number', says: link('https://203.0.113.7/x', 'www.bank.com'), expects: 'high' },
  { is: 'a merge tag', says: link('{{ url }}', 'www.bank.com') },
  { is: 'a merge tag in the path', says: link('https://evil.com/{{ id }}', 'www.bank.com'), expects: 'high' },
  { is: 'a merge tag in the host', says: link('https://{{ host }}/x', 'www.bank.com') },
  { is: 'a mail address', says: link('https://orchard.com/', 'help@bank.com') },
  { is: 'the name of a product', says: link('https://orchard.com/', 'ASP.NET') },
  { is: 'the name of a file', says: link('https://orchard.com/', 'notes.md') },
  { is: 'a sentence with an address', says: link('https://orchard.com/', 'as we read on bank.com') },
  { is: 'the short name of the same owner', says: link('https://youtu.be/abc', 'youtube.com/abc') },
  { is: 'German', locale: 'de', says: link('https://evil.com/x', 'www.sparkasse.de'), expects: 'high' },
  {
    is: 'a button',
    blocks: [{ type: 'button', id: 'b', text: 'www.bank.com', url: 'https://evil.com/' }],
    expects: 'high',
    at: 'b',
  },
]);

cases('spam.ip-link', [
  { is: 'a name', says: link('https://orchard.example/') },
  {
    is: 'four numbers',
    says: link('http://203.0.113.7/'),
    expects: 'high',
    points: 2.5,
    names: '203.0.113.7',
  },
  { is: 'one number', says: link('http://3405803777/'), expects: 'high', names: '203.0.113.1' },
  { is: 'hexadecimal', says: link('http://0xcb007101/'), expects: 'high' },
  { is: 'IPv6', says: link('http://[2001:db8::1]/'), expects: 'high', names: '2001:db8::1' },
  { is: 'a password', says: link('https://user:pass@orchard.example/'), expects: 'high' },
  { is: 'a host as user', says: link('https://www.bank.com@evil.com/'), expects: 'high', names: 'evil.com' },
  { is: 'a port', says: link('https://orchard.example:8443/'), expects: 'high', names: '8443' },
  { is: 'the usual port', says: link('https://orchard.example:443/') },
  { is: 'this computer', says: link('http://localhost:3000/') },
  { is: 'numbers in a path', says: link('https://orchard.example/203.0.113.7') },
  {
    is: 'one in a menu',
    blocks: [menu('https://orchard.example/', 'http://203.0.113.7/')],
    expects: 'high',
    at: 'm',
  },
  { is: 'another language', locale: 'ru', says: link('http://203.0.113.7/'), expects: 'high' },
]);

cases('spam.odd-host', [
  { is: 'a plain name', says: link('https://www.orchard.co.uk/') },
  { is: 'four parts', says: link('https://a.b.orchard.com/') },
  {
    is: 'five parts',
    says: link('https://a.b.c.orchard.com/'),
    expects: 'medium',
    points: 1,
    names: '5 parts',
  },
  { is: 'a suffix of two parts', says: link('https://a.b.orchard.co.uk/') },
  { is: 'a cheap ending', says: link('https://orchard.top/'), expects: 'medium', names: '.top' },
  { is: 'an umlaut', locale: 'de', says: link('https://müller.de/') },
  { is: 'a Russian name', locale: 'ru', says: link('https://пример.рф/') },
  {
    is: 'a Cyrillic letter in a Latin name',
    says: link('https://p\u0430ypal.com/'),
    expects: 'medium',
    names: 'looks like paypal.com',
  },
  { is: 'the same as it is written in ASCII', says: link('https://xn--pypal-4ve.com/'), expects: 'medium' },
  { is: 'no URL of the web', says: link('mailto:a@b.c.d.e.top') },
]);

cases('spam.shortener', [
  { is: 'a long URL', says: link('https://orchard.example/a/b/c') },
  { is: 'a shortener', says: link('https://bit.ly/abc'), expects: 'medium', points: 1, names: 'bit.ly' },
  { is: 'with www', says: link('https://www.tinyurl.com/abc'), expects: 'medium' },
  { is: 'a name with the same end', says: link('https://rabbit.ly/abc') },
  { is: 'a short name of a brand', says: link('https://youtu.be/abc') },
  {
    is: 'the same one twice',
    blocks: [menu('https://bit.ly/a', 'https://bit.ly/b')],
    expects: 'medium',
    at: 'm',
  },
]);

cases('spam.insecure-link', [
  { is: 'https', says: link('https://orchard.example/') },
  { is: 'mail', says: link('mailto:a@orchard.example') },
  {
    is: 'http',
    says: link('http://orchard.example/'),
    expects: 'low',
    points: 0.3,
    at: 'p',
    names: 'orchard.example',
    fixed: false,
  },
  {
    is: 'http to a host of the preload list',
    says: link('http://www.facebook.com/orchard'),
    expects: 'low',
    fixed: true,
  },
  {
    is: 'http under an ending of the preload list',
    says: link('http://orchard.app/?a=1&amp;b=2'),
    expects: 'low',
    fixed: true,
  },
  {
    is: 'two in one block',
    says: `${link('http://x.com/a')} ${link('http://x.com/b')}`,
    expects: 'low',
    names: '1 more',
    fixed: false,
  },
  { is: 'this computer', says: link('http://localhost/') },
  {
    is: 'a button',
    blocks: [{ type: 'button', id: 'b', text: 'Map', url: 'http://github.com/x' }],
    expects: 'low',
    at: 'b',
    fixed: true,
  },
  {
    is: 'a menu',
    blocks: [menu('https://orchard.example/', 'http://github.com/x')],
    expects: 'low',
    at: 'm',
    fixed: true,
  },
  {
    is: 'a picture',
    blocks: [{ type: 'image', id: 'i', src: 'http://orchard.example/a.png', alt: 'Tree' }],
    expects: 'low',
    names: 'picture',
    fixed: false,
  },
  {
    is: 'a picture in HTML',
    blocks: [{ type: 'html', id: 'h', content: '<img alt="Tree" src=http://google.com/a.png>' }],
    expects: 'low',
    fixed: true,
  },
  { is: 'another language', locale: 'ru', says: link('http://orchard.example/'), expects: 'low' },
]);

const footer = (says: string, locale = 'en') => ({ says, locale });
marketingCases('spam.no-unsubscribe', [
  { is: 'no link', says: 'Hello.', expects: 'high', points: 2.5, at: null },
  { is: 'not marketing', says: 'Hello.', facts: { kind: 'transactional' } },
  { is: 'a link', ...footer('<a href="https://x.example/l">Unsubscribe</a>') },
  { is: 'a link that leads nowhere', ...footer('<a href="">Unsubscribe</a>'), expects: 'high' },
  { is: 'words without a link', ...footer('You can unsubscribe any time.'), expects: 'high' },
  {
    is: 'a sentence around the link',
    ...footer('To unsubscribe, <a href="https://x.example/l">click here</a>.'),
  },
  {
    is: 'another link',
    ...footer('<a href="https://x.example/subscribe">Subscribe now</a>'),
    expects: 'high',
  },
  { is: 'a merge tag as URL', ...footer('<a href="{{ unsubscribe_url }}">here</a>') },
  { is: 'a merge tag for the whole link', ...footer('{{{ unsubscribe }}}') },
  { is: 'a tag of Mailchimp', ...footer('<a href="*|UNSUB|*">here</a>') },
  { is: 'a URL that says so', ...footer('<a href="https://x.example/optout?u=1">here</a>') },
  {
    is: 'in a menu',
    blocks: [{ type: 'menu', items: [{ text: 'Manage preferences', url: 'https://x.example/p' }] }],
  },
  { is: 'German', ...footer('<a href="https://x.example/l">Vom Newsletter abmelden</a>', 'de') },
  { is: 'German without', ...footer('<a href="https://x.example/l">Zum Shop</a>', 'de'), expects: 'high' },
  { is: 'French', ...footer('<a href="https://x.example/l">Se désabonner</a>', 'fr') },
  { is: 'Spanish', ...footer('<a href="https://x.example/l">Darse de baja</a>', 'es') },
  { is: 'Dutch', ...footer('<a href="https://x.example/l">Uitschrijven</a>', 'nl') },
  { is: 'Italian', ...footer('<a href="https://x.example/l">Annulla l’iscrizione</a>', 'it') },
  { is: 'Portuguese', ...footer('<a href="https://x.example/l">Cancelar inscrição</a>', 'pt') },
  {
    is: 'another language',
    ...footer('<a href="https://x.example/l">Отписаться</a>', 'ru'),
    expects: 'not measured',
  },
  {
    is: 'another language with a URL that says so',
    ...footer('<a href="https://x.example/unsubscribe">Отписаться</a>', 'ru'),
  },
]);

marketingCases('spam.no-postal-address', [
  { is: 'none', says: 'Hello.', expects: 'medium', points: 0.4, at: null },
  { is: 'not marketing', says: 'Hello.', facts: { kind: 'transactional' } },
  { is: 'a street', says: 'Orchard Press, 12 Mill Lane, Bristol' },
  { is: 'a street without a number', says: 'We are in Mill Lane.', expects: 'medium' },
  { is: 'a number without a street', says: 'We have 12 sorts.', expects: 'medium' },
  { is: 'a ZIP code', says: 'Orchard, San Francisco, CA 94104' },
  { is: 'a merge tag', says: '{{ company_address }}' },
  { is: 'a merge tag of a mail address', says: '{{ email_address }}', expects: 'medium' },
  { is: 'a tag of Mailchimp', says: '*|LIST:ADDRESS|*' },
  { is: 'German', locale: 'de', says: 'Kochbrief, Lindenstraße 14, Berlin' },
  { is: 'French', locale: 'fr', says: '8 rue des Carmes, Nantes' },
  { is: 'Spanish', locale: 'es', says: 'Calle Mayor 21, Madrid' },
  { is: 'Dutch', locale: 'nl', says: 'Oudegracht 112, Utrecht' },
  { is: 'Italian', locale: 'it', says: 'Via Garibaldi 9, Milano' },
  { is: 'Portuguese', locale: 'pt', says: 'Rua das Flores 250, São Paulo' },
  { is: 'another language', locale: 'pl', says: 'Hello.', expects: 'not measured' },
  { is: 'Irish', locale: 'en', says: 'Orchard, Dublin, D02 X285' },
  { is: 'Latvian', locale: 'lv', says: 'Brīvības iela, Rīga, LV-1050' },
  { is: 'Portuguese with a code only', locale: 'pt', says: '1250-096 Lisboa' },
  { is: 'Japanese', locale: 'ja', says: '〒100-0001 東京都千代田区千代田1-1' },
  { is: 'Chinese', locale: 'zh', says: '北京市朝阳区建国路88号' },
  { is: 'Korean', locale: 'ko', says: '서울특별시 중구 세종대로 110' },
  { is: 'Russian', locale: 'ru', says: 'Москва, ул. Тверская, д. 7' },
  { is: 'Arabic', locale: 'ar', says: 'شارع التحرير ١٢، القاهرة' },
  { is: 'Hebrew', locale: 'he', says: 'רחוב הרצל 12, תל אביב' },
  { is: 'Japanese without an address', locale: 'ja', says: '電話 03-1234-5678', expects: 'not measured' },
  { is: 'another language with a code', locale: 'pl', says: 'Nowa 5, 00-950 Warszawa' },
]);
