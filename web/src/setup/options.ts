/** The options of a game, as its schema has them. */
import type { Schemas } from '../lib/http';

export type Option = Schemas['OptionShown'];
export type Chosen = Record<string, string>;

/** Return what an option is unless somebody chooses: its first value, or an empty text. */
export function defaultOf(option: Option): string {
  return option.values?.[0] ?? '';
}

/** Return what an option is now. */
export function valueOf(option: Option, chosen: Chosen): string {
  return chosen[option.key] ?? defaultOf(option);
}

/** Tell whether an option means something beside what was chosen: what it needs must not have its default. */
export function applies(option: Option, options: Option[], chosen: Chosen): boolean {
  const needed = options.find(({ key }) => key === option.needs);
  return !needed || valueOf(needed, chosen) !== defaultOf(needed);
}

/** Return what differs from the defaults and means something: what the house is told. */
export function wanted(options: Option[], chosen: Chosen): Chosen {
  const meant = options.filter((option) => applies(option, options, chosen));
  const pairs = meant.map((option) => [option, valueOf(option, chosen).trim()] as const);
  return Object.fromEntries(
    pairs.filter(([option, value]) => value !== defaultOf(option)).map(([{ key }, value]) => [key, value]),
  );
}
