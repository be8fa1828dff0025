/** One mail of a bakery in the formats of several editors, written for the tests after their public documentation. */

const chamaileonText = (text: string) => ({
  type: 'text',
  attrs: { text },
  style: {
    'padding-top': '10px',
    'padding-left': '10px',
    'background-color': '',
    'background-image': 'url()',
    a: { color: '#aa3300' },
    h1: { 'font-size': '32px', color: '#222222' },
    'line-height': '24px',
    color: '#333333',
    'font-size': '16px',
    'font-family': 'Arial, sans-serif',
  },
});
const chamaileonColumn = (text: string) => ({
  type: 'column',
  attrs: { hideOnMobile: false },
  style: { width: '300px' },
  children: [{ type: 'box', style: { 'padding-top': '4px' }, children: [chamaileonText(`<p>${text}</p>`)] }],
});

export const chamaileonDocument = {
  title: 'Bread',
  body: {
    type: 'body',
    style: { 'background-color': '#eeeeee' },
    children: [
      {
        type: 'fullwidth',
        style: { 'background-color': '#dddddd', 'content-width': 600, 'content-background-color': '#ffffff' },
        children: [
          {
            type: 'box',
            style: { 'padding-top': '20px', 'border-top': '0px solid #000000' },
            children: [
              {
                type: 'image',
                attrs: { link: 'https://bakery.example', altText: 'A loaf', align: 'center' },
                style: { src: 'https://bakery.example/loaf.png', width: '120px' },
              },
              chamaileonText('<h1>Bread</h1>'),
              chamaileonText('<p>It is in the oven.</p>'),
              {
                type: 'button',
                attrs: { text: '<p>Order now</p>', href: 'https://bakery.example/order', align: 'center' },
                style: {
                  'background-color': '#aa3300',
                  color: '#ffffff',
                  'font-size': '16px',
                  'padding-top': '12px',
                  'padding-right': '24px',
                  'padding-bottom': '12px',
                  'padding-left': '24px',
                  'margin-top': '10px',
                },
              },
              {
                type: 'divider',
                attrs: { lineStyle: '1px solid #cccccc' },
                style: { 'padding-top': '10px' },
              },
            ],
          },
          {
            type: 'multicolumn',
            attrs: { stacking: 'left-on-top' },
            children: [chamaileonColumn('Rye'), chamaileonColumn('Wheat')],
          },
        ],
      },
    ],
  },
};

const easyText = (content: string) => ({
  type: 'text',
  data: { value: { content } },
  attributes: { padding: '10px 25px 10px 25px', align: 'left' },
  children: [],
});
const easyColumn = (...children: unknown[]) => ({
  type: 'column',
  data: { value: {} },
  attributes: {},
  children,
});
const easySection = (...children: unknown[]) => ({
  type: 'section',
  data: { value: { noWrap: false } },
  attributes: { 'background-color': '#ffffff', padding: '20px 0px 20px 0px' },
  children,
});

export const easyEmailTemplate = {
  subject: 'Bread',
  subTitle: 'It is in the oven',
  content: {
    type: 'page',
    data: { value: { 'font-family': 'Arial, sans-serif', 'font-size': '16px', 'text-color': '#333333' } },
    attributes: { 'background-color': '#eeeeee', width: '600px' },
    children: [
      easySection(
        easyColumn(
          {
            type: 'image',
            data: { value: {} },
            attributes: { src: 'https://bakery.example/loaf.png', alt: 'A loaf', width: '120px' },
            children: [],
          },
          easyText('<h1>Bread</h1>'),
          easyText('<p>It is in the oven.</p>'),
        ),
      ),
      {
        type: 'advanced_button',
        data: { value: { content: 'Order now' } },
        attributes: { href: 'https://bakery.example/order', 'background-color': '#aa3300', color: '#ffffff' },
        children: [],
      },
      easySection(easyColumn(easyText('Rye')), easyColumn(easyText('Wheat'))),
    ],
  },
};

const padding = { top: 16, right: 24, bottom: 16, left: 24 };

export const emailBuilderDocument = {
  root: {
    type: 'EmailLayout',
    data: {
      backdropColor: '#EEEEEE',
      canvasColor: '#FFFFFF',
      textColor: '#333333',
      fontFamily: 'BOOK_SERIF',
      childrenIds: ['picture', 'heading', 'text', 'button', 'line', 'columns'],
    },
  },
  picture: {
    type: 'Image',
    data: {
      style: { padding, textAlign: 'center' },
      props: { url: 'https://bakery.example/loaf.png', alt: 'A loaf', width: 120 },
    },
  },
  heading: { type: 'Heading', data: { style: { padding }, props: { level: 'h1', text: 'Bread' } } },
  text: { type: 'Text', data: { style: { padding, fontSize: 16 }, props: { text: 'It is in the oven.' } } },
  button: {
    type: 'Button',
    data: {
      style: { padding, textAlign: 'center' },
      props: {
        text: 'Order now',
        url: 'https://bakery.example/order',
        buttonBackgroundColor: '#AA3300',
        size: 'large',
      },
    },
  },
  line: { type: 'Divider', data: { style: { padding }, props: { lineColor: '#CCCCCC' } } },
  columns: {
    type: 'ColumnsContainer',
    data: {
      style: { padding },
      props: {
        columnsCount: 2,
        columnsGap: 16,
        columns: [{ childrenIds: ['rye'] }, { childrenIds: ['wheat'] }, { childrenIds: [] }],
      },
    },
  },
  rye: { type: 'Text', data: { props: { text: 'Rye' } } },
  wheat: { type: 'Text', data: { props: { text: 'Wheat' } } },
};

const grapesText = (text: string) => ({ type: 'mj-text', components: [{ type: 'textnode', content: text }] });

export const grapesProject = {
  assets: [],
  styles: [{ selectors: ['#go'], style: { 'background-color': '#aa3300' } }],
  pages: [
    {
      frames: [
        {
          component: {
            type: 'wrapper',
            components: [
              {
                type: 'mjml',
                components: [
                  {
                    type: 'mj-body',
                    attributes: { 'background-color': '#eeeeee' },
                    components: [
                      {
                        type: 'mj-section',
                        components: [
                          {
                            type: 'mj-column',
                            components: [
                              {
                                type: 'mj-image',
                                attributes: {
                                  src: 'https://bakery.example/loaf.png',
                                  alt: 'A loaf',
                                  width: '120px',
                                },
                              },
                              { type: 'mj-text', components: [{ tagName: 'h1', components: 'Bread' }] },
                              grapesText('It is in the oven.'),
                              {
                                type: 'mj-button',
                                attributes: { id: 'go', href: 'https://bakery.example/order' },
                                components: [{ type: 'textnode', content: 'Order now' }],
                              },
                            ],
                          },
                        ],
                      },
                      {
                        type: 'mj-section',
                        components: [
                          { type: 'mj-column', components: [grapesText('Rye')] },
                          { type: 'mj-column', components: [grapesText('Wheat')] },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        },
      ],
    },
  ],
};

const stripoStructure = (content: string) =>
  `<table class="es-content" cellspacing="0" cellpadding="0" align="center"><tbody><tr><td class="esd-stripe" align="center"><table class="es-content-body" width="600" cellspacing="0" cellpadding="0" bgcolor="#ffffff" align="center"><tbody>${content}</tbody></table></td></tr></tbody></table>`;
const stripoFrame = (width: number, block: string) =>
  `<td class="esd-container-frame" width="${width}" valign="top"><table width="100%" cellspacing="0" cellpadding="0"><tbody>${block}</tbody></table></td>`;
const stripoText = (html: string) => `<tr><td class="esd-block-text es-p10t" align="left">${html}</td></tr>`;

/** What the plugin of the editor hands out. */
export const stripoTemplate = {
  css: '.es-wrapper-color { background-color: #eeeeee } .es-p20 { padding: 20px } .es-p10t { padding-top: 10px } p { font-size: 16px; line-height: 24px; margin: 0; color: #333333 } h1 { font-size: 32px; margin: 0 } .es-button { background: #aa3300; color: #ffffff; font-size: 16px; padding: 12px 24px; display: inline-block; text-decoration: none }',
  html: `<html><head><title>Bread</title></head><body><div class="es-wrapper-color"><table class="es-wrapper" width="100%" cellspacing="0" cellpadding="0"><tbody><tr><td class="esd-email-paddings" valign="top">${stripoStructure(
    `<tr><td class="esd-structure es-p20" align="left"><table width="100%" cellspacing="0" cellpadding="0"><tbody><tr>${stripoFrame(
      560,
      `<tr><td class="esd-block-image" align="center"><a target="_blank" href="https://bakery.example"><img src="https://bakery.example/loaf.png" alt="A loaf" width="120"></a></td></tr>${stripoText('<h1>Bread</h1>')}${stripoText('<p>It is in the oven.</p>')}<tr><td class="esd-block-button" align="center"><span class="es-button-border"><a href="https://bakery.example/order" class="es-button" target="_blank">Order now</a></span></td></tr>`,
    )}</tr></tbody></table></td></tr><tr><td class="esd-structure" align="left"><table width="100%" cellspacing="0" cellpadding="0"><tbody><tr>${stripoFrame(300, stripoText('<p>Rye</p>'))}${stripoFrame(300, stripoText('<p>Wheat</p>'))}</tr></tbody></table></td></tr>`,
  )}</td></tr></tbody></table></div></body></html>`,
};

/** What `render` of React Email 5 writes. */
export const reactEmailHtml = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><!--$--><html dir="ltr" lang="en"><head><link rel="preload" as="image" href="https://bakery.example/loaf.png"/><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/></head><body style="background-color:rgb(238,238,238)"><table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody><tr><td style="background-color:rgb(238,238,238);font-family:Arial,sans-serif"><div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">Bread is in the oven<div> \u200c\u200b\u200d\u200e\u200f\ufeff \u200c\u200b\u200d\u200e\u200f\ufeff</div></div><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:37.5em;background-color:rgb(255,255,255);padding:20px"><tbody><tr style="width:100%"><td><img alt="A loaf" height="60" src="https://bakery.example/loaf.png" style="display:block;outline:none;border:none;text-decoration:none" width="120"/><h1 style="font-size:24px;color:#222222">Bread</h1><p style="font-size:16px;line-height:26px;margin-top:16px;margin-bottom:16px">It is in the <strong>oven</strong>.</p><a href="https://bakery.example/order" style="line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;background-color:#aa3300;color:#fff;border-radius:3px;padding:12px 20px 12px 20px" target="_blank"><span><!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px">Order now</span><span><!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8203;</i><![endif]--></span></a><hr style="width:100%;border:none;border-top:1px solid #eaeaea;border-color:#cccccc;margin:20px 0"/><p style="font-size:12px;line-height:24px;color:#8898aa">12 Mill Lane, Bristol</p></td></tr></tbody></table></td></tr></tbody></table></body></html><!--/$-->`;
