import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'colours.css'), 'utf8');
const [noon, night] = css.split('}').map((block) => new Map(matches(block)));
const THEMES = [
  ['noon', noon],
  ['night', night],
] as [string, Map<string, string>][];
const SQUARES = ['square', 'square-odd', 'square-roped', 'square-lit'];
const MARKS = ['mark', 'die-edge', 'ghost', 'print', 'rope', 'star'];
const TEXTS = [
  ['pip-dark', 'die-yellow'],
  ['pip-light', 'die-red'],
  ['pip-light', 'die-blue'],
  ['pip-dark', 'die-grey'],
  ['on-mark', 'mark'],
  ['on-clay', 'clay'],
  ['on-clay', 'clay-deep'],
  ['clay-deep', 'on-clay'],
  ['on-plate', 'plate'],
  ['print', 'plate'],
  ['on-plate', 'square-lit'],
];

function matches(block: string): [string, string][] {
  return [...block.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name = '', colour = '']) => [name, colour]);
}

/** Return how bright a colour is, as WCAG measures it. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(THEMES)('%s: marks stand out from every square', (_, colours) => {
  for (const mark of MARKS) {
    for (const square of SQUARES) {
      expect(contrast(colours.get(mark), colours.get(square)), `${mark} on ${square}`).toBeGreaterThanOrEqual(
        3,
      );
    }
  }
});

test.each(THEMES)('%s: words and numbers can be read', (_, colours) => {
  for (const [text = '', ground = ''] of TEXTS) {
    expect(contrast(colours.get(text), colours.get(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(
      4.5,
    );
  }
});

test.each(THEMES)('%s: free places are seen on their plate', (_, colours) => {
  expect(contrast(colours.get('plate-edge'), colours.get('plate'))).toBeGreaterThanOrEqual(3);
});
