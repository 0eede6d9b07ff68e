import { LOOPBACK_HOSTS } from '../../domain/loopback.ts';

const LONGEST = 512;
const SCHEME = /^[a-z][a-z0-9+.-]{1,63}$/;

/** Characters that mean one thing to us and another to whoever follows the address. */
const TREACHEROUS = /[\s\\*#\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Schemes that belong to operating systems, browsers and everyday programs. An address with one of them starts
 * something else than the program that asks to be let in (security F6, O8).
 */
const NOT_PRIVATE = new Set(
  `
    about blob cid content data file filesystem ftp ftps sftp jar javascript mhtml mid mk res resource
    vbscript vbs view-source ws wss http wyciwyg chrome chrome-extension chrome-search devtools edge
    moz-extension moz-icon opera safari safari-extension safari-web-extension microsoft-edge brave firefox
    googlechrome search search-ms shell hcp help its ldap ldaps rlogin tn3270 telnet ssh smb afp nfs cifs vnc
    rdp dav davs webdav magnet ed2k git svn rsync mailto tel telprompt callto sip sips sms mms facetime
    facetime-audio skype news nntp snews irc ircs xmpp feed webcal market itms itms-apps itmss macappstore
    macappstores prefs app-prefs app-settings applescript shortcuts workflow intent android-app package apt
    appinstaller install onenote outlook powershell cmd wsl bash dict man info gopher finger urn tag steam
    oms zoommtg
  `.split(/\s+/),
);
const NOT_PRIVATE_PREFIX =
  /^(?:ms-|ms\.|microsoft\.|windows\.|x-apple|com\.apple\.|x-man-page|x-help|chrome\.|itms-)/;

/**
 * Why nobody may be sent back to this address, or undefined when they may: https, plain http on the person's own
 * computer, or a scheme of the program's own (security O2, O8; RFC 8252).
 *
 * @returns one sentence about the address
 */
export function redirectUriProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > LONGEST)
    return `A redirect URI must be a text of at most ${LONGEST} characters.`;
  if (TREACHEROUS.test(uri) || !URL.canParse(uri)) return 'A redirect URI is malformed.';
  const { href, protocol, hostname, username, password } = new URL(uri);
  if (href !== uri && href !== `${uri}/`) return 'A redirect URI must be written in its normal form.';
  if (username !== '' || password !== '') return 'A redirect URI must not carry a name or password.';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:') {
    return LOOPBACK_HOSTS.has(hostname)
      ? undefined
      : 'Plain http is possible on this computer only; use https.';
  }
  const scheme = protocol.slice(0, -1);
  if (!SCHEME.test(scheme) || NOT_PRIVATE.has(scheme) || NOT_PRIVATE_PREFIX.test(scheme))
    return 'A redirect URI must be https, http on this computer, or have a scheme of the app’s own.';
  return undefined;
}
