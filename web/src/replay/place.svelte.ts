/** Keeps the address at the moment that is shown, so that it can be sent to others. */
import { address, go } from '../lib/router.svelte';
import { readPlace, writePlace } from './place';

/** Browsers allow only so many changes of an address; whoever drags the slider makes more. */
const WAIT = 250;

/** Write the event into the address, once one stays there. */
export function keepPlace(event: () => number): void {
  $effect(() => {
    const { seat } = readPlace(address.search);
    const to = writePlace({ at: event(), seat });
    const waiting = setTimeout(() => to !== address.search && go(address.path + to, { replace: true }), WAIT);
    return () => clearTimeout(waiting);
  });
}
