/** What is special about the missions. */
import type { Key } from '../../lib/words.svelte';
import type { MarajoaraView } from '../../wire/messages';

const NOTES: Partial<Record<MarajoaraView['mission'], Key[]>> = {
  '3': ['marajoara.note_round_track'],
  '5': ['marajoara.note_not_yellow'],
  '6': ['marajoara.page_note_exchange', 'marajoara.note_gaps'],
  '7': ['marajoara.note_past_six', 'marajoara.note_round_track'],
  '8': ['marajoara.note_round_track'],
};

/** Return what is to be told of a mission beside its objectives. */
export function notesOf(mission: MarajoaraView['mission']): Key[] {
  return NOTES[mission] ?? [];
}
