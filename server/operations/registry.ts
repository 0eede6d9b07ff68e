import { readClientConfig } from './account/client-config.ts';
import { readProfile } from './account/profile.ts';
import { readAccount } from './account/read.ts';
import { updateProfile } from './account/update.ts';
import { addImage } from './attachments/add-image.ts';
import { addAttachment } from './attachments/add.ts';
import { deleteAttachment } from './attachments/delete.ts';
import { exportAttachment } from './attachments/export.ts';
import { importAttachment } from './attachments/import.ts';
import { listAttachments } from './attachments/list.ts';
import { readAttachment } from './attachments/read.ts';
import { listAudit } from './audit/list.ts';
import { verifyAudit } from './audit/verify.ts';
import { createBackup } from './backup/create.ts';
import { deleteBackup } from './backup/delete.ts';
import { listBackups } from './backup/list.ts';
import { previewBackup } from './backup/preview.ts';
import { restoreBackup } from './backup/restore.ts';
import { readBackupStatus } from './backup/status.ts';
import { approveChangeRequest } from './change-requests/approve.ts';
import { listChangeRequests } from './change-requests/list.ts';
import { readChangeRequest } from './change-requests/read.ts';
import { rejectChangeRequest } from './change-requests/reject.ts';
import { withdrawChangeRequest } from './change-requests/withdraw.ts';
import { listAppActivity } from './connected-apps/activity.ts';
import { readChecklist } from './checklists/read.ts';
import { tickItem } from './checklists/tick.ts';
import { connectApp } from './connected-apps/connect.ts';
import { denyApp } from './connected-apps/deny.ts';
import { disconnectApp } from './connected-apps/disconnect.ts';
import { listConnectedApps } from './connected-apps/list.ts';
import { setAppTrust } from './connected-apps/set-trust.ts';
import type { Operation } from './define.ts';
import { readDesktop } from './desktop/read.ts';
import { restartDesktop } from './desktop/restart.ts';
import { updateDesktop } from './desktop/update.ts';
import { checkDocumentText } from './documents/check.ts';
import { listAttempts } from './diagnostics/attempts.ts';
import { readDiagnostics } from './diagnostics/read.ts';
import { reportDiagnostics } from './diagnostics/report.ts';
import { runDiagnostics } from './diagnostics/run.ts';
import { createDocument } from './documents/create.ts';
import { exportDocuments } from './documents/export.ts';
import { importDocuments } from './documents/import.ts';
import { listDocuments } from './documents/list.ts';
import { readDocument } from './documents/read.ts';
import { trashDocument } from './documents/trash.ts';
import { readDocumentTree } from './documents/tree.ts';
import { updateDocument } from './documents/update.ts';
import { readWritingGuide } from './documents/writing-guide.ts';
import { openApp } from './launch/open-app.ts';
import { readFirstRun } from './first-run/read.ts';
import { updateFirstRun } from './first-run/update.ts';
import { announceMarkdownFiles } from './markdown-files/announce.ts';
import { cancelTransfer } from './markdown-files/cancel.ts';
import { downloadMarkdownFiles } from './markdown-files/download.ts';
import { exportMarkdownFiles } from './markdown-files/export.ts';
import { importMarkdownFiles } from './markdown-files/import.ts';
import { receiveMarkdownFiles } from './markdown-files/receive.ts';
import { listImportedDrafts } from './markdown-files/drafts.ts';
import { sendMarkdownFiles } from './markdown-files/send.ts';
import { readTransferStatus } from './markdown-files/status.ts';
import { readMirrorStatus } from './markdown-mirror/status.ts';
import { writeMirror } from './markdown-mirror/write.ts';
import { listNotifications } from './notifications/list.ts';
import { markNotificationsRead } from './notifications/mark-read.ts';
import { tellCause } from './diagnostics/tell-cause.ts';
import { noteAddress } from './public-access/note-address.ts';
import { pausePublicAccess, resumePublicAccess } from './public-access/pause.ts';
import { readPublicAccess } from './public-access/read.ts';
import { setTunnelToken } from './public-access/set-tunnel-token.ts';
import { updatePublicAccess } from './public-access/update.ts';
import { checkSearchIndex } from './search/check.ts';
import { searchDocuments } from './search/query.ts';
import { rebuildSearchIndex } from './search/rebuild.ts';
import { readSearchStatus } from './search/status.ts';
import { endAllSessions } from './sessions/end-all.ts';
import { endSession } from './sessions/end.ts';
import { listSessions } from './sessions/list.ts';
import { openSession } from './sessions/open.ts';
import { readSettings } from './settings/read.ts';
import { setEmbeddingsKey } from './settings/set-embeddings-key.ts';
import { updateSettings } from './settings/update.ts';
import { listSittings } from './sittings/list.ts';
import { readSitting } from './sittings/read.ts';
import { undoSitting } from './sittings/undo.ts';
import { acceptInvitation } from './sign-in/accept-invitation.ts';
import { changePassword } from './sign-in/change-password.ts';
import { createSignInCode } from './sign-in/create-code.ts';
import { createSpace } from './spaces/create.ts';
import { listSpaces } from './spaces/list.ts';
import { listSpaceMembers } from './spaces/list-members.ts';
import { setSpaceMember } from './spaces/set-member.ts';
import { updateSpace } from './spaces/update.ts';
import { createTemplate } from './templates/create.ts';
import { deleteTemplate } from './templates/delete.ts';
import { listTemplates } from './templates/list.ts';
import { readTemplate } from './templates/read.ts';
import { resetTemplate } from './templates/reset.ts';
import { updateTemplate } from './templates/update.ts';
import { createToken } from './tokens/create.ts';
import { listTokens } from './tokens/list.ts';
import { revokeToken } from './tokens/revoke.ts';
import { assignDeck } from './training/assign.ts';
import { createDeck } from './training/create-deck.ts';
import { deleteDeck } from './training/delete-deck.ts';
import { listAssignments } from './training/list-assignments.ts';
import { listDecks } from './training/list-decks.ts';
import { readDeck } from './training/read-deck.ts';
import { submitAnswers } from './training/submit.ts';
import { takeDeck } from './training/take.ts';
import { unassignDeck } from './training/unassign.ts';
import { listTrash } from './trash/list.ts';
import { purgeDocument } from './trash/purge.ts';
import { restoreFromTrash } from './trash/restore.ts';
import { sweepTrash } from './trash/sweep.ts';
import { createUploadLink } from './upload-links/create.ts';
import { describeUploadLink } from './upload-links/describe.ts';
import { listUploadLinks } from './upload-links/list.ts';
import { revokeUploadLink } from './upload-links/revoke.ts';
import { sendOnUploadLink } from './upload-links/send.ts';
import { createUser } from './users/create.ts';
import { inviteUser } from './users/invite.ts';
import { listUsers } from './users/list.ts';
import { updateUser } from './users/update.ts';
import { compareVersions } from './versions/compare.ts';
import { listVersions } from './versions/list.ts';
import { readVersion } from './versions/read.ts';
import { restoreVersion } from './versions/restore.ts';
import { acceptLoss } from './workspace/accept-loss.ts';
import { addSampleSpace } from './workspace/add-sample.ts';
import { readAddress } from './workspace/address.ts';
import { initializeWorkspace } from './workspace/initialize.ts';
import { readPlace } from './workspace/place.ts';
import { verifyWorkspace } from './workspace/verify.ts';

/** Every operation there is. Faces pick from it by name; the parity test is generated from it (design §1). */
export const operations: readonly Operation[] = [
  createDocument,
  readDocument,
  readWritingGuide,
  checkDocumentText,
  listDocuments,
  readDocumentTree,
  readChecklist,
  tickItem,
  updateDocument,
  trashDocument,
  importDocuments,
  exportDocuments,
  listAttachments,
  readAttachment,
  addAttachment,
  addImage,
  deleteAttachment,
  exportAttachment,
  importAttachment,
  listTrash,
  restoreFromTrash,
  purgeDocument,
  sweepTrash,
  listVersions,
  readVersion,
  compareVersions,
  restoreVersion,
  listChangeRequests,
  readChangeRequest,
  withdrawChangeRequest,
  approveChangeRequest,
  rejectChangeRequest,
  listSpaces,
  createSpace,
  updateSpace,
  setSpaceMember,
  listSpaceMembers,
  listUsers,
  createUser,
  updateUser,
  inviteUser,
  acceptInvitation,
  createSignInCode,
  openSession,
  listSessions,
  endSession,
  endAllSessions,
  changePassword,
  createToken,
  listTokens,
  revokeToken,
  connectApp,
  denyApp,
  listConnectedApps,
  listAppActivity,
  setAppTrust,
  disconnectApp,
  readDesktop,
  updateDesktop,
  restartDesktop,
  readSettings,
  updateSettings,
  setEmbeddingsKey,
  readAccount,
  readProfile,
  updateProfile,
  createBackup,
  listBackups,
  readBackupStatus,
  previewBackup,
  restoreBackup,
  deleteBackup,
  announceMarkdownFiles,
  cancelTransfer,
  downloadMarkdownFiles,
  exportMarkdownFiles,
  importMarkdownFiles,
  receiveMarkdownFiles,
  sendMarkdownFiles,
  listImportedDrafts,
  readTransferStatus,
  readMirrorStatus,
  writeMirror,
  readAddress,
  readPublicAccess,
  updatePublicAccess,
  setTunnelToken,
  pausePublicAccess,
  resumePublicAccess,
  noteAddress,
  tellCause,
  readClientConfig,
  searchDocuments,
  readSearchStatus,
  checkSearchIndex,
  rebuildSearchIndex,
  listTemplates,
  readTemplate,
  createTemplate,
  updateTemplate,
  deleteTemplate,
  resetTemplate,
  createDeck,
  assignDeck,
  unassignDeck,
  deleteDeck,
  listDecks,
  readDeck,
  listAssignments,
  takeDeck,
  submitAnswers,
  createUploadLink,
  listUploadLinks,
  revokeUploadLink,
  describeUploadLink,
  sendOnUploadLink,
  openApp,
  listNotifications,
  markNotificationsRead,
  listSittings,
  readSitting,
  undoSitting,
  listAudit,
  verifyAudit,
  runDiagnostics,
  readDiagnostics,
  reportDiagnostics,
  listAttempts,
  initializeWorkspace,
  verifyWorkspace,
  readPlace,
  addSampleSpace,
  readFirstRun,
  updateFirstRun,
  acceptLoss,
];
