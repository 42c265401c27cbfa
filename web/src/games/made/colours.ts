/** A game's colours, as its `colours.css` has them, and how well they are told apart. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export type Colours = Map<string, string>;

/** What WCAG asks of marks, and of words and numbers. */
export const MARKS_STAND_OUT = 3;
export const WORDS_ARE_READ = 4.5;

/** Return the colours of a folder by theme; Night dig keeps what it does not change. */
export function themesIn(folder: string): [name: string, colours: Colours][] {
  const css = readFileSync(join(folder, 'colours.css'), 'utf8');
  const [noon = [], night = []] = css.split('}').map(read);
  return [
    ['noon', new Map(noon)],
    ['night', new Map([...noon, ...night])],
  ];
}

function read(block: string): [string, string][] {
  return [...block.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name = '', colour = '']) => [name, colour]);
}

/** Expect that one colour can be seen on another. */
export function expectContrast(colours: Colours, one: string, other: string, least: number): void {
  const found = [one, other].map((name) => colours.get(name));
  expect(found, `${one} on ${other}`).not.toContain(undefined);
  expect(contrast(found[0], found[1]), `${one} on ${other}`).toBeGreaterThanOrEqual(least);
}

function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Return how bright a colour is, as WCAG measures it. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
