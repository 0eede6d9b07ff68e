import { grid } from './grid.ts';
import type { Rule } from './expected.ts';

const everybody = grid(`
             none    read    edit    workspace  private
  viewer     ok      ok      ok      ok         ok
  editor     ok      ok      ok      ok         ok
  approver   ok      ok      ok      ok         ok
  admin      ok      ok      ok      ok         ok
`);

/** Another person's tokens and apps are not there, but for an admin at the machine. */
const adminsOnly = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     404     404        404
  approver   404     404     404     404        404
  admin      ok      ok      ok      ok         ok
`);

const adminsNamingSomebody = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     403     403     403     403        403
  approver   403     403     403     403        403
  admin      ok      ok      ok      ok         ok
`);

function rule(call: string, outcomes: Rule['outcomes']): Rule {
  return { call, state: 'published', modes: ['strict'], outcomes };
}

/** "Members manage their own tokens and connected apps" (design §3): no space and no document has a say in it. */
export const OWN_RULES: readonly Rule[] = [
  rule('account.change_password', everybody),
  rule('sessions.list of one’s own', everybody),
  rule('sessions.list of everybody', adminsNamingSomebody),
  rule('sessions.end of one’s own', everybody),
  rule('sessions.end of somebody else', adminsOnly),
  rule('sessions.end_all of one’s own', everybody),
  rule('sessions.end_all of somebody else', adminsNamingSomebody),
  rule('account.profile', everybody),
  rule('account.update', everybody),
  rule('account.client_config', everybody),
  rule('workspace.address', everybody),
  rule('tokens.create for oneself', everybody),
  rule('tokens.create for somebody else', adminsNamingSomebody),
  rule('tokens.list of one’s own', everybody),
  rule('tokens.list of everybody', adminsNamingSomebody),
  rule('tokens.revoke of one’s own', everybody),
  rule('tokens.revoke of somebody else', adminsOnly),
  rule('connected_apps.connect', everybody),
  rule('connected_apps.deny', everybody),
  rule('connected_apps.list of one’s own', everybody),
  rule('connected_apps.list of everybody', adminsNamingSomebody),
  rule('connected_apps.activity of one’s own', everybody),
  rule('connected_apps.activity of somebody else', adminsOnly),
  rule('connected_apps.set_trust of one’s own', everybody),
  rule('connected_apps.set_trust of somebody else', adminsOnly),
  rule('connected_apps.disconnect of one’s own', everybody),
  rule('connected_apps.disconnect of somebody else', adminsOnly),
  // "Undo this sitting" is for the person in whose name it was, and for admins.
  rule('sittings.list', everybody),
  rule('sittings.read of one’s own', everybody),
  rule('sittings.read of somebody else', adminsOnly),
  rule('sittings.undo of one’s own', everybody),
  rule('sittings.undo of somebody else', adminsOnly),
];
