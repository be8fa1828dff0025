import type { TSchema } from '@sinclair/typebox';
import { outlineContent, type TemplateContent, TemplateSettings } from '../../../mail/model/index.ts';
import { showBlocks, showSettings } from '../changes/shown-content.ts';
import { FENCE_RULES, type Fence } from '../prompting/prompt.ts';
import { shownBlocks, shownFields } from './answer-schemas.ts';

/**
 * The shortest description of the content model from which models write valid blocks: one line per block type with its
 * fields, their types and their defaults. Generated from the schemas.
 */
export function blockGuide(): string {
  const lines = [...shownBlocks].map(
    ([type, schema]) => `${type}: ${describeFields(schema, new Set(['styles']))}`,
  );
  return [
    'Fields of each block type; * must be given, "=" is the value of a field that is left out:',
    ...lines,
    'every block also: styles{padding{top,right,bottom,left} pixels =10, backgroundColor}, visibility{desktop,mobile} =true',
    `settings: ${describeFields(TemplateSettings, new Set())}`,
    'content is rich text in HTML: p, br, strong, em, u, s, a, span[style], ul, ol, li, sub, sup, mark; a title holds inline elements only.',
    'children: one list of blocks per column, no section inside. Colors are CSS colors, lengths pixels.',
  ].join('\n');
}

function describeFields(schema: TSchema, leftOut: ReadonlySet<string>): string {
  const required: readonly string[] = schema.required ?? [];
  return shownFields(schema)
    .filter(([name]) => !leftOut.has(name) && name !== 'visibility')
    .map(([name, field]) => describeField(name, field, required.includes(name)))
    .join(', ');
}

function describeField(name: string, field: TSchema, isRequired: boolean): string {
  const { default: standard } = field;
  const isBare = Array.isArray(standard) && standard.length === 0;
  const mark = isRequired && standard === undefined && !field.properties ? '*' : '';
  const value = standard === undefined || standard === '' || isBare ? '' : ` =${JSON.stringify(standard)}`;
  return `${name}${mark}${describeType(field)}${value}`;
}

function describeType(field: TSchema): string {
  if (field.anyOf) return ` ${describeChoices(field.anyOf)}`;
  if (field.type === 'array' && field.items.properties)
    return `[{${describeFields(field.items, new Set())}}]`;
  if (field.type === 'object' && field.properties) return `{${describeFields(field, new Set())}}`;
  if (field.type === 'boolean') return ' true|false';
  return field.type === 'number' || field.type === 'integer' ? ' number' : '';
}

/** The possible values of a field. Objects are left out, because models need only the simple form. */
function describeChoices(choices: readonly TSchema[]): string {
  const names = choices.filter(({ type }) => type !== 'object').map(describeChoice);
  return [...new Set(names)].join('|');
}

function describeChoice(choice: TSchema): string {
  return choice.const === undefined ? choice.type : JSON.stringify(choice.const);
}

const CRAFT = `What works in mail: width 600; body text of 14 px or more; contrast of text to its background of 4.5:1 or more; one title of level 1, then levels in order; one goal and one main button with a verb; images with alt text, and never a text as an image only; no picture whose address you were not given; links that say where they lead; short paragraphs; settings.subject, settings.preheaderText of 40 to 100 characters and settings.locale set. Marketing mails end with the sender's postal address and a way to unsubscribe, as far as you know them; transactional ones say why they came. Never invent facts, prices, names, addresses or links: leave them out, and say in "notes" what is to be filled in.`;

const REPLY =
  '"reply" comes first: one or two short sentences, in the language of the request, to the person who asked, saying what you do; no field names or ids in it.';

export const CREATE_SYSTEM = `You design email templates as JSON blocks for a visual editor.

${blockGuide()}

${CRAFT}

Answer with a JSON object: "reply", "name" (of the template, for a list), "subject" (of the mail), "notes" (what is assumed or to be filled in; may be empty), "settings", "blocks". Leave out ids and every field whose default suits you. ${REPLY}

${FENCE_RULES}`;

export const CHANGE_SYSTEM = `You change an email template, given as JSON blocks of a visual editor, and nothing in it that the request does not ask to change.

${blockGuide()}

${CRAFT}

Answer with a JSON object: "reply", "touches", "operations". ${REPLY}
"touches": ids of the present blocks that the request asks to change, move or delete, and "settings" if it asks for them. All else is kept as it is, whatever your operations say; so list what is asked for, and nothing else. Empty if only blocks are added, or if the request is a question: then answer in "reply" and leave "operations" empty.
"operations", applied in order, the fewest and smallest that do it:
{"op":"update","id":ID,"fields":{…}}: only the fields that change; objects merge, lists are replaced, null resets.
{"op":"add","block":{"type":…},"after":ID}: or "before":ID, or "section":ID with "column" and "index"; without a place, at the end.
{"op":"move","id":ID,"after":ID}, {"op":"delete","id":ID}, {"op":"update_settings","fields":{…}}.
Change a block by update, never by deleting it and adding another. In a text, keep every word, merge tag and element that the request does not ask to change.

${FENCE_RULES}`;

export const CHOOSE_SYSTEM = `You are given the outline of an email template, a line for each block with its id, and a request to change it. Answer with a JSON object: "ids", the ids of the blocks one has to see in full to do what is asked; 40 at most.

${FENCE_RULES}`;

/** The template as models see it: its outline, and the given blocks (all when absent) with their fields. */
export function describeTemplate(
  fence: Fence,
  content: TemplateContent,
  shown?: ReadonlySet<string>,
): string {
  const blocks = showBlocks(content, shown);
  return [
    'The template in short, a line for each block: id, type, text; blocks in a section are indented.',
    fence.enclose('outline', outlineContent(content)),
    shown === undefined ? 'Its blocks:' : 'The blocks concerned:',
    fence.enclose('blocks', blocks),
    'Its settings:',
    fence.enclose('settings', showSettings(content)),
  ].join('\n');
}
