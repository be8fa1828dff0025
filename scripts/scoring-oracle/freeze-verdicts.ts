import { join } from 'node:path';
import { renderHtml, renderPlainText } from '../../src/mail/render/index.ts';
import { assets } from '../../test/mail/render/rendering.ts';
import { digest, listRecipes, makeSample, type Recipe } from '../../test/mail/score/spam-stacks.ts';
import { buildMail } from './build-mail.ts';
import { judge, versionOfSpamAssassin } from './spamassassin.ts';

/**
 * Writes SpamAssassin's verdicts on the test mails to test/fixtures/scoring/spam/verdicts.json. Needs `spamassassin`
 * (version 4) in PATH. `bun scripts/scoring-oracle/freeze-verdicts.ts`
 */

/** Renders a recipe as a mail. */
async function write(recipe: Recipe, number: number): Promise<string> {
  const { content, subject, text } = makeSample(recipe);
  const options = { assets, title: subject };
  const { html } = await renderHtml(content, options);
  return buildMail({ number, subject, html, text: text ?? renderPlainText(content, options) });
}

const sets = Object.entries(listRecipes());
const recipes = sets.flatMap(([, list]) => list as Recipe[]);
const mails: string[] = [];
for (const [number, recipe] of recipes.entries()) mails.push(await write(recipe, number));
const verdicts = await judge(mails);
const verdictOf = new Map(recipes.map((recipe, index) => [recipe, verdicts[index]]));

function describe(recipe: Recipe): string {
  return JSON.stringify({ ...recipe, digest: digest(makeSample(recipe)), ...verdictOf.get(recipe) });
}

const lists = sets.map(([name, list]) => {
  return `  "${name}": [\n${(list as Recipe[]).map((recipe) => `    ${describe(recipe)}`).join(',\n')}\n  ]`;
});
const json = `{\n  "judge": ${JSON.stringify(await versionOfSpamAssassin())},\n${lists.join(',\n')}\n}\n`;
await Bun.write(join(import.meta.dir, '../../test/fixtures/scoring/spam/verdicts.json'), json);
