import { readClientConfig } from '../../server/operations/account/client-config.ts';
import { readProfile } from '../../server/operations/account/profile.ts';
import { updateProfile } from '../../server/operations/account/update.ts';
import { listAppActivity } from '../../server/operations/connected-apps/activity.ts';
import { connectApp } from '../../server/operations/connected-apps/connect.ts';
import { denyApp } from '../../server/operations/connected-apps/deny.ts';
import { disconnectApp } from '../../server/operations/connected-apps/disconnect.ts';
import { listConnectedApps } from '../../server/operations/connected-apps/list.ts';
import { setAppTrust } from '../../server/operations/connected-apps/set-trust.ts';
import { readAddress } from '../../server/operations/workspace/address.ts';
import type { Operation } from '../../server/operations/define.ts';
import { endAllSessions } from '../../server/operations/sessions/end-all.ts';
import { endSession } from '../../server/operations/sessions/end.ts';
import { listSessions } from '../../server/operations/sessions/list.ts';
import { changePassword } from '../../server/operations/sign-in/change-password.ts';
import { listSittings } from '../../server/operations/sittings/list.ts';
import { readSitting } from '../../server/operations/sittings/read.ts';
import { undoSitting } from '../../server/operations/sittings/undo.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { listTokens } from '../../server/operations/tokens/list.ts';
import { revokeToken } from '../../server/operations/tokens/revoke.ts';
import type { Call } from './calls.ts';
import { ACTOR } from './world.ts';

function call(operation: Operation, input: Call['input']): Call {
  return { operation, input, read: () => 'ok' };
}

const MINE = { username: ACTOR };
const APP = {
  client_id: 'https://app.example/client.json',
  name: 'App',
  identity_host: 'app.example',
  redirect_host: 'app.example',
  scopes: ['read'],
};

/** The calls that the rules about one's own tokens and apps speak of. */
export const OWN_CALLS: Readonly<Record<string, Call>> = {
  'account.change_password': call(changePassword, () => ({
    current_password: null,
    password: 'four unrelated words here',
  })),
  'sessions.list of one’s own': call(listSessions, () => MINE),
  'sessions.list of everybody': call(listSessions, () => ({ everybody: true })),
  'sessions.end of one’s own': call(endSession, ({ world }) => ({ id: world.credentials.ownSession })),
  'sessions.end of somebody else': call(endSession, ({ world }) => ({ id: world.credentials.theirSession })),
  'sessions.end_all of one’s own': call(endAllSessions, () => ({})),
  'sessions.end_all of somebody else': call(endAllSessions, () => ({ username: 'editor' })),
  'account.profile': call(readProfile, () => ({})),
  'account.update': call(updateProfile, () => ({ name: 'Changed' })),
  'account.client_config': call(readClientConfig, () => ({})),
  'workspace.address': call(readAddress, () => ({})),
  'tokens.create for oneself': call(createToken, () => ({ name: 'New' })),
  'tokens.create for somebody else': call(createToken, () => ({ name: 'New', username: 'editor' })),
  'tokens.list of one’s own': call(listTokens, () => MINE),
  'tokens.list of everybody': call(listTokens, () => ({})),
  'tokens.revoke of one’s own': call(revokeToken, ({ world }) => ({ id: world.credentials.ownToken })),
  'tokens.revoke of somebody else': call(revokeToken, ({ world }) => ({ id: world.credentials.theirToken })),
  'connected_apps.connect': call(connectApp, () => ({ ...APP, trust_level: 'read' })),
  'connected_apps.deny': call(denyApp, () => APP),
  'connected_apps.list of one’s own': call(listConnectedApps, () => MINE),
  'connected_apps.list of everybody': call(listConnectedApps, () => ({})),
  'connected_apps.activity of one’s own': call(listAppActivity, ({ world }) => ({
    id: world.credentials.ownApp,
  })),
  'connected_apps.activity of somebody else': call(listAppActivity, ({ world }) => ({
    id: world.credentials.theirApp,
  })),
  'connected_apps.set_trust of one’s own': call(setAppTrust, ({ world }) => ({
    id: world.credentials.ownApp,
    trust_level: 'drafts',
  })),
  'connected_apps.set_trust of somebody else': call(setAppTrust, ({ world }) => ({
    id: world.credentials.theirApp,
    trust_level: 'drafts',
  })),
  'connected_apps.disconnect of one’s own': call(disconnectApp, ({ world }) => ({
    id: world.credentials.ownApp,
  })),
  'connected_apps.disconnect of somebody else': call(disconnectApp, ({ world }) => ({
    id: world.credentials.theirApp,
  })),
  'sittings.list': call(listSittings, () => ({})),
  'sittings.read of one’s own': call(readSitting, ({ world }) => ({ id: world.credentials.ownSitting })),
  'sittings.read of somebody else': call(readSitting, ({ world }) => ({
    id: world.credentials.theirSitting,
  })),
  'sittings.undo of one’s own': call(undoSitting, ({ world }) => ({ id: world.credentials.ownSitting })),
  'sittings.undo of somebody else': call(undoSitting, ({ world }) => ({
    id: world.credentials.theirSitting,
  })),
};
