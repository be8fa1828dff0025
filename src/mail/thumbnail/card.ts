import { splitByFont } from './fonts.ts';
import { block, type DrawNode, inline, row } from './node.ts';

const WIDTH = 600;
const HEIGHT = 450;
const MAX_NAME = 120;

/** A plain card with a name, for a mail that cannot be drawn. */
export function layOutCard(name: string): { node: DrawNode; width: number } {
  const style = { fontSize: 32, lineHeight: 1.3, color: '#5b6472', fontFamily: 'Arimo, Noto Sans Arabic' };
  const pieces = splitByFont(name.trim().slice(0, MAX_NAME)).map(({ text, isBoxes }) =>
    inline(text, isBoxes ? { ...style, opacity: 0.4 } : style),
  );
  const text = block({ width: WIDTH - 80, textAlign: 'center', overflowWrap: 'anywhere' }, pieces);
  const center = { alignItems: 'center', justifyContent: 'center' };
  return {
    width: WIDTH,
    node: row({ ...center, width: WIDTH, height: HEIGHT, backgroundColor: '#eef0f3', overflow: 'hidden' }, [
      text,
    ]),
  };
}
