import { describe, expect, it } from 'vitest';
import { createMovableClock } from '../../test/builders/workspace.ts';
import { createLaunchTickets } from './launch-tickets.ts';

const MINUTE = 60_000;

describe('a launch ticket (design §3: "single use, 10 minutes")', () => {
  it('opens the app once', () => {
    const tickets = createLaunchTickets(createMovableClock());
    const ticket = tickets.mint();
    expect([tickets.redeem(ticket), tickets.redeem(ticket)]).toEqual([true, false]);
  });

  it('is good for ten minutes and no longer', () => {
    const clock = createMovableClock();
    const tickets = createLaunchTickets(clock);
    const [early, late] = [tickets.mint(), tickets.mint()];
    clock.advance(10 * MINUTE - 1);
    expect(tickets.redeem(early)).toBe(true);
    clock.advance(1);
    expect(tickets.redeem(late)).toBe(false);
  });

  it('is none that was not minted', () => {
    const tickets = createLaunchTickets(createMovableClock());
    expect(tickets.redeem('cpl_lt_invented')).toBe(false);
  });

  it('gives way to newer ones, so that a loop of openings fills no memory', () => {
    const tickets = createLaunchTickets(createMovableClock());
    const minted = Array.from({ length: 21 }, () => tickets.mint());
    expect(minted.map((ticket) => tickets.redeem(ticket))).toEqual([
      false,
      ...Array.from({ length: 20 }, () => true),
    ]);
  });
});
