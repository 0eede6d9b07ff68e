import type { TrustLevel } from '../domain/trust-level.ts';
import type { User } from '../domain/user.ts';

/** Who wants to change something, and how far the credential of the call is trusted: the least of both counts. */
export interface Acting {
  user: User;
  trust: TrustLevel;
}
