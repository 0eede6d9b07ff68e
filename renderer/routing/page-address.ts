import { screens } from './screens.ts';

/** Paths below which an address names a tab of the page there. */
const TABBED = screens.flatMap(({ path, tabsBelow }) =>
  tabsBelow === undefined ? [] : [tabsBelow === '/' ? path : `${path}${tabsBelow}`],
);

/** The address of the page that a route shows: the route itself, without the tab that it may name. */
export function pageAddress(route: string): string {
  return TABBED.find((path) => route === path || route.startsWith(`${path}/`)) ?? route;
}
