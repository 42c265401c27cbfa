/** The points over a game as lines: where they run, and what they say in words. */

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** How the line of each seat is broken, so that nobody needs its colour. */
export const DASHES = ['', '8 5', '2 5', '12 4 2 4'];
const MOST_TICKS = 7;

/** Return a scale that holds all points and zero, with round numbers on it. */
export function scaleOf(curve: number[][]): Scale {
  const all = [0, ...curve.flat()];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const step = stepFor(Math.max(1, most - least));
  const [low, high] = [Math.floor(least / step) * step, Math.max(1, Math.ceil(most / step)) * step];
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, n) => low + n * step);
  return { low, high, ticks };
}

function stepFor(span: number): number {
  const steps = [0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power));
  return steps.find((step) => span / step <= MOST_TICKS - 1) ?? span;
}

export function xOf(event: number, events: number, box: Box): number {
  return box.left + ((box.right - box.left) * event) / Math.max(1, events);
}

export function yOf(points: number, { low, high }: Scale, box: Box): number {
  return box.bottom - ((box.bottom - box.top) * (points - low)) / (high - low);
}

/** Return the line of a seat. */
export function pathOf(curve: number[][], seat: number, scale: Scale, box: Box): string {
  return curve
    .map((points, event) => {
      const [x, y] = [xOf(event, curve.length - 1, box), yOf(points[seat] ?? 0, scale, box)];
      return `${event ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** Return a seat's points after a quarter, half and three quarters of the events, and at the end. */
export function quarters(curve: number[][], seat: number): [number, number, number, number] {
  const after = (share: number) => curve[Math.round((curve.length - 1) * share)]?.[seat] ?? 0;
  return [after(0.25), after(0.5), after(0.75), after(1)];
}
