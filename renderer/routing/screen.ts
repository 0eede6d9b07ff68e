import type { LucideIcon } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { OutputOf } from '../../server/faces/app/contract.ts';

export type Account = OutputOf<'account.read'>;

/** Who looks at the app, as far as screens differ by it. What is allowed is decided by the server at each call. */
export interface Reader {
  account: Account;
  /** Sitting at the machine. */
  is_local: boolean;
}

/** Something counted beside a screen's name: what waits for this reader there. */
export type BadgeName = 'reviews' | 'notifications';

export type ScreenGroup = 'read' | 'manage' | 'system';

/** One screen of the app: a row of the navigation and the page behind it. */
export interface Screen {
  /** Hash route, e.g. `/documents`; what comes below it belongs to the screen too. */
  path: string;
  /** Where below its path the addresses name tabs of one page; `/` is the path itself. */
  tabsBelow?: string;
  title: string;
  icon: LucideIcon;
  group: ScreenGroup;
  badge?: BadgeName;
  /** Whether the navigation offers it. */
  isFor(reader: Reader): boolean;
  /** Whether its page can be anything but refusals. Everybody's when absent. */
  isOpenTo?(reader: Reader): boolean;
  page: LazyExoticComponent<ComponentType>;
}
