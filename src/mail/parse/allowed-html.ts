const INLINE = 'a b br code del em i ins mark s small span strike strong sub sup u'.split(' ');
const RICH = [...INLINE, ...'blockquote h1 h2 h3 h4 hr img li ol p pre ul'.split(' ')];
const MARKUP = [
  ...RICH,
  ...'abbr address area article aside big caption center cite col colgroup dd details dfn div dl dt figcaption figure'.split(
    ' ',
  ),
  ...'font footer h5 h6 header kbd main map nav picture q samp section source style summary table tbody td tfoot th thead tr tt var wbr'.split(
    ' ',
  ),
];

const ATTRIBUTES = [
  ...'align alt aria-hidden aria-label background bgcolor border cellpadding cellspacing class color colspan coords'.split(
    ' ',
  ),
  ...'dir face headers height href hspace id lang media name nowrap open rel role rowspan scope shape size sizes span src srcset start'.split(
    ' ',
  ),
  ...'style summary target title type usemap valign value vspace width'.split(' '),
];
/** Attributes for rich text. Ids are targets of links within the mail; classes only as `restyle` sets them. */
const RICH_ATTRIBUTES =
  'alt class dir height href id lang name rel src start style target title value width'.split(' ');

/** Which HTML is allowed in a field: one line of text, rich text, or the markup of a mail. */
export type Extent = 'inline' | 'rich' | 'markup';

/** The allowed elements and attributes; other elements are removed, but their text stays. */
export const EXTENTS: Record<Extent, { tags: string[]; attributes: string[] }> = {
  inline: { tags: INLINE, attributes: RICH_ATTRIBUTES },
  rich: { tags: RICH, attributes: RICH_ATTRIBUTES },
  markup: { tags: MARKUP, attributes: ATTRIBUTES },
};

/** Elements that are removed with their content. */
export const SILENT_ELEMENTS: readonly string[] =
  'script style textarea option noscript title xmp iframe noembed svg math'.split(' ');
