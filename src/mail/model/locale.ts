/** Languages written from right to left (Unicode CLDR, characterOrder). */
const RTL_LANGUAGES = new Set(
  'ar arc arz ckb dv fa glk he iw ji ks lrc mzn nqo pnb prs ps sd syr ug ur yi'.split(' '),
);
const RTL_SCRIPTS = new Set('Adlm Arab Hebr Mand Nkoo Rohg Samr Syrc Thaa'.split(' '));

/** Language and direction of a mail. */
export interface Language {
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** Language and direction of a mail: the direction of its settings, else that of its language. */
export function readLanguage({
  locale,
  direction,
}: {
  locale: string;
  direction?: 'ltr' | 'rtl' | undefined;
}): Language {
  const language = readLocale(locale);
  return direction === undefined ? language : { ...language, dir: direction };
}

/** The canonical BCP-47 tag of a locale and its writing direction; English when the locale is invalid. */
function readLocale(locale: string): Language {
  let parsed: Intl.Locale;
  try {
    parsed = new Intl.Locale(locale.trim().replaceAll('_', '-'));
  } catch {
    return { lang: 'en', dir: 'ltr' };
  }
  const isRtl = parsed.script ? RTL_SCRIPTS.has(parsed.script) : RTL_LANGUAGES.has(parsed.language);
  return { lang: parsed.toString(), dir: isRtl ? 'rtl' : 'ltr' };
}
