/** What the app of a run is called: those with this name that nobody has let in are forgotten after a run. */
export const CLIENT_NAME = 'Commonplace connection check';
