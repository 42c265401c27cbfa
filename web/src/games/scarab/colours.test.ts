import { test } from 'vitest';
import { expectContrast, MARKS_STAND_OUT, themesIn, WORDS_ARE_READ } from '../made/colours';

const THEMES = themesIn(import.meta.dirname);
const SQUARES = ['square', 'square-odd', 'square-lit', 'square-bare'];
const MARKS = ['plus', 'minus-edge', 'glaze', 'mark', 'mark-soft', 'linen'];
const TEXTS = [
  ['on-plus', 'plus'],
  ['on-minus', 'minus'],
  ['on-linen', 'linen'],
  ['hurts', 'linen'],
  ['mark', 'frame'],
  ['mark-soft', 'frame'],
  ['linen', 'frame'],
  ['linen', 'square-lit'],
];

test.each(THEMES)('%s: marks stand out from every square', (_, colours) => {
  for (const mark of MARKS)
    for (const square of SQUARES) expectContrast(colours, mark, square, MARKS_STAND_OUT);
});

test.each(THEMES)('%s: words and numbers can be read', (_, colours) => {
  for (const [text = '', ground = ''] of TEXTS) expectContrast(colours, text, ground, WORDS_ARE_READ);
});
