import type { Loose } from '../render/rendering.ts';
import { type SpamCase, testCases } from './spam-cases.ts';

const cases = (rule: string, list: Omit<SpamCase, 'rule'>[]) =>
  testCases(
    rule,
    list.map((each) => ({ rule, ...each })),
  );
const html = (content: string): Loose => ({ type: 'html', id: 'h', content });
const text = (length: number): Loose => ({
  type: 'paragraph',
  id: 'p',
  content: `<p>${'word '.repeat(length / 5)}</p>`,
});
const image = (more: Loose = {}): Loose => ({
  type: 'image',
  id: 'i',
  src: 'https://x.example/a.png',
  alt: 'Tree',
  ...more,
});
const linked = image({ linkUrl: 'https://x.example/' });

cases('spam.image-only', [
  { is: 'text alone', blocks: [text(100)] },
  { is: 'a picture alone', blocks: [image()], expects: 'high', points: 2.5, at: 'i', names: '0 bytes' },
  { is: 'few words', blocks: [image(), text(75)], expects: 'high' },
  { is: 'the words of a short mail', blocks: [image(), text(115)] },
  {
    is: 'a logo of unknown size',
    blocks: [image({ src: 'https://x.example/img/logo.png', alt: 'Acme' }), text(60)],
  },
  {
    is: 'words nobody sees',
    blocks: [image(), html(`<p style="font-size:1px">${'word '.repeat(200)}</p>`)],
    expects: 'high',
  },
  { is: 'a logo', blocks: [image({ width: 150 }), text(100)] },
  {
    is: 'a picture in HTML',
    blocks: [html('<img src="https://x.example/a.png" width="600" height="300" alt="Tree">')],
    expects: 'high',
    at: 'h',
  },
  { is: 'icons', blocks: [{ type: 'social', icons: [{ platform: 'github', url: 'https://x.example/' }] }] },
  { is: 'another language', locale: 'ru', blocks: [image()], expects: 'high' },
]);

cases('spam.image-heavy', [
  { is: 'more text than picture', blocks: [image({ width: 300 }), text(800)] },
  {
    is: 'more picture than text',
    blocks: [image(), image({ id: 'j' }), text(450)],
    expects: 'medium',
    points: 0.4,
  },
  { is: 'low pictures', blocks: [image({ height: 80 }), image({ id: 'j', height: 80 }), text(450)] },
  { is: 'hardly any words: another rule', blocks: [image(), text(60)] },
  { is: 'many words', blocks: [image(), image({ id: 'j' }), image({ id: 'k' }), text(1300)] },
]);

cases('spam.short-linked-image', [
  { is: 'a picture without a link', blocks: [image()] },
  { is: 'a picture with a link', blocks: [linked], expects: 'high', points: 1.5, at: 'i' },
  { is: 'with words', blocks: [linked, text(115)] },
  {
    is: 'a small one beside a large one without a link',
    blocks: [image({ linkUrl: 'https://x.example/', width: 100 }), image({ id: 'j' })],
  },
]);

const tiny = (size: string) => [html(`<p style="font-size:${size}">apples and pears</p>`)];
const colored = (style: string) => [html(`<p style="${style}">apples and pears</p>`)];
cases('spam.hidden-text', [
  { is: 'text that can be read', blocks: tiny('12px') },
  { is: '3 px', blocks: tiny('3px') },
  { is: '2 px', blocks: tiny('2px'), expects: 'high', points: 1.7, at: 'h', names: '2 px' },
  { is: '0', blocks: tiny('0'), expects: 'high' },
  { is: 'white on white', blocks: colored('color:#fff'), expects: 'high', names: '#ffffff on #ffffff' },
  { is: 'nearly white on white', blocks: colored('color:#f0f0f0'), expects: 'high' },
  { is: 'light gray on white', blocks: colored('color:#ccc') },
  { is: 'white on black', blocks: colored('color:#fff;background-color:#000') },
  { is: 'white on a picture', blocks: colored('color:#fff;background-image:url(https://x.example/a.png)') },
  { is: 'a color that is a merge tag', blocks: colored('color:{{ color }}') },
  {
    is: 'spaces in the color of the background',
    blocks: [html('<p>apples<span style="color:#fff">. .</span></p>')],
  },
  {
    is: 'a short text that is not displayed',
    blocks: [html(`<div style="display:none">${'a '.repeat(90)}</div>`)],
  },
  {
    is: 'a long text that is not displayed',
    blocks: [html(`<div style="display:none">${'apple '.repeat(40)}</div>`)],
    expects: 'high',
    names: 'not displayed',
  },
  {
    is: 'a block hidden everywhere: not in the mail',
    blocks: [{ ...text(500), visibility: { desktop: false, mobile: false } }],
  },
  { is: 'another language', locale: 'ru', blocks: tiny('1px'), expects: 'high' },
]);

cases('spam.active-content', [
  { is: 'text', blocks: [html('<p>apples</p>')] },
  {
    is: 'a script',
    blocks: [html('<p>apples</p><script>go()</script>')],
    expects: 'high',
    points: 2.5,
    at: 'h',
    names: '<script>',
    fixed: true,
  },
  { is: 'nothing but a script', blocks: [html('<script>go()</script>')], expects: 'high', fixed: true },
  {
    is: 'a form',
    blocks: [html('<form action="https://x.example/"><p>apples</p><input name=a></form>')],
    expects: 'high',
    names: '<form>',
    fixed: true,
  },
  { is: 'a form that is not closed', blocks: [html('<form><p>apples</p>')], expects: 'high', fixed: true },
  {
    is: 'a form in a form',
    blocks: [html('<form><p>apples</p><button><b onclick="x()">go</b></button></form>')],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'a frame',
    blocks: [html('<p>a</p><iframe src="https://x.example/"></iframe>')],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'a handler',
    blocks: [html('<p onclick="go()" class=a>apples</p>')],
    expects: 'high',
    names: 'onclick=',
    fixed: true,
  },
  {
    is: 'a script as URL',
    blocks: [html('<p>a <a href="java\tscript:go()">apples of the year</a></p>')],
    expects: 'high',
    names: 'href=',
    fixed: false,
  },
  {
    is: 'a script as URL of a button',
    blocks: [{ type: 'button', id: 'b', text: 'Go', url: 'javascript:go()' }],
    expects: 'high',
    at: 'b',
    fixed: false,
  },
  {
    is: 'a rich text',
    says: 'apples <img src="https://x.example/a.png" onerror="go()" alt="">',
    expects: 'high',
    at: 'p',
    fixed: true,
  },
  {
    is: 'very many',
    blocks: [html(`<p>a</p>${'<script>x</script>'.repeat(101)}`)],
    expects: 'high',
    fixed: false,
  },
  { is: 'the word', blocks: [html('<p>The script says &lt;script&gt; and on=1.</p>')] },
  { is: 'another language', locale: 'ru', blocks: [html('<script>go()</script>')], expects: 'high' },
]);

const data = (length: number) => `data:image/png;base64,${'A'.repeat(length - 22)}`;
cases('spam.data-uri', [
  { is: 'a URL', blocks: [image()] },
  { is: 'a kilobyte', blocks: [image({ src: data(1024) })] },
  {
    is: 'more than a kilobyte',
    blocks: [image({ src: data(1025) })],
    expects: 'medium',
    points: 1,
    at: 'i',
    names: '2 KB',
  },
  { is: 'in HTML', blocks: [html(`<img alt="" src="${data(3000)}">`)], expects: 'medium', at: 'h' },
]);

const parts = (plain: string, body: string) => ({
  facts: {
    rendered: {
      text: plain,
      html: `<html><head><title>t</title><style>a{b:c}</style></head><body>${body}</body></html>`,
      bytes: 1,
    },
  },
});
cases('spam.text-html-diff', [
  { is: 'not rendered', says: 'Hello.', expects: 'not measured' },
  {
    is: 'the same',
    says: 'a',
    ...parts('one two three four five six', '<p>One two <b>three</b> four, five six.</p>'),
  },
  { is: 'half of it', says: 'a', ...parts('one two three four five six', '<p>one two three</p>') },
  {
    is: 'less than half',
    says: 'a',
    ...parts('one two three four five six', '<p>one two</p>'),
    expects: 'medium',
    points: 2.2,
    at: null,
    names: '33 %',
  },
  {
    is: 'words of a style sheet',
    says: 'a',
    ...parts('a b c style sheet title', '<p>apple</p>'),
    expects: 'medium',
  },
  { is: 'a short one', says: 'a', ...parts('see the web page', '<p>apple</p>') },
  {
    is: 'entities and alternative texts',
    says: 'a',
    ...parts('Käse & Brot am Abend [Baum]', '<p>K&auml;se &amp; Brot am Abend</p><img alt="Baum">'),
  },
  {
    is: 'addresses',
    says: 'a',
    ...parts('one two three four five (https://x.example/a) six', '<p>one two three four five six</p>'),
  },
  {
    is: 'another language',
    locale: 'ru',
    says: 'а',
    ...parts('раз два три четыре пять', '<p>шесть семь</p>'),
    expects: 'medium',
  },
]);
