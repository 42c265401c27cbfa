/** Says by a notification that it is one's turn, where that was allowed. */
import { keep, kept } from '../lib/kept';
import { say } from '../lib/words.svelte';

const KEPT = 'digsite.notify';
let wasTurn = false;

/** Tell whether the browser knows notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in window;
}

/** Tell whether notifications were asked for, and are allowed. */
export function notifies(): boolean {
  return kept(KEPT) === 'yes' && canNotify() && Notification.permission === 'granted';
}

/** Ask for notifications, or do without from now on. Return whether there will be some. */
export async function chooseNotifications(wanted: boolean): Promise<boolean> {
  const isAllowed = wanted && canNotify() && (await Notification.requestPermission()) === 'granted';
  keep(KEPT, isAllowed ? 'yes' : 'no');
  return isAllowed;
}

/** Say that it is one's turn in a game, if it was not before and nobody looks. */
export function tellTurn(isTurn: boolean, game: string): void {
  if (isTurn && !wasTurn && document.hidden && notifies()) call(game);
  wasTurn = isTurn;
}

function call(game: string): void {
  try {
    const said = new Notification(say('play.your_turn'), {
      body: game,
      tag: 'digsite-turn',
      icon: '/icon.svg',
    });
    said.onclick = () => {
      window.focus();
      said.close();
    };
  } catch {
    // Some phones know notifications, but none from a page; the title says it all the same.
  }
}
