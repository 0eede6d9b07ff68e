import type { Desktop } from '../../desktop-ports.ts';
import { conflict } from '../../errors.ts';
import type { Services } from '../define.ts';

/** @throws {AppError} conflict where the server runs without the desktop app */
export function requireDesktop({ desktop }: Pick<Services, 'desktop'>): Desktop {
  if (desktop) return desktop;
  throw conflict('This server runs without the desktop app.', {
    hint: 'Whatever started it, such as systemd or a terminal, decides when it starts and ends.',
  });
}
