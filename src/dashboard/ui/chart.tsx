import { formatCompact } from './format.tsx';

interface ChartPoint {
  label: string;
  value: number;
}

interface ChartProps {
  /** What it shows, e.g. "Requests per day". */
  label: string;
  points: readonly ChartPoint[];
  format?: (value: number) => string;
  height?: number;
}

const WIDTH = 600;

/** Bars over time, with a table for screen readers. */
export function BarChart({ label, points, format = formatCompact, height = 120 }: ChartProps) {
  const max = Math.max(1, ...points.map(({ value }) => value));
  const step = WIDTH / Math.max(1, points.length);
  const first = points[0]?.label;
  const last = points.at(-1)?.label;
  const isEmpty = points.every(({ value }) => value === 0);
  return (
    <figure className="min-w-0">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block w-full border-b border-line"
        style={{ height }}
      >
        {points.map(({ label: name, value }, index) => {
          // If all values are 0, low bars show that this is a chart.
          const least = isEmpty ? 6 : 0;
          const size = value === 0 ? least : Math.max(2, (value / max) * (height - 4));
          return (
            <rect
              key={name}
              x={index * step + step * 0.12}
              y={height - size}
              width={step * 0.76}
              height={size}
              className={isEmpty ? 'fill-line' : 'fill-accent'}
            >
              <title>{`${name}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-muted tabular-nums">
        <span>{first}</span>
        {last !== first && <span>{last}</span>}
      </div>
      <table className="sr-only">
        <caption>{label}</caption>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">{point.label}</th>
              <td>{format(point.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** A number with its name, for the top of a page. */
export function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">{label}</p>
      <p className="text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
    </div>
  );
}
