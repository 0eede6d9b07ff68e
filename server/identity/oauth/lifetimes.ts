const MINUTE = 60;
export const HOUR = 3_600;
const DAY = 86_400;

/**
 * How long what the authorization server hands out is good, in seconds (decisions, "Lifetimes"; security O5, O7).
 * Access tokens have the workspace's setting `access_token_hours`.
 */
export const LIFETIME = {
  code: MINUTE,
  /** From the click on “Connect” in a client to the answer on our page. */
  interaction: 10 * MINUTE,
  /** From its last use: each refresh hands out a new one. */
  refreshToken: 30 * DAY,
  /** A connection ends after this time however much it is used. */
  grant: 365 * DAY,
  registrationAccessToken: 30 * DAY,
} as const;

/**
 * For so long after its first use a refresh token may be used again: several workers of one host refresh at the
 * same moment, and an answer may be lost on its way. Later use means theft and ends the connection.
 */
export const REFRESH_REUSE_GRACE_SECONDS = 30;

/** A client that registered itself and was let in by nobody is forgotten after this time. */
export const UNUSED_CLIENT_SECONDS = DAY;
/** A client that was let in but has not called for so long is forgotten too. */
export const IDLE_CLIENT_SECONDS = 90 * DAY;
/** A consent whose code was never redeemed leaves nothing behind. */
export const UNREDEEMED_GRANT_SECONDS = HOUR;
/** For so long after its end an access token is still known as one that was good, however many wrong ones come. */
export const EXPIRED_ACCESS_TOKEN_SECONDS = DAY;
