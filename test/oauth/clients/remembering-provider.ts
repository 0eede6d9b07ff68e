import type {
  OAuthClientProvider as ModernProvider,
  OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import type { OAuthClientProvider as LegacyProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

/** What an application remembers of its connection, as the SDKs ask it to. */
export interface Remembered {
  client?: OAuthClientInformationMixed;
  tokens?: OAuthTokens;
  verifier?: string;
  /** Which authorization server it found. */
  discovery?: OAuthDiscoveryState;
  /** Where the person was sent last. */
  authorizationUrl?: URL;
}

/** The redirect address that the application listens at. */
const REDIRECT = 'http://127.0.0.1:3334/callback';

/**
 * The part of an OAuth client that both SDKs leave to the application. It remembers in memory and opens no browser:
 * the address for the person is kept instead.
 */
export function createRememberingProvider(remembered: Remembered): LegacyProvider & ModernProvider {
  return {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'An application on the SDK', redirect_uris: [REDIRECT] },
    state: () => 'of the application',
    clientInformation: () => remembered.client,
    saveClientInformation: (client: OAuthClientInformationMixed) => void (remembered.client = client),
    tokens: () => remembered.tokens,
    saveTokens: (tokens: OAuthTokens) => void (remembered.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (remembered.authorizationUrl = url),
    saveCodeVerifier: (verifier: string) => void (remembered.verifier = verifier),
    codeVerifier: () => remembered.verifier ?? '',
    saveDiscoveryState: (discovery: OAuthDiscoveryState) => void (remembered.discovery = discovery),
    discoveryState: () => remembered.discovery,
  };
}
