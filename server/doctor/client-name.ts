/** What the app of a run is called: those with this name that nobody has let in are forgotten after a run. */
export const CLIENT_NAME = 'Commonplace connection check';

/** Product of the `User-Agent` that the doctor's own requests have, but for those in the name of assistants. */
export const DOCTOR_PRODUCT = 'Commonplace-Doctor';
