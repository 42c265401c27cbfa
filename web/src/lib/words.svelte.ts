/**
 * Sentences in four languages, from the same files that the terminal uses.
 *
 * A sentence has holes (`{seat}`); where a number decides its form it is an object with `one` and `other`,
 * chosen by the hole `n`.
 */
import { untrack } from 'svelte';
import type errors from '../../../src/digsite/languages/en/errors.json';
import type home from '../../../src/digsite/languages/en/home.json';
import type marajoara from '../../../src/digsite/languages/en/marajoara.json';
import type page from '../../../src/digsite/languages/en/page.json';
import type play from '../../../src/digsite/languages/en/play.json';
import type replay from '../../../src/digsite/languages/en/replay.json';
import type rules from '../../../src/digsite/languages/en/rules.json';
import type rules_marajoara from '../../../src/digsite/languages/en/rules_marajoara.json';
import type rules_scarab from '../../../src/digsite/languages/en/rules_scarab.json';
import type rules_scarabya from '../../../src/digsite/languages/en/rules_scarabya.json';
import type scarab from '../../../src/digsite/languages/en/scarab.json';
import type scarabya from '../../../src/digsite/languages/en/scarabya.json';
import type setup from '../../../src/digsite/languages/en/setup.json';
import type table from '../../../src/digsite/languages/en/table.json';
import { tellHouse } from './cookie';
import { keep, kept } from './kept';

export const LANGUAGES = { en: 'English', fr: 'Français', nl: 'Nederlands', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

type Forms = Record<'one' | 'other', string>;
type Sentence = string | Forms;
type Part = Record<string, Sentence>;
interface Parts {
  errors: typeof errors;
  home: typeof home;
  marajoara: typeof marajoara;
  page: typeof page;
  play: typeof play;
  replay: typeof replay;
  rules: typeof rules;
  rules_marajoara: typeof rules_marajoara;
  rules_scarab: typeof rules_scarab;
  rules_scarabya: typeof rules_scarabya;
  scarab: typeof scarab;
  scarabya: typeof scarabya;
  setup: typeof setup;
  table: typeof table;
}
export type Key = { [P in keyof Parts]: `${P}.${Extract<keyof Parts[P], string>}` }[keyof Parts];
export type Values = Record<string, unknown>;

const KEPT = 'digsite.language';
/** The cookie that tells the house which language somebody chose: it announces the words with the page. */
const CHOSEN = 'digsite-language';
const MINUS = '\u2212';
const FILES = import.meta.glob<Part>(
  ['../../../src/digsite/languages/*/*.json', '!../../../src/digsite/languages/*/cli.json'],
  {
    import: 'default',
  },
);
/** What every page needs; the words of a game or a page come with it. */
const ALWAYS = ['page', 'table', 'errors'];

class Choice {
  now = $state<Language>(chosen());
}

export const language = new Choice();
let parts = $state.raw<Record<string, Part>>({});
const wanted = new Set(ALWAYS);
let asked: Language | null = null;

function chosen(): Language {
  const last = kept(KEPT);
  if (last !== null) tellHouse(CHOSEN, last); // some browsers forget a cookie after a week
  const asked = [last, ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return (asked.find((tag) => tag !== undefined && tag in LANGUAGES) as Language | undefined) ?? 'en';
}

async function read(code: Language, part: string): Promise<[string, Part]> {
  const file = FILES[`../../../src/digsite/languages/${code}/${part}.json`];
  if (!file) throw new Error(`no words for ${part}`);
  return [part, await file()];
}

/** Load a language and speak it from now on, unless yet another was asked for in the meantime. */
export async function loadWords(code: Language): Promise<void> {
  asked = code;
  let loaded: [string, Part][] = [];
  // A page that opens meanwhile wants further words.
  while (loaded.length < wanted.size) {
    loaded = await Promise.all([...wanted].map((part) => read(code, part)));
  }
  if (asked !== code) return;
  parts = Object.fromEntries(loaded);
  language.now = code;
  document.documentElement.lang = code;
}

/** Choose another language; the choice is kept once it can be spoken. */
export async function speak(code: Language): Promise<void> {
  await loadWords(code);
  if (language.now !== code) return;
  keep(KEPT, code);
  tellHouse(CHOSEN, code);
}

/** Load the words of a game or a page, in this language and in every other that is chosen later. */
export async function loadWordsOf(...names: string[]): Promise<void> {
  for (const name of names) wanted.add(name);
  // Whoever waits for words does not ask for them again when some have come.
  const [code, missing] = untrack(() => [language.now, names.filter((name) => !(name in parts))] as const);
  if (missing.length === 0) return;
  const loaded = await Promise.all(missing.map((name) => read(code, name)));
  if (untrack(() => language.now) !== code) return loadWordsOf(...names); // another language came first
  parts = { ...parts, ...Object.fromEntries(loaded) };
}

/** Return the sentence `part.key` with its holes filled. */
export function say(key: Key, values: Values = {}): string {
  return sayAny(key, values);
}

/** Return a sentence whose key is made from data: of a game, or of a refusal. */
export function sayAny(key: string, values: Values = {}): string {
  const sentence = find(key);
  if (sentence === undefined) throw new Error(`no words for ${key}`);
  return fill(typeof sentence === 'string' ? sentence : formOf(sentence, values), values);
}

/** Tell whether there are words for a key. */
export function hasWords(key: string): boolean {
  return find(key) !== undefined;
}

function find(key: string): Sentence | undefined {
  const dot = key.indexOf('.');
  return parts[key.slice(0, dot)]?.[key.slice(dot + 1)];
}

/** How each language writes large numbers: to make these takes a browser longer than all the rest of a table. */
const numbers = new Map<Language, Intl.NumberFormat>();

/** Return the form that a count takes, as in the terminal: French counts nought as one. */
function formOf(forms: Forms, { n }: Values): string {
  const isOne = Math.abs(Number(n)) === 1 || (n === 0 && language.now === 'fr');
  return isOne ? forms.one : forms.other;
}

function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (_, hole: string) => written(values[hole]));
}

/** A list of texts, such as the squares of a walk, is one text; one that is a number has the minus of numbers. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(' – ');
  return typeof value === 'number' ? numeral(value) : String(value).replace(/^-(?=\d)/, MINUS);
}

/** Return a number as people write it: its minus is as wide as a plus, and no hyphen. */
export function numeral(value: number): string {
  return (isAlike(value) ? String(value) : formatted(value)).replace('-', MINUS);
}

/** Tell whether all our languages write a number in the same way: it has neither groups nor a fraction. */
function isAlike(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 1000;
}

function formatted(value: number): string {
  const format = numbers.get(language.now) ?? new Intl.NumberFormat(language.now);
  numbers.set(language.now, format);
  return format.format(value);
}

/** Return a moment as people write it: the time today, the date otherwise. */
export function moment(milliseconds: number): string {
  const date = new Date(milliseconds);
  const isToday = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    language.now,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium' },
  ).format(date);
}

/** Return names as people list them. */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : say('table.and', { first: names.slice(0, -1).join(', '), last });
}
