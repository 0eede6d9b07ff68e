/** What is wrong and what to do about it, in plain words for the owner. */
export interface Obstacle {
  reason: string;
  hint: string;
}
