/** What is wrong and what to do about it, in plain words for the owner. */
export interface Obstacle {
  reason: string;
  hint: string;
  /**
   * Whether others may come through all the same: a router without loopback (hairpin NAT) leads everybody to an own
   * domain but the computers behind it.
   */
  isMaybeInside?: true;
}
