// Checked by tsc alone: the types of the content model and those of the editor describe the same content.
import type * as Editor from '@templatical/types';
import type * as Ours from '../../../src/mail/model/index.ts';

type Expect<Truth extends true> = Truth;
type Fits<From, To> = [From] extends [To] ? true : false;
type Same<A, B> = [Fits<A, B>, Fits<B, A>] extends [true, true] ? true : false;

// Where the two cannot agree:
// - `color` of title, menu and table: always there in 0.10.4, absent in newer editors, so ours is optional.
// - a social platform: ours also knows "website".
// - `children`: theirs allows a section inside a section, which no renderer can show; ours does not.
// - `borderRadius` of a button and `width` of a divider: newer editors have more forms of them.
// Fields of newer editors are optional here and unknown there, which leaves both directions intact.
type WithoutColor<T> = Omit<T, 'color'>;
type WithoutIcons<T> = Omit<T, 'icons'>;
type WithoutRadius<T> = Omit<T, 'borderRadius'>;
type WithoutWidth<T> = Omit<T, 'width'>;
type WithoutChildren<T> = Omit<T, 'children'>;
type EditorLeaf = Exclude<Editor.Block, Editor.SectionBlock>;

export type Checks = [
  Expect<Same<Ours.TemplateSettings, Editor.TemplateSettings>>,
  Expect<Same<Ours.ParagraphBlock, Editor.ParagraphBlock>>,
  Expect<Same<Ours.ImageBlock, Editor.ImageBlock>>,
  Expect<Same<WithoutRadius<Ours.ButtonBlock>, WithoutRadius<Editor.ButtonBlock>>>,
  Expect<Same<WithoutWidth<Ours.DividerBlock>, WithoutWidth<Editor.DividerBlock>>>,
  Expect<Same<Ours.VideoBlock, Editor.VideoBlock>>,
  Expect<Same<Ours.SpacerBlock, Editor.SpacerBlock>>,
  Expect<Same<Ours.HtmlBlock, Editor.HtmlBlock>>,
  Expect<Same<Ours.CountdownBlock, Editor.CountdownBlock>>,
  Expect<Same<Ours.CustomBlock, Editor.CustomBlock>>,
  Expect<Same<WithoutColor<Ours.TitleBlock>, WithoutColor<Editor.TitleBlock>>>,
  Expect<Same<WithoutColor<Ours.MenuBlock>, WithoutColor<Editor.MenuBlock>>>,
  Expect<Same<WithoutColor<Ours.TableBlock>, WithoutColor<Editor.TableBlock>>>,
  Expect<Same<WithoutIcons<Ours.SocialBlock>, WithoutIcons<Editor.SocialIconsBlock>>>,
  Expect<Same<Exclude<Ours.SocialIcon['platform'], 'website'>, Editor.SocialPlatform>>,
  Expect<Same<WithoutChildren<Ours.SectionBlock>, WithoutChildren<Editor.SectionBlock>>>,
  // Everything an editor saves fits ours, as long as its sections hold no sections.
  Expect<Fits<EditorLeaf, Ours.LeafBlock>>,
  Expect<Fits<WithoutChildren<Editor.SectionBlock> & { children: EditorLeaf[][] }, Ours.SectionBlock>>,
  Expect<Same<Ours.BlockType, Editor.BlockType>>,
  // The type still tells blocks apart, and nothing collapsed into any.
  Expect<Same<Extract<Ours.Block, { type: 'title' }>, Ours.TitleBlock>>,
  Expect<Same<unknown extends Ours.Block ? 'any' : 'typed', 'typed'>>,
];
