import { beforeAll, expect, test } from 'bun:test';
import { TEMPLATE } from '../../src/dashboard/texts/template.ts';
import { TEMPLATES } from '../../src/dashboard/texts/templates.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { signInMember } from '../features/members/people.ts';
import { clickButton, findBarriers, seeText, settle, type, useDashboard } from './dashboard.ts';
import { contentOf, expectSound, MARKUP, paragraph } from './template-contents.ts';

const T = TEMPLATE.menu;

describeInBrowser('templates', () => {
  const dashboard = useDashboard({ editor_url: 'https://app.example/{project}/{tenant}?mail={template}' });
  let template = '';
  const pathOf = (tab: string) =>
    `/projects/${dashboard().app.first.project_id}/tenants/default/templates/${template}?tab=${tab}`;

  beforeAll(async () => {
    await dashboard().useSession(await dashboard().addOperator());
    const tenant = await dashboard().app.openTenant();
    const body = { name: `Spring ${MARKUP}`, content: contentOf('First words'), tags: [MARKUP] };
    const created = await tenant.request('POST', '/templates', { body });
    template = created.body.data.id;
    const changed = { content: contentOf('Second words') };
    await tenant.request('PUT', `/templates/${template}`, { body: changed });
    const kept = { label: `Kept ${MARKUP}` };
    await tenant.request('POST', `/templates/${template}/snapshots`, { body: kept });
  });

  test('can be opened in the editor that the settings name', async () => {
    const page = await dashboard().open(pathOf('preview'));
    await seeText(page, TEMPLATE.openInEditor);
    const link = `[...document.links].find(({ innerText }) => innerText === ${JSON.stringify(TEMPLATE.openInEditor)})`;
    expect(await page.evaluate(`[${link}.href, ${link}.rel, ${link}.target]`)).toEqual([
      `https://app.example/${dashboard().app.first.project_id}/default?mail=${template}`,
      'noreferrer',
      '_blank',
    ]);
    await page.close();
  });

  test('are shown with pictures and found by their texts', async () => {
    const page = await dashboard().open(`/projects/${dashboard().app.first.project_id}/templates`);
    await seeText(page, `Spring ${MARKUP}`);
    await page.waitForFunction('document.querySelector("article img")?.naturalWidth > 0');
    await page.locator('input[type=search]').fill('second');
    await seeText(page, 'Text: Second words');
    await expectSound(dashboard(), page);
  });

  test('are made from a starter in a language, or empty', async () => {
    const { app } = dashboard();
    const tenant = await app.openTenant('designs');
    const gallery = `/projects/${app.first.project_id}/templates?tenant=designs`;
    const page = await dashboard().open(gallery);
    await seeText(page, TEMPLATES.gallery.none);
    await clickButton(page, TEMPLATES.create.action);
    await page.locator('input[name=name]').fill(`Hallo ${MARKUP}`);
    await page.select('select[name=locale]', 'de');
    await page.locator('input[type=radio][value=welcome]').click();
    await page.waitForFunction(
      `document.querySelector('label img[src*="welcome&locale=de"]')?.naturalWidth > 0`,
    );
    expect(await findBarriers(page)).toEqual([]);
    await clickButton(page, TEMPLATES.create.submit);
    await page.waitForFunction(`document.querySelector('h1')?.innerText.startsWith('Hallo')`);
    await settle(page);
    const [made] = (await tenant.request('GET', '/templates')).body.data;
    const { body } = await tenant.request('GET', `/templates/${made.id}`);
    expect([made.name, body.data.content.settings.locale]).toEqual([`Hallo ${MARKUP}`, 'de']);
    await expectSound(dashboard(), page);
    const again = await dashboard().open(gallery);
    await clickButton(again, TEMPLATES.create.action);
    await clickButton(again, TEMPLATES.create.submit);
    await seeText(again, TEMPLATES.untitled);
    expect((await tenant.request('GET', '/templates')).body.data.length).toBe(2);
    await expectSound(dashboard(), again);
  });

  test('are shown across tenants', async () => {
    const other = await dashboard().app.openTenant('other');
    const body = { name: 'Of the other', content: contentOf('Other words') };
    await other.request('POST', '/templates', { body });
    const page = await dashboard().open(`/projects/${dashboard().app.first.project_id}/templates`);
    await seeText(page, `Spring ${MARKUP}`);
    await seeText(page, 'Of the other');
    await clickButton(page, 'By tenant', 'tab');
    await clickButton(page, 'other', 'link');
    await seeText(page, 'Templates of other');
    await expectSound(dashboard(), page);
  });

  test('have a preview in two widths and colors', async () => {
    const page = await dashboard().open(pathOf('preview'));
    await page.waitForSelector('iframe');
    await page.waitForFunction('document.querySelector("iframe").style.width === "680px"');
    await clickButton(page, 'Phone');
    await clickButton(page, 'Dark');
    const frame = 'document.querySelector("iframe").style';
    await page.waitForFunction(`${frame}.width === '375px' && ${frame}.colorScheme === 'dark'`);
    await expectSound(dashboard(), page);
  });

  test('have a preview with sample data for their merge tags, which can be changed', async () => {
    const tenant = await dashboard().app.openTenant();
    const create = { name: 'Tags', content: contentOf('Hi {{ first_name }} {{ team.color }}') };
    const { id } = (await tenant.request('POST', '/templates', { body: create })).body.data;
    const page = await dashboard().open(pathOf('preview').replace(template, id));
    const seeInMail = async (text: string) => {
      const frame = await page.waitForFrame((one) => one.url().includes('/mail-frame'));
      await frame.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`);
    };
    await seeInMail('Hi {{ first_name }}');
    await clickButton(page, TEMPLATE.preview.data);
    await seeInMail('Hi Ada Color');
    await type(page, TEMPLATE.preview.values, 'no JSON');
    await clickButton(page, TEMPLATE.preview.apply);
    await seeText(page, TEMPLATE.preview.notJson);
    await type(page, TEMPLATE.preview.values, '{"first_name": "Grace", "team": {"color": "blue"}}');
    await clickButton(page, TEMPLATE.preview.apply);
    await seeInMail('Hi Grace blue');
    await expectSound(dashboard(), page);
  });

  test('have their source', async () => {
    const page = await dashboard().open(pathOf('source'));
    await seeText(page, 'Second words');
    await clickButton(page, 'MJML', 'tab');
    await seeText(page, '<mjml');
    await clickButton(page, 'Plain text', 'tab');
    await seeText(page, 'Second words');
    await expectSound(dashboard(), page);
  });

  test('have a score, and fixes are applied', async () => {
    const page = await dashboard().open(pathOf('score'));
    await seeText(page, 'Accessibility');
    const fixes = 'document.querySelectorAll("button[aria-label^=\'Apply fix\']").length';
    const before = (await page.evaluate(fixes)) as number;
    expect(before).toBeGreaterThan(0);
    await page.locator("button[aria-label^='Apply fix']").click();
    await seeText(page, 'The fix was applied.');
    await page.waitForFunction(`${fixes} < ${before}`);
    await expectSound(dashboard(), page);
  });

  test('have a history to compare, from which single blocks are restored', async () => {
    const tenant = await dashboard().app.openTenant();
    const named = (text: string) => ({
      blocks: [
        { id: 'first', ...paragraph(`<p>${text} ${MARKUP.replaceAll('<', '&lt;')}</p>`) },
        { id: 'second', ...paragraph(`<p>${text}</p>`) },
      ],
    });
    const create = { name: 'Blocks', content: named('Before') };
    const { id } = (await tenant.request('POST', '/templates', { body: create })).body.data;
    await tenant.request('PUT', `/templates/${id}`, { body: { content: named('After') } });
    const page = await dashboard().open(pathOf('history').replace(template, id));
    await page.locator('ol li:last-child button').click();
    await page.locator("button[aria-label*='second']").click();
    await seeText(page, 'The block was restored.');
    const { blocks } = (await tenant.request('GET', `/templates/${id}`)).body.data.content;
    expect(blocks[0].content).toContain('After');
    expect(blocks[1].content).toContain('Before');
    // The list has the version that the restore has made only after it was loaded again.
    const other = 'select option:nth-child(3)';
    await page.waitForSelector(other);
    await page.select('select', String(await page.evaluate(`document.querySelector('${other}').value`)));
    await seeText(page, 'From “Version 1” to “Version 2”');
    await settle(page);
    await expectSound(dashboard(), page);
  });

  test('have a history to compare and restore', async () => {
    const page = await dashboard().open(pathOf('history'));
    await page.locator('ol li:last-child button').click();
    await seeText(page, 'Changes');
    await seeText(page, 'Restore block');
    await settle(page);
    await seeText(page, 'First');
    await page.waitForFunction('document.querySelectorAll("iframe").length === 2');
    await clickButton(page, 'Restore');
    await page.locator('[role=dialog] button[type=submit]').click();
    await seeText(page, 'The version was restored.');
    await expectSound(dashboard(), page);
    const tenant = await dashboard().app.openTenant();
    expect((await tenant.request('GET', `/templates/${template}`)).text).toContain('First words');
  });

  test('have comments to write, answer and resolve', async () => {
    const page = await dashboard().open(pathOf('comments'));
    await type(page, 'Write a comment', `Look ${MARKUP}`);
    await clickButton(page, 'Comment');
    await seeText(page, `Look ${MARKUP}`);
    await type(page, 'Reply to Anna Berger', `Yes ${MARKUP}`);
    await clickButton(page, 'Reply');
    await seeText(page, `Yes ${MARKUP}`);
    const inComments = TEMPLATE.comments;
    await clickButton(page, inComments.edit);
    await type(page, inComments.editLabel, `Look again ${MARKUP}`);
    await clickButton(page, inComments.save);
    await seeText(page, `Look again ${MARKUP}`);
    await type(page, 'Reply to Anna Berger', 'Too much');
    await clickButton(page, 'Reply');
    await seeText(page, 'Too much');
    await page.evaluate(
      `[...document.querySelectorAll('li button')].findLast((button) => button.textContent === ${JSON.stringify(inComments.delete)}).click()`,
    );
    await clickButton(page, inComments.deleteAction);
    await page.waitForFunction('!document.body.innerText.includes("Too much")');
    await clickButton(page, 'Resolve');
    await seeText(page, 'Resolved by Anna Berger');
    await expectSound(dashboard(), page);
  });

  test('have their activity', async () => {
    const page = await dashboard().open(pathOf('activity'));
    await seeText(page, 'Version restored');
    await expectSound(dashboard(), page);
  });

  test.each([
    ['viewer', { writes: false, comments: false }],
    ['reviewer', { writes: false, comments: true }],
    ['editor', { writes: true, comments: true }],
  ] as const)('offer the role %s what it allows', async (role, { writes, comments }) => {
    const { app } = dashboard();
    await dashboard().useSession(await signInMember(app, app.first.team_id, role));
    const shown = async (tab: string, selector: string, text: string) => {
      const page = await dashboard().open(pathOf(tab));
      await seeText(page, text);
      await settle(page);
      const count = (await page.evaluate(
        `document.querySelectorAll(${JSON.stringify(selector)}).length`,
      )) as number;
      await page.close();
      return count > 0;
    };
    expect(await shown('score', "button[aria-label^='Apply fix']", 'Accessibility')).toBe(writes);
    expect(await shown('comments', 'textarea', `Look again ${MARKUP}`)).toBe(comments);
  });

  test('are renamed, duplicated, archived and deleted', async () => {
    const { app } = dashboard();
    const tenant = await app.openTenant();
    const created = await tenant.request('POST', '/templates', { body: { content: contentOf('Menu') } });
    const { id } = created.body.data;
    const project = app.first.project_id;
    const page = await dashboard().open(`/projects/${project}/tenants/default/templates/${id}`);
    await clickButton(page, 'More actions');
    await clickButton(page, T.rename, 'menuitem');
    await type(page, T.name, `Autumn ${MARKUP}`);
    await page.keyboard.press('Enter');
    await seeText(page, T.renamed);
    await clickButton(page, 'More actions');
    await clickButton(page, T.archive, 'menuitem');
    await seeText(page, T.archived);
    await clickButton(page, 'More actions');
    await clickButton(page, T.duplicate, 'menuitem');
    await seeText(page, T.copyOf(`Autumn ${MARKUP}`));
    await clickButton(page, 'More actions');
    await clickButton(page, T.delete, 'menuitem');
    await seeText(page, T.deleteHint);
    await clickButton(page, T.delete);
    await seeText(page, T.deleted);
    const { name, archived_at } = (await tenant.request('GET', `/templates/${id}`)).body.data;
    expect([name, typeof archived_at]).toEqual([`Autumn ${MARKUP}`, 'string']);
    await expectSound(dashboard(), page);
  });
});
