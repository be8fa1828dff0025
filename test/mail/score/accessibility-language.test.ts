import { describe, expect, test } from 'bun:test';
import { detectLanguage, isDetectable } from '../../../src/mail/parse/detect-language.ts';
import { isPlainlyIn } from '../../../src/mail/score/rules/accessibility/plain-language.ts';
import { type Case, html, page, paragraph, testCases, title, WRAPPER, words } from './accessibility-cases.ts';

/** The same mail, written in each language. */
const MAILS: Record<string, string> = {
  en: 'Good morning, the oven has been on since four and the first loaves are ready. Come by before ten and we will cut you a slice while the butter is still soft.',
  de: 'Guten Morgen, der Ofen läuft seit vier Uhr und die ersten Brote sind fertig. Komm vor zehn vorbei, dann schneiden wir dir eine Scheibe ab, solange die Butter noch weich ist.',
  fr: 'Bonjour, le four tourne depuis quatre heures et les premiers pains sont prêts. Passez avant dix heures et nous vous couperons une tranche tant que le beurre est encore mou.',
  es: 'Buenos días, el horno está encendido desde las cuatro y los primeros panes ya están listos. Pasa antes de las diez y te cortaremos una rebanada mientras la mantequilla sigue blanda.',
  nl: 'Goedemorgen, de oven brandt al sinds vier uur en de eerste broden zijn klaar. Kom langs voor tien uur, dan snijden we een plak voor je af zolang de boter nog zacht is.',
  it: 'Buongiorno, il forno è acceso dalle quattro e i primi pani sono pronti. Passa prima delle dieci e ti taglieremo una fetta finché il burro è ancora morbido.',
  pt: 'Bom dia, o forno está aceso desde as quatro e os primeiros pães já estão prontos. Passe por cá antes das dez e cortamos uma fatia para você enquanto a manteiga ainda está mole.',
  sv: 'God morgon, ugnen har varit på sedan klockan fyra och de första bröden är klara. Kom förbi före tio så skär vi en skiva åt dig medan smöret fortfarande är mjukt.',
  pl: 'Dzień dobry, piec grzeje się od czwartej i pierwsze bochenki są już gotowe. Wpadnij przed dziesiątą, a ukroimy ci kromkę, póki masło jest jeszcze miękkie.',
  tr: 'Günaydın, fırın saat dörtten beri yanıyor ve ilk ekmekler hazır. Ondan önce uğrayın, tereyağı hâlâ yumuşakken size bir dilim keselim.',
  ru: 'Доброе утро, печь топится с четырёх часов, и первые буханки уже готовы. Заходите до десяти, и мы отрежем вам ломтик, пока масло ещё мягкое.',
  ar: 'صباح الخير، الفرن يعمل منذ الساعة الرابعة وأول الأرغفة جاهزة. تعالوا قبل العاشرة وسنقطع لكم شريحة بينما لا تزال الزبدة طرية.',
  ja: 'おはようございます。窯は朝四時から火が入っていて、最初のパンが焼き上がりました。十時までにお越しいただければ、バターがまだ柔らかいうちに一切れお切りします。',
};
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}']+/gu) ?? [];

describe('the language of a text', () => {
  test.each(Object.entries(MAILS))('%s is told by both detectors', (language, text) => {
    expect(isDetectable(language)).toBe(true);
    expect(detectLanguage(text)).toBe(language);
  });

  test.each(['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'])(
    '%s is told by its small words alone, and no other',
    (own) => {
      for (const [language, text] of Object.entries(MAILS)) {
        expect({ language, is: isPlainlyIn(own, wordsOf(text)) }).toEqual({ language, is: language === own });
      }
    },
  );

  test('is not told of languages a detector does not know', () => {
    for (const language of ['ca', 'gl', 'cs', 'fi', 'he', 'no', ''])
      expect(isDetectable(language)).toBe(false);
  });
});

const text = (language: string) => paragraph(`<p>${MAILS[language]}</p>`);
const declared = (locale: string) => ({ locale });

const MISMATCH: Case[] = [
  ...Object.keys(MAILS)
    .filter((language) => language !== 'ja')
    .map(
      (language): Case => ({
        is: language,
        rule: 'a11y.lang-mismatch',
        settings: declared(language),
        blocks: [text(language)],
      }),
    ),
  {
    is: 'German as English',
    rule: 'a11y.lang-mismatch',
    blocks: [text('de')],
    expects: 'medium',
    at: [null],
    names: 'German',
  },
  {
    is: 'English as German of Austria',
    rule: 'a11y.lang-mismatch',
    settings: declared('de-AT'),
    blocks: [text('en')],
    expects: 'medium',
    names: '"en"',
  },
  { is: 'Russian as English', rule: 'a11y.lang-mismatch', blocks: [text('ru')], expects: 'medium' },
  {
    is: 'Portuguese as Spanish',
    rule: 'a11y.lang-mismatch',
    settings: declared('es'),
    blocks: [text('pt')],
    expects: 'medium',
  },
  {
    is: 'a quotation in another language',
    rule: 'a11y.lang-mismatch',
    blocks: [text('en'), { ...title('Der Ofen läuft seit vier Uhr'), id: 't' }],
  },
  {
    is: '19 words',
    rule: 'a11y.lang-mismatch',
    blocks: [
      paragraph(
        `<p>${wordsOf(MAILS.de as string)
          .slice(0, 19)
          .join(' ')} {{ name }}</p>`,
      ),
    ],
    expects: 'not measured',
  },
  {
    is: 'no language',
    rule: 'a11y.lang-mismatch',
    settings: declared(''),
    blocks: [text('en')],
    expects: 'not measured',
  },
  {
    is: 'a language no detector knows',
    rule: 'a11y.lang-mismatch',
    settings: declared('ca'),
    blocks: [text('es')],
    expects: 'not measured',
  },
  {
    is: 'names of goods, which are of no language',
    rule: 'a11y.lang-mismatch',
    settings: declared('de'),
    blocks: [paragraph(`<p>${'Nike Air Max 90 Adidas Samba OG Puma Suede XL '.repeat(4)}</p>`)],
  },
];

const ARABIC = 'مرحبا بكم في مخبزنا، لدينا خبز جديد لعطلة نهاية الأسبوع ونود دعوتكم لزيارتنا';
const HEBREW = 'שלום לכולם, אפינו לחם חדש לסוף השבוע ונשמח להזמין אתכם לחנות שלנו';

const LANGUAGE: Case[] = [
  { is: 'a language', rule: 'a11y.lang' },
  {
    is: 'a language and a region, written with a low line',
    rule: 'a11y.lang',
    settings: { locale: 'de_AT' },
  },
  { is: 'none', rule: 'a11y.lang', settings: { locale: '' }, expects: 'high', at: [null] },
  { is: 'blank', rule: 'a11y.lang', settings: { locale: '  ' }, expects: 'high' },
  { is: 'undetermined', rule: 'a11y.lang', settings: { locale: 'und' }, expects: 'high', names: 'und' },
  { is: 'no tag', rule: 'a11y.lang', settings: { locale: 'en us!' }, expects: 'high', names: 'en us!' },
  { is: 'a name, not a tag', rule: 'a11y.lang', settings: { locale: 'english' }, expects: 'high' },
  { is: 'a tag of no language', rule: 'a11y.lang', settings: { locale: 'xx' }, expects: 'high' },
  { is: 'rendered with both', rule: 'a11y.lang', facts: page(WRAPPER) },
  {
    is: 'rendered without a language on the root',
    rule: 'a11y.lang',
    facts: page(WRAPPER, '<html>'),
    expects: 'high',
    names: 'root',
  },
  {
    is: 'rendered with one on the root only',
    rule: 'a11y.lang',
    facts: page('<div style="display:none">Preview</div><div>Hello</div>'),
    expects: 'high',
    names: 'body',
  },
  {
    is: 'rendered as undetermined',
    rule: 'a11y.lang',
    facts: page(WRAPPER, '<html lang="und">'),
    expects: 'high',
  },

  { is: 'left to right', rule: 'a11y.dir', blocks: [paragraph(`<p>${words(20)}</p>`)] },
  {
    is: 'Arabic as Arabic',
    rule: 'a11y.dir',
    settings: { locale: 'ar' },
    blocks: [paragraph(`<p>${ARABIC}</p>`)],
  },
  {
    is: 'Arabic as English',
    rule: 'a11y.dir',
    blocks: [paragraph(`<p>${ARABIC}</p>`)],
    expects: 'high',
    at: [null],
  },
  {
    is: 'Arabic declared as written from right to left',
    rule: 'a11y.dir',
    settings: { direction: 'rtl' },
    blocks: [paragraph(`<p>${ARABIC}</p>`)],
  },
  {
    is: 'Arabic declared as written from left to right',
    rule: 'a11y.dir',
    settings: { locale: 'ar', direction: 'ltr' },
    blocks: [paragraph(`<p>${ARABIC}</p>`)],
    expects: 'high',
    at: [null],
  },
  {
    is: 'English as Hebrew',
    rule: 'a11y.dir',
    settings: { locale: 'he' },
    blocks: [paragraph(`<p>${words(20)}</p>`)],
    expects: 'high',
  },
  { is: 'a name in Hebrew', rule: 'a11y.dir', blocks: [paragraph(`<p>${words(20)} שלום</p>`)] },
  {
    is: 'Hebrew laid out from left to right',
    rule: 'a11y.dir',
    settings: { locale: 'he' },
    blocks: [paragraph(`<p>${HEBREW}</p>`), html(`<div dir="ltr">${HEBREW}</div>`)],
    expects: 'high',
    at: ['h'],
  },
  {
    is: 'an address laid out from left to right',
    rule: 'a11y.dir',
    settings: { locale: 'he' },
    blocks: [
      paragraph(`<p>${HEBREW}</p>`),
      html('<div dir="ltr">https://example.com/en/a/long/address</div>'),
    ],
  },
  { is: 'rendered with a direction', rule: 'a11y.dir', facts: page(WRAPPER) },
  {
    is: 'rendered without one',
    rule: 'a11y.dir',
    facts: page('<div lang="en">Hello</div>'),
    expects: 'medium',
  },
  {
    is: 'Arabic rendered from left to right',
    rule: 'a11y.dir',
    settings: { locale: 'ar' },
    facts: page('<div lang="ar" dir="ltr">Hello</div>'),
    expects: 'high',
  },
];

testCases([...MISMATCH, ...LANGUAGE], ['a11y.lang-mismatch', 'a11y.lang', 'a11y.dir']);
