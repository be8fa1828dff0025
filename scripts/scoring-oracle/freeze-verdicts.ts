import { join } from 'node:path';
import { renderHtml, renderPlainText } from '../../src/render/index.ts';
import { digest, listRecipes, makeSample, type Recipe } from '../../test/features/scoring/spam-stacks.ts';
import { assets } from '../../test/render/rendering.ts';
import { buildMail } from './build-mail.ts';
import { judge, versionOfSpamAssassin } from './spamassassin.ts';

/** Renders a recipe and writes the mail. */
async function write(recipe: Recipe, number: number): Promise<string> {
  const { content, subject, text } = makeSample(recipe);
  const options = { assets, title: subject };
  const { html } = await renderHtml(content, options);
  return buildMail({ number, subject, html, text: text ?? renderPlainText(content, options) });
}

const { stacks, singles } = listRecipes();
const recipes = [...stacks, ...singles];
const mails: string[] = [];
for (const [number, recipe] of recipes.entries()) mails.push(await write(recipe, number));
const verdicts = await judge(mails);
const judged = recipes.map((recipe, index) => ({
  ...recipe,
  digest: digest(makeSample(recipe)),
  ...verdicts[index],
}));
const lines = (list: typeof judged) => list.map((item) => `    ${JSON.stringify(item)}`).join(',\n');
const json = `{
  "judge": ${JSON.stringify(await versionOfSpamAssassin())},
  "stacks": [
${lines(judged.slice(0, stacks.length))}
  ],
  "singles": [
${lines(judged.slice(stacks.length))}
  ]
}
`;
await Bun.write(join(import.meta.dir, '../../test/fixtures/scoring/spam/verdicts.json'), json);
