/** Says by a notification that it is one's turn, where that was allowed. */
import { say } from '../lib/words.svelte';

const KEPT = 'digsite.notify';
let wasTurn = false;

/** Tell whether notifications were asked for. */
export function notifies(): boolean {
  return (
    localStorage.getItem(KEPT) === 'yes' && 'Notification' in window && Notification.permission === 'granted'
  );
}

/** Ask for notifications, or do without from now on. Return whether there will be some. */
export async function chooseNotifications(wanted: boolean): Promise<boolean> {
  localStorage.setItem(KEPT, wanted ? 'yes' : 'no');
  if (wanted && 'Notification' in window) await Notification.requestPermission();
  return notifies();
}

/** Say that it is one's turn, if it was not before. */
export function tellTurn(isTurn: boolean): void {
  if (isTurn && !wasTurn && document.hidden && notifies()) {
    new Notification('Digsite', { body: say('play.your_turn'), tag: 'digsite-turn', icon: '/icon.svg' });
  }
  wasTurn = isTurn;
}
