import { test } from 'vitest';
import { expectContrast, MARKS_STAND_OUT, themesIn, WORDS_ARE_READ } from '../made/colours';

const THEMES = themesIn(import.meta.dirname);
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

test.each(THEMES)('%s: marks stand out from every square', (_, colours) => {
  for (const mark of MARKS)
    for (const square of SQUARES) expectContrast(colours, mark, square, MARKS_STAND_OUT);
});

test.each(THEMES)('%s: words and numbers can be read', (_, colours) => {
  for (const [text = '', ground = ''] of TEXTS) expectContrast(colours, text, ground, WORDS_ARE_READ);
});

test.each(THEMES)('%s: free places are seen on their plate', (_, colours) => {
  expectContrast(colours, 'plate-edge', 'plate', MARKS_STAND_OUT);
});
