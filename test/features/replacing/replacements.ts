export const image = (src: string, more: object = {}) => ({ type: 'image', src, alt: 'x', ...more });
export const paragraph = (content: string) => ({ type: 'paragraph', content });

const OLD = 'https://cdn.example/old.png?a=1&b=2';
const NEW = 'https://cdn.example/new.png?c=3&d=4';

/** What is replaced in one block or in the settings, and what must stay as it is. */
export const CASES: [what: string, find: string, replace: string, before: object, after: object | 'same'][] =
  [
    ['address', OLD, NEW, image(OLD), { src: NEW }],
    ['address', OLD, NEW, image(`${OLD}&x`), 'same'],
    ['address', OLD, NEW, { type: 'button', text: OLD, url: OLD }, { url: NEW }],
    [
      'address',
      OLD,
      NEW,
      { type: 'html', content: `<img src="${OLD.replace('&', '&amp;')}"><i style="background:url(${OLD})">` },
      {
        content: `<img src="${NEW.replace('&', '&amp;')}"><i style="background:url(${NEW.replace('&', '&amp;')})">`,
      },
    ],
    [
      'address',
      'https://a.example/x',
      NEW,
      paragraph('<p><a href="https://a.example/x/y">x</a></p>'),
      'same',
    ],
    [
      'address',
      'https://a.example/x',
      'https://b.example',
      { type: 'menu', items: [{ text: 'x', url: 'https://a.example/x' }] },
      { items: [{ text: 'x', url: 'https://b.example' }] },
    ],
    [
      'domain',
      'shop.example',
      'store.example',
      {
        type: 'button',
        text: 'shop.example',
        url: 'https://me@Shop.Example:8443/shop.example?x=https://shop.example',
      },
      { text: 'shop.example', url: 'https://me@store.example:8443/shop.example?x=https://shop.example' },
    ],
    [
      'domain',
      'shop.example',
      'store.example',
      { type: 'button', text: 'x', url: 'https://my.shop.example/' },
      'same',
    ],
    ['domain', 'cdn.example', 'x.example', image(OLD), 'same'],
    [
      'domain',
      'shop.example',
      'store.example',
      paragraph(`<p><a class='a' href='https://shop.example/1'>https://shop.example</a></p>`),
      { content: `<p><a class='a' href='https://store.example/1'>https://shop.example</a></p>` },
    ],
    [
      'color',
      'red',
      '#00ff00',
      { type: 'button', text: 'red', url: 'https://x.example/#ff0000', backgroundColor: '#F00' },
      { text: 'red', url: 'https://x.example/#ff0000', backgroundColor: '#00ff00' },
    ],
    [
      'color',
      '#ff0000',
      'blue',
      paragraph('<p style="color: rgb(255, 0, 0); border-color:#FF0000">#ff0000 <a href="#ff0000">x</a></p>'),
      { content: '<p style="color: blue; border-color:blue">#ff0000 <a href="#ff0000">x</a></p>' },
    ],
    [
      'color',
      '#ff0000',
      'blue',
      { type: 'button', text: 'x', url: '', backgroundColor: '#ff000080' },
      'same',
    ],
    [
      'text',
      'Salt & Sons',
      'Salt <Ltd>',
      paragraph('<p title="Salt &amp; Sons">Salt &amp; Sons, {{ "Salt & Sons" }}</p>'),
      { content: '<p title="Salt &amp; Sons">Salt &lt;Ltd&gt;, {{ "Salt & Sons" }}</p>' },
    ],
    [
      'text',
      'Order',
      'Buy',
      { type: 'button', text: 'Order, Order', url: 'https://x.example/Order' },
      { text: 'Buy, Buy' },
    ],
    ['text', 'order', 'Buy', { type: 'button', text: 'Order', url: '' }, 'same'],
    ['text', 'a.c', 'x', { type: 'title', content: 'abc' }, 'same'],
    ['text', 'x', '$&', { type: 'title', content: 'x' }, { content: '$&' }],
  ];
