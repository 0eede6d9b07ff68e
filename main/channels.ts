/** The two channels between the window and the program (security E2). */
export const CALL_CHANNEL = 'desk:call';
export const EVENT_CHANNEL = 'desk:event';
