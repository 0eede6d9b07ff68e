import style from './status-light.module.css';

/** `off`: nothing is on; `waiting`: something is under way. */
export type Light = 'off' | 'waiting' | 'good' | 'warning' | 'bad';

/** How something stands, as a coloured dot. The words beside it say the same. */
export function StatusLight({ light }: { light: Light }) {
  return <span className={`${style['dot']} ${style[light]}`} data-light={light} aria-hidden />;
}
