import { describe, expect, test } from 'bun:test';
import { type CountdownOptions, countdownSize, drawCountdown } from '../../../src/mail/pictures/index.ts';
import { type ReadFrame, type ReadGif, readGif } from './read-gif.ts';

const NOW = Date.UTC(2030, 11, 20, 12, 0, 0);
const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** A countdown with this long to go. */
const within = (milliseconds: number, options: Partial<CountdownOptions> = {}): CountdownOptions => ({
  targetDate: new Date(NOW + milliseconds).toISOString(),
  ...options,
});
const draw = async (options: CountdownOptions, now = NOW): Promise<ReadGif> =>
  readGif(await drawCountdown(options, now));

/** What a frame shows, to compare it with another. */
const look = (frame: ReadFrame | undefined) => Bun.hash(frame?.canvas ?? '').toString();

/** Many tests compare with the same clock: each is drawn once. */
const firstLooks = new Map<string, Promise<string>>();

function firstLook(options: CountdownOptions, now = NOW): Promise<string> {
  const key = JSON.stringify([options, now]);
  const found = firstLooks.get(key) ?? draw(options, now).then(({ frames }) => look(frames[0]));
  firstLooks.set(key, found);
  return found;
}

describe('the animation', () => {
  test('counts 60 seconds once, at twice the size, in less than 100 KB', async () => {
    const bytes = await drawCountdown(within(4 * DAY + 30 * SECOND), NOW);
    const gif = readGif(bytes);
    expect(bytes.length).toBeLessThan(100_000);
    expect(countdownSize(within(0))).toEqual({ width: 600, height: 77 });
    expect([gif.width, gif.height]).toEqual([1200, 154]);
    expect(gif.frames).toHaveLength(60);
    expect(new Set(gif.frames.map((frame) => frame.delayMilliseconds))).toEqual(new Set([1000]));
    expect(gif.repeat).toBeUndefined();
    // Consecutive frames differ, and only in small rectangles.
    const small = gif.frames.slice(1).filter(({ rect }) => rect.width * rect.height < 6000);
    expect(small.length).toBeGreaterThan(50);
    expect(new Set(gif.frames.map(look)).size).toBe(60);
    expect((await new Bun.Image(bytes).metadata()).format).toBe('gif');
  });

  test('every frame is what a clock started at that second shows first', async () => {
    const options = within(100 * DAY + 65 * SECOND);
    const { frames } = await draw(options);
    for (const second of [1, 5, 6, 7, 30, 59]) {
      expect(await firstLook(options, NOW + second * SECOND)).toBe(look(frames[second]));
    }
  });

  test('a number that loses a digit is centered anew', async () => {
    const options = within(100 * DAY + 2 * SECOND);
    const { frames } = await draw(options);
    expect(frames[3]?.rect.width).toBeGreaterThan(frames[1]?.rect.width as number);
    // Digits wider apart than they would be with the narrower number, so only the counts of frames are compared.
    expect(frames).toHaveLength(60);
  });

  test('ends with the message where the moment comes', async () => {
    const { frames } = await draw(within(10 * SECOND));
    expect(frames).toHaveLength(12);
    const expired = await firstLook(within(-1));
    expect(look(frames.at(-1))).toBe(expired);
    expect(look(frames.at(-2))).not.toBe(expired);
  });

  test.each([
    ['minutes', { showSeconds: false }, 2 * DAY + 90 * SECOND, 60, [31_000, 60_000]],
    ['hours', { showSeconds: false, showMinutes: false }, 2 * DAY + 90 * SECOND, 2, [91_000, 655_350]],
    ['days', { showSeconds: false, showMinutes: false, showHours: false }, 2 * DAY, 2, [1000, 655_350]],
    ['nothing', { showSeconds: false, showMinutes: false, showHours: false, showDays: false }, DAY, 1, [0]],
  ])('has a frame per change when it shows %s', async (_, options, left, count, delays) => {
    const { frames } = await draw(within(left, options));
    expect(frames).toHaveLength(count);
    expect(frames.slice(0, delays.length).map((frame) => frame.delayMilliseconds)).toEqual(delays);
  });

  test('what a hidden unit would show goes into the next one', async () => {
    const bare = { labelDays: '', labelHours: '', labelMinutes: '', labelSeconds: '' };
    const only = { showDays: false, showMinutes: false, showSeconds: false, ...bare };
    // 2 days and 3 hours are 51 hours, the same digits as 51 minutes on a clock of minutes.
    const hours = await firstLook(within(51 * 3600 * SECOND, only));
    const minutes = await firstLook(
      within(51 * 60 * SECOND, { ...only, showHours: false, showMinutes: true }),
    );
    expect(hours).toBe(minutes);
  });

  test('the zone decides how much time is left', async () => {
    const target = { targetDate: '2030-12-21T00:00:00' };
    const utc = await firstLook(target);
    const berlin = await firstLook({ ...target, timezone: 'Europe/Berlin' });
    expect(berlin).not.toBe(utc);
    expect(berlin).toBe(await firstLook({ targetDate: '2030-12-20T23:00:00' }));
  });
});

describe('the design', () => {
  test('colors are where they belong', async () => {
    const { palette, frames } = await draw(
      within(DAY, { digitColor: 'rgb(200 0 0)', labelColor: '#00c', backgroundColor: 'lightyellow' }),
    );
    expect(palette[0]).toEqual([255, 255, 224]);
    expect(palette[15]).toEqual([200, 0, 0]);
    expect(palette[30]).toEqual([0, 0, 204]);
    const canvas = frames[0]?.canvas as Int16Array;
    expect(canvas[0]).toBe(0);
    const rows = (index: number) => {
      const found = [...canvas.keys()].filter((pixel) => canvas[pixel] === index);
      return [Math.floor((found[0] as number) / 1200), Math.floor((found.at(-1) as number) / 1200)];
    };
    const [digits, labels] = [rows(15), rows(30)];
    expect(digits[0]).toBeGreaterThan(20);
    expect(labels[0]).toBeGreaterThan(digits[1] as number);
  });

  test('transparent parts of colors are laid on white', async () => {
    const { palette } = await draw(within(DAY, { backgroundColor: 'transparent', digitColor: '#00000080' }));
    expect(palette[0]).toEqual([255, 255, 255]);
    expect(palette[15]).toEqual([127, 127, 127]);
  });

  const base = within(3 * DAY + 5 * SECOND);
  const changes: [string, Partial<CountdownOptions>][] = [
    ['showDays', { showDays: false }],
    ['showHours', { showHours: false }],
    ['showMinutes', { showMinutes: false }],
    ['showSeconds', { showSeconds: false }],
    ['separator', { separator: '-' }],
    ['no separator', { separator: ' ' }],
    ['digitFontSize', { digitFontSize: 40 }],
    ['labelFontSize', { labelFontSize: 16 }],
    ['labelDays', { labelDays: 'Tage' }],
    ['labelHours', { labelHours: 'Stunden' }],
    ['labelMinutes', { labelMinutes: 'λεπτά' }],
    ['labelSeconds', { labelSeconds: 'секунды' }],
    ['width', { width: 400 }],
  ];
  test.each(changes)('%s changes the picture', async (_, change) => {
    const gif = await draw({ ...base, ...change });
    const size = countdownSize({ ...base, ...change });
    expect([gif.width, gif.height]).toEqual([size.width * 2, size.height * 2]);
    expect(look(gif.frames[0])).not.toBe(await firstLook(base));
  });

  test('labels the font has no letters for become symbols, emoji are left out', async () => {
    const symbols = { labelDays: 'd', labelHours: 'h', labelMinutes: 'min', labelSeconds: 's' };
    const other = { labelDays: 'दिन', labelHours: 'ঘণ্টা', labelMinutes: 'நிமிடம்', labelSeconds: 'ሰከንድ' };
    expect(await firstLook({ ...base, ...other })).toBe(await firstLook({ ...base, ...symbols }));
    expect(await firstLook({ ...base, labelDays: '⏰ Days 🎉' })).toBe(await firstLook(base));
  });

  /** The clock without labels. */
  let bare: Promise<ReadGif> | undefined;

  test.each([
    ['English', ['Days', 'Hours', 'Minutes', 'Seconds'], 'This offer is over'],
    ['German', ['Tage', 'Stunden', 'Minuten', 'Sekunden'], 'Dafür ist es zu spät'],
    ['French', ['Jours', 'Heures', 'Minutes', 'Secondes'], 'L’offre est terminée'],
    ['Spanish', ['Días', 'Horas', 'Minutos', 'Segundos'], 'La promoción terminó'],
    ['Dutch', ['Dagen', 'Uren', 'Minuten', 'Seconden'], 'De actie is voorbij'],
    ['Italian', ['Giorni', 'Ore', 'Minuti', 'Secondi'], 'L’offerta è finita'],
    ['Portuguese', ['Dias', 'Horas', 'Minutos', 'Segundos'], 'A promoção terminou'],
    ['Arabic', ['أيام', 'ساعات', 'دقائق', 'ثوانٍ'], 'انتهى هذا العرض'],
    ['Hebrew', ['ימים', 'שעות', 'דקות', 'שניות'], 'המבצע הסתיים'],
    ['Thai', ['วัน', 'ชั่วโมง', 'นาที', 'วินาที'], 'ข้อเสนอนี้สิ้นสุดแล้ว'],
    ['Chinese', ['天', '小时', '分钟', '秒'], '优惠已结束'],
    ['Japanese', ['日', '時間', '分', '秒'], 'キャンペーンは終了しました'],
    ['Korean', ['일', '시간', '분', '초'], '행사가 종료되었습니다'],
    ['Armenian', ['օր', 'ժամ', 'րոպե', 'վայրկյան'], 'ավարտվեց'],
    ['Georgian', ['დღე', 'საათი', 'წუთი', 'წამი'], 'დასრულდა'],
  ])('labels and message in %s are drawn with letters of the script', async (_, labels, message) => {
    const [labelDays = '', labelHours = '', labelMinutes = '', labelSeconds = ''] = labels;
    const own = await draw({ ...base, labelDays, labelHours, labelMinutes, labelSeconds });
    bare ??= draw({ ...base, labelDays: '', labelHours: '', labelMinutes: '', labelSeconds: '' });
    const ink = (canvas: Int16Array | undefined) => canvas?.filter((index) => index > 15).length ?? 0;
    expect([ink(own.frames[0]?.canvas) > 50, ink((await bare).frames[0]?.canvas)]).toEqual([true, 0]);
    // A box in place of each letter would look the same whatever the letters are.
    const others = { labelDays: labelHours, labelHours: labelDays, labelMinutes, labelSeconds };
    expect(await firstLook({ ...base, ...others })).not.toBe(look(own.frames[0]));
    const expired = await firstLook(within(-DAY, { expiredMessage: message }));
    const zeros = await firstLook(within(-DAY, { expiredMessage: '' }));
    expect(expired).not.toBe(zeros);
    expect(expired).not.toBe(
      await firstLook(within(-DAY, { expiredMessage: [...message].slice(1).join('') })),
    );
  });

  test('no labels, no row for them', async () => {
    const bare = { labelDays: '', labelHours: ' ', labelMinutes: '', labelSeconds: '' };
    expect(countdownSize({ ...base, ...bare }).height).toBe(56);
    expect((await draw({ ...base, ...bare })).height).toBe(112);
  });
});

describe('once the moment has passed', () => {
  test('the message is drawn, in the size of the clock', async () => {
    const gif = await draw(within(-DAY));
    expect(gif.frames).toHaveLength(1);
    expect([gif.width, gif.height]).toEqual([1200, 154]);
    const canvas = gif.frames[0]?.canvas as Int16Array;
    expect(canvas.includes(15)).toBe(true);
    expect(canvas.includes(30)).toBe(false);
    expect(await firstLook(within(-DAY, { expiredMessage: 'Vorbei' }))).not.toBe(look(gif.frames[0]));
    expect(await firstLook(within(0))).toBe(look(gif.frames[0]));
  });

  test('zeros stand in for no message and for one in letters the font lacks', async () => {
    const zeros = await firstLook(within(500));
    expect(await firstLook(within(-1, { expiredMessage: '' }))).toBe(zeros);
    expect(await firstLook(within(-1, { expiredMessage: 'यह ऑफ़र समाप्त हो गया' }))).toBe(zeros);
    expect(await firstLook({ targetDate: '{{ deadline }}' })).toBe(zeros);
  });

  test('or nothing, if so wished', async () => {
    const gif = await draw(within(-1, { hideOnExpiry: true }));
    expect([gif.width, gif.height]).toEqual([1, 1]);
    expect([...(gif.frames[0]?.canvas ?? [])]).toEqual([-1]);
    const running = await draw(within(2 * SECOND, { hideOnExpiry: true }));
    expect(new Set(running.frames.at(-1)?.canvas)).toEqual(new Set([0]));
  });
});

describe('hostile values', () => {
  const markup = '"/></text><image href="file:///etc/passwd"/>&#0;]]>';
  const hostile: [string, Partial<CountdownOptions>][] = [
    ['markup', { labelDays: markup, expiredMessage: markup, separator: markup, digitColor: markup }],
    ['control characters', { labelDays: '\u0000\u0007\u001b[1m\u202eDays\ufffe', expiredMessage: '\ud800' }],
    ['long texts', { labelDays: 'W'.repeat(100_000), expiredMessage: 'W '.repeat(100_000) }],
    ['large numbers', { digitFontSize: 1e9, labelFontSize: 1e9, width: 1e9 }],
    ['no numbers', { digitFontSize: Number.NaN, labelFontSize: -5, width: Number.POSITIVE_INFINITY }],
    ['small numbers', { digitFontSize: 0, labelFontSize: 0, width: 0 }],
    ['too narrow', { width: 80, digitFontSize: 96, labelFontSize: 48 }],
    ['far away', { targetDate: '9999-12-31T23:59:59', showDays: false, showHours: false, width: 80 }],
    ['colors', { digitColor: 'url(x)', labelColor: 'red;', backgroundColor: '('.repeat(100_000) }],
  ];
  test.each(hostile)('%s still make a clock of bounded size', async (_, options) => {
    for (const left of [DAY, 3 * SECOND, -1]) {
      const bytes = await drawCountdown({ ...within(left), ...options }, NOW);
      const gif = readGif(bytes);
      expect(gif.width).toBeLessThanOrEqual(1600);
      expect(gif.height).toBeLessThanOrEqual(400);
      expect(bytes.length).toBeLessThan(200_000);
    }
  });

  test('the same input gives the same bytes', async () => {
    const options = within(DAY + 7 * SECOND, { labelDays: 'Дни', separator: '-' });
    expect(Buffer.compare(await drawCountdown(options, NOW), await drawCountdown(options, NOW))).toBe(0);
    const [one, other] = await Promise.all([drawCountdown(options, NOW), drawCountdown(options, NOW + 1)]);
    expect(one.length).toBeGreaterThan(10_000);
    expect(other.length).toBeGreaterThan(10_000);
  });
});
