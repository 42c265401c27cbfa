import { expect, test } from 'vitest';
import { cookie, setCookie } from './cookie';

test('a cookie says what it was told last, and is told from others', () => {
  expect(cookie('tongue')).toBeNull();
  setCookie('tongue-tied', 'yes');
  setCookie('tongue', 'fr');
  setCookie('tongue', 'nl');
  expect([cookie('tongue'), cookie('tongue-tied')]).toEqual(['nl', 'yes']);
});
