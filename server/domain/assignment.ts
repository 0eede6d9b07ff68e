/** An assignment keeps this many of its attempts, the latest ones; the best score and the count are kept beside them. */
export const ATTEMPTS_KEPT = 50;

/** One time that a person took a deck. */
export interface Attempt {
  at: string;
  /** Questions with exactly the right options chosen. */
  right: number;
  questions: number;
  /** 0 to 100, rounded down; null for a deck without questions, which is read and confirmed. */
  score_percent: number | null;
  passed: boolean;
}

/** One deck that one person is to take, and how they did. */
export interface Assignment {
  id: string;
  deck_id: string;
  user_id: string;
  assigned_by: string;
  assigned_at: string;
  due_at: string | null;
  /** The latest, oldest first. */
  attempts: Attempt[];
  attempt_count: number;
  best_percent: number | null;
  /** When it was passed for the first time. */
  passed_at: string | null;
}

/** The assignment with one more attempt. A pass is never lost again. */
export function withAttempt(assignment: Assignment, attempt: Attempt): Assignment {
  const { best_percent: best, passed_at: passedAt } = assignment;
  const { score_percent: score } = attempt;
  return {
    ...assignment,
    attempts: [...assignment.attempts, attempt].slice(-ATTEMPTS_KEPT),
    attempt_count: assignment.attempt_count + 1,
    best_percent: best === null || score === null ? (score ?? best) : Math.max(best, score),
    passed_at: passedAt ?? (attempt.passed ? attempt.at : null),
  };
}

export type AssignmentState = 'assigned' | 'failed' | 'passed';

/** `failed`: tried, and not passed yet. */
export function stateOf({ passed_at, attempt_count }: Assignment): AssignmentState {
  if (passed_at !== null) return 'passed';
  return attempt_count > 0 ? 'failed' : 'assigned';
}

/** Whether it should have been passed before `now` (RFC 3339 UTC). */
export function isOverdue({ passed_at, due_at }: Assignment, now: string): boolean {
  return passed_at === null && due_at !== null && due_at < now;
}
