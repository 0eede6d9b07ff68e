import type { ErrorOut } from 'oidc-provider';

export interface ErrorWords {
  message: string;
  hint?: string;
}

const WORDS: Readonly<Record<string, ErrorWords>> = {
  invalid_client: {
    message: 'This workspace does not know the app that sent you here.',
    hint: 'It may have been unused for a long time. Remove the connection in the app, then connect again.',
  },
  invalid_redirect_uri: {
    message: 'The app asks us to send you to an address that it has not registered, so we do not.',
  },
  invalid_target: {
    message: 'The app asks for access to another service than this workspace.',
    hint: 'Check the address of the connector in the app, then connect again.',
  },
  login_required: { message: 'The app tried to connect without asking you.' },
  interaction_required: { message: 'The app tried to connect without asking you.' },
  consent_required: { message: 'The app tried to connect without asking you.' },
  temporarily_unavailable: {
    message: 'The workspace cannot save anything just now, so the app could not be connected.',
    hint: 'Go back to the app and connect again in a moment.',
  },
  server_error: {
    message: 'Something went wrong on our side.',
    hint: 'Go back to the app and connect again in a moment.',
  },
};

const UNREADABLE: ErrorWords = {
  message: 'The app says who it is at an address of its own, and nothing suitable was found there.',
  hint: 'Go back to the app and connect again in a minute. If it happens again, tell whoever makes the app.',
};

/** What a person is told who was sent to us with a request that cannot be answered. */
export function pageErrorWords({ error, error_description: description }: ErrorOut): ErrorWords {
  if (error.startsWith('invalid_client') && description?.includes('metadata document')) return UNREADABLE;
  const known = WORDS[error];
  if (known) return known;
  const detail = description === undefined ? error : `${error}: ${description}`;
  return { message: `The app sent a request that is not right (${detail}).` };
}
