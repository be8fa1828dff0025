import {
  composePoster,
  drawCountdown,
  drawDrawing,
  drawSocialIcon,
} from '../../../src/mail/pictures/index.ts';

/** Draws one of each and prints the sum of its bytes; compiled by `compiled.test.ts`. */
async function main(): Promise<void> {
  const now = Date.UTC(2030, 0, 1);
  const target = { targetDate: '2030-01-02T00:00:00', timezone: 'Pacific/Auckland', labelDays: 'Дни' };
  const pictures = [
    await drawSocialIcon({ platform: 'github', style: 'circle' }),
    await drawCountdown(target, now),
    await drawDrawing({ scene: 'ticket', ground: '#2456d6', main: '#ffffff', accent: '#f5b544' }),
    (await composePoster({ image: await drawSocialIcon({ platform: 'email', style: 'square' }), width: 320 }))
      .bytes,
  ];
  const sums = pictures.map((bytes) => Bun.hash(bytes).toString());
  process.stdout.write(JSON.stringify(sums));
}

void main();
