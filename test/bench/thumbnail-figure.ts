import { drawThumbnail } from '../../src/features/rendering/thumbnails/draw-thumbnail.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import type { Figure } from './figure.ts';
import { median } from './measure.ts';

const SECTIONS = 20;

/** The largest thumbnail of the dashboard. */
const SIZE = { width: 480, maxHeight: 2_000 };

/**
 * Runs before the measurement, until the code is fully compiled: the threads of the compiler take half of the time of
 * the first 40.
 */
const WARM_UPS = 60;
const ROUNDS = 31;

/** Processor time of a thumbnail of a mail with 20 sections, as a worker draws it. */
export const thumbnailFigure: Figure = {
  name: 'thumbnail',
  async measure() {
    const sample = sampleContent(7, 200_000);
    const sections = sample.blocks.filter(({ type }) => type === 'section').slice(0, SECTIONS);
    if (sections.length < SECTIONS) throw new Error('the sample has too few sections');
    const content = JSON.stringify({ ...sample, blocks: sections });
    const job = { ...SIZE, kind: 'draw', content, layout: 'desktop', isDark: false, pictures: [] } as const;
    const times: number[] = [];
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      const before = process.cpuUsage();
      await drawThumbnail(job);
      const { user, system } = process.cpuUsage(before);
      if (round >= WARM_UPS) times.push((user + system) / 1000);
    }
    return [
      {
        figure: `processor time of a thumbnail of ${SECTIONS} sections`,
        unit: 'ms' as const,
        galley: median(times),
        baseline: null,
        target: { atMost: 60 },
        generatorLoad: null,
      },
    ];
  },
};
