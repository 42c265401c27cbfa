/** Addresses are plain paths; links inside the page are followed without leaving it. */

class Address {
  path = $state(location.pathname);
  search = $state(location.search);
}

export const address = new Address();

function read(): void {
  address.path = location.pathname;
  address.search = location.search;
}

/** Go somewhere else in the page; `replace` renames the place where one is. */
export function go(to: string, { replace = false } = {}): void {
  const isElsewhere = to.replace(/[?#].*/, '') !== location.pathname;
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  read();
  if (isElsewhere || !replace) scrollTo(0, 0);
}

function isOwnLink(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  return plain && link.origin === location.origin && !link.target && !link.hasAttribute('download');
}

/** Follow a link that was clicked, if it leads to another page of ours; within one the browser knows the way. */
export function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (event.defaultPrevented || !link || !isOwnLink(event, link) || link.pathname.startsWith('/api/')) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  if (link.href !== location.href) go(link.pathname + link.search + link.hash);
}

addEventListener('popstate', read);
