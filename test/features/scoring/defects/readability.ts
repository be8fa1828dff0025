import type { Defect } from './defect.ts';

export const defects: readonly Defect[] = [];
