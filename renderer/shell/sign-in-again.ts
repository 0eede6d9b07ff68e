/**
 * Goes where people sign in, and from there back to the page that is shown now. At the machine nobody signs in: there
 * the page itself, loaded anew, says how it is opened.
 */
export function signInAgain(isLocal: boolean): void {
  if (isLocal) location.reload();
  else location.assign(`./sign-in?return_to=${encodeURIComponent(location.pathname + location.hash)}`);
}
