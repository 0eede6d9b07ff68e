import { readClientConfig } from '../../operations/account/client-config.ts';
import { readProfile } from '../../operations/account/profile.ts';
import { readAccount } from '../../operations/account/read.ts';
import { updateProfile } from '../../operations/account/update.ts';
import { addAttachment } from '../../operations/attachments/add.ts';
import { deleteAttachment } from '../../operations/attachments/delete.ts';
import { listAttachments } from '../../operations/attachments/list.ts';
import { readAttachment } from '../../operations/attachments/read.ts';
import { listAudit } from '../../operations/audit/list.ts';
import { verifyAudit } from '../../operations/audit/verify.ts';
import { createBackup } from '../../operations/backup/create.ts';
import { deleteBackup } from '../../operations/backup/delete.ts';
import { listBackups } from '../../operations/backup/list.ts';
import { previewBackup } from '../../operations/backup/preview.ts';
import { restoreBackup } from '../../operations/backup/restore.ts';
import { readBackupStatus } from '../../operations/backup/status.ts';
import { approveChangeRequest } from '../../operations/change-requests/approve.ts';
import { listChangeRequests } from '../../operations/change-requests/list.ts';
import { readChangeRequest } from '../../operations/change-requests/read.ts';
import { rejectChangeRequest } from '../../operations/change-requests/reject.ts';
import { withdrawChangeRequest } from '../../operations/change-requests/withdraw.ts';
import { listAppActivity } from '../../operations/connected-apps/activity.ts';
import { readChecklist } from '../../operations/checklists/read.ts';
import { tickItem } from '../../operations/checklists/tick.ts';
import { disconnectApp } from '../../operations/connected-apps/disconnect.ts';
import { listConnectedApps } from '../../operations/connected-apps/list.ts';
import { setAppTrust } from '../../operations/connected-apps/set-trust.ts';
import { readDesktop } from '../../operations/desktop/read.ts';
import { restartDesktop } from '../../operations/desktop/restart.ts';
import { updateDesktop } from '../../operations/desktop/update.ts';
import { listAttempts } from '../../operations/diagnostics/attempts.ts';
import { readDiagnostics } from '../../operations/diagnostics/read.ts';
import { reportDiagnostics } from '../../operations/diagnostics/report.ts';
import { runDiagnostics } from '../../operations/diagnostics/run.ts';
import { checkDocumentText } from '../../operations/documents/check.ts';
import { createDocument } from '../../operations/documents/create.ts';
import { exportDocuments } from '../../operations/documents/export.ts';
import { importDocuments } from '../../operations/documents/import.ts';
import { listDocuments } from '../../operations/documents/list.ts';
import { readDocument } from '../../operations/documents/read.ts';
import { trashDocument } from '../../operations/documents/trash.ts';
import { readDocumentTree } from '../../operations/documents/tree.ts';
import { updateDocument } from '../../operations/documents/update.ts';
import { readWritingGuide } from '../../operations/documents/writing-guide.ts';
import { readFirstRun } from '../../operations/first-run/read.ts';
import { updateFirstRun } from '../../operations/first-run/update.ts';
import { announceMarkdownFiles } from '../../operations/markdown-files/announce.ts';
import { cancelTransfer } from '../../operations/markdown-files/cancel.ts';
import { downloadMarkdownFiles } from '../../operations/markdown-files/download.ts';
import { exportMarkdownFiles } from '../../operations/markdown-files/export.ts';
import { importMarkdownFiles } from '../../operations/markdown-files/import.ts';
import { receiveMarkdownFiles } from '../../operations/markdown-files/receive.ts';
import { listImportedDrafts } from '../../operations/markdown-files/drafts.ts';
import { sendMarkdownFiles } from '../../operations/markdown-files/send.ts';
import { readTransferStatus } from '../../operations/markdown-files/status.ts';
import { readMirrorStatus } from '../../operations/markdown-mirror/status.ts';
import { writeMirror } from '../../operations/markdown-mirror/write.ts';
import { listNotifications } from '../../operations/notifications/list.ts';
import { markNotificationsRead } from '../../operations/notifications/mark-read.ts';
import { pausePublicAccess, resumePublicAccess } from '../../operations/public-access/pause.ts';
import { readPublicAccess } from '../../operations/public-access/read.ts';
import { setTunnelToken } from '../../operations/public-access/set-tunnel-token.ts';
import { updatePublicAccess } from '../../operations/public-access/update.ts';
import { checkSearchIndex } from '../../operations/search/check.ts';
import { searchDocuments } from '../../operations/search/query.ts';
import { rebuildSearchIndex } from '../../operations/search/rebuild.ts';
import { readSearchStatus } from '../../operations/search/status.ts';
import { endAllSessions } from '../../operations/sessions/end-all.ts';
import { endSession } from '../../operations/sessions/end.ts';
import { listSessions } from '../../operations/sessions/list.ts';
import { readSettings } from '../../operations/settings/read.ts';
import { setEmbeddingsKey } from '../../operations/settings/set-embeddings-key.ts';
import { updateSettings } from '../../operations/settings/update.ts';
import { changePassword } from '../../operations/sign-in/change-password.ts';
import { createSignInCode } from '../../operations/sign-in/create-code.ts';
import { listSittings } from '../../operations/sittings/list.ts';
import { readSitting } from '../../operations/sittings/read.ts';
import { undoSitting } from '../../operations/sittings/undo.ts';
import { createSpace } from '../../operations/spaces/create.ts';
import { listSpaceMembers } from '../../operations/spaces/list-members.ts';
import { listSpaces } from '../../operations/spaces/list.ts';
import { setSpaceMember } from '../../operations/spaces/set-member.ts';
import { updateSpace } from '../../operations/spaces/update.ts';
import { createTemplate } from '../../operations/templates/create.ts';
import { deleteTemplate } from '../../operations/templates/delete.ts';
import { listTemplates } from '../../operations/templates/list.ts';
import { readTemplate } from '../../operations/templates/read.ts';
import { resetTemplate } from '../../operations/templates/reset.ts';
import { updateTemplate } from '../../operations/templates/update.ts';
import { createToken } from '../../operations/tokens/create.ts';
import { listTokens } from '../../operations/tokens/list.ts';
import { revokeToken } from '../../operations/tokens/revoke.ts';
import { assignDeck } from '../../operations/training/assign.ts';
import { createDeck } from '../../operations/training/create-deck.ts';
import { deleteDeck } from '../../operations/training/delete-deck.ts';
import { listAssignments } from '../../operations/training/list-assignments.ts';
import { listDecks } from '../../operations/training/list-decks.ts';
import { readDeck } from '../../operations/training/read-deck.ts';
import { submitAnswers } from '../../operations/training/submit.ts';
import { takeDeck } from '../../operations/training/take.ts';
import { unassignDeck } from '../../operations/training/unassign.ts';
import { listTrash } from '../../operations/trash/list.ts';
import { purgeDocument } from '../../operations/trash/purge.ts';
import { restoreFromTrash } from '../../operations/trash/restore.ts';
import { createUploadLink } from '../../operations/upload-links/create.ts';
import { listUploadLinks } from '../../operations/upload-links/list.ts';
import { revokeUploadLink } from '../../operations/upload-links/revoke.ts';
import { createUser } from '../../operations/users/create.ts';
import { inviteUser } from '../../operations/users/invite.ts';
import { listUsers } from '../../operations/users/list.ts';
import { updateUser } from '../../operations/users/update.ts';
import { compareVersions } from '../../operations/versions/compare.ts';
import { listVersions } from '../../operations/versions/list.ts';
import { readVersion } from '../../operations/versions/read.ts';
import { restoreVersion } from '../../operations/versions/restore.ts';
import { acceptLoss } from '../../operations/workspace/accept-loss.ts';
import { addSampleSpace } from '../../operations/workspace/add-sample.ts';
import { readAddress } from '../../operations/workspace/address.ts';
import { readPlace } from '../../operations/workspace/place.ts';
import { verifyWorkspace } from '../../operations/workspace/verify.ts';

/**
 * What the app may ask for, by name: one row for each operation that a person works with. Who may is for the
 * operation to say; those of reach `local` are refused to everybody who does not sit at the machine.
 */
export const appOperations = {
  'account.change_password': changePassword,
  'account.client_config': readClientConfig,
  'account.profile': readProfile,
  'account.read': readAccount,
  'account.update': updateProfile,
  'attachments.add': addAttachment,
  'attachments.delete': deleteAttachment,
  'attachments.list': listAttachments,
  'attachments.read': readAttachment,
  'audit.list': listAudit,
  'audit.verify': verifyAudit,
  'backup.create': createBackup,
  'backup.delete': deleteBackup,
  'backup.list': listBackups,
  'backup.preview': previewBackup,
  'backup.restore': restoreBackup,
  'backup.status': readBackupStatus,
  'change_requests.approve': approveChangeRequest,
  'change_requests.list': listChangeRequests,
  'change_requests.read': readChangeRequest,
  'change_requests.reject': rejectChangeRequest,
  'change_requests.withdraw': withdrawChangeRequest,
  'checklists.read': readChecklist,
  'checklists.tick': tickItem,
  'connected_apps.activity': listAppActivity,
  'connected_apps.disconnect': disconnectApp,
  'connected_apps.list': listConnectedApps,
  'connected_apps.set_trust': setAppTrust,
  'desktop.read': readDesktop,
  'desktop.restart': restartDesktop,
  'desktop.update': updateDesktop,
  'diagnostics.attempts': listAttempts,
  'diagnostics.read': readDiagnostics,
  'diagnostics.report': reportDiagnostics,
  'diagnostics.run': runDiagnostics,
  'documents.check': checkDocumentText,
  'documents.create': createDocument,
  'documents.export': exportDocuments,
  'documents.import': importDocuments,
  'documents.list': listDocuments,
  'documents.read': readDocument,
  'documents.trash': trashDocument,
  'documents.tree': readDocumentTree,
  'documents.update': updateDocument,
  'documents.writing_guide': readWritingGuide,
  'first_run.read': readFirstRun,
  'first_run.update': updateFirstRun,
  'markdown_files.announce': announceMarkdownFiles,
  'markdown_files.cancel': cancelTransfer,
  'markdown_files.download': downloadMarkdownFiles,
  'markdown_files.drafts': listImportedDrafts,
  'markdown_files.export': exportMarkdownFiles,
  'markdown_files.import': importMarkdownFiles,
  'markdown_files.receive': receiveMarkdownFiles,
  'markdown_files.send': sendMarkdownFiles,
  'markdown_files.status': readTransferStatus,
  'markdown_mirror.status': readMirrorStatus,
  'markdown_mirror.write': writeMirror,
  'notifications.list': listNotifications,
  'notifications.mark_read': markNotificationsRead,
  'public_access.pause': pausePublicAccess,
  'public_access.read': readPublicAccess,
  'public_access.resume': resumePublicAccess,
  'public_access.set_tunnel_token': setTunnelToken,
  'public_access.update': updatePublicAccess,
  'search.check': checkSearchIndex,
  'search.query': searchDocuments,
  'search.rebuild': rebuildSearchIndex,
  'search.status': readSearchStatus,
  'sessions.end': endSession,
  'sessions.end_all': endAllSessions,
  'sessions.list': listSessions,
  'settings.read': readSettings,
  'settings.set_embeddings_key': setEmbeddingsKey,
  'settings.update': updateSettings,
  'sign_in_codes.create': createSignInCode,
  'sittings.list': listSittings,
  'sittings.read': readSitting,
  'sittings.undo': undoSitting,
  'spaces.create': createSpace,
  'spaces.list': listSpaces,
  'spaces.list_members': listSpaceMembers,
  'spaces.set_member': setSpaceMember,
  'spaces.update': updateSpace,
  'templates.create': createTemplate,
  'templates.delete': deleteTemplate,
  'templates.list': listTemplates,
  'templates.read': readTemplate,
  'templates.reset': resetTemplate,
  'templates.update': updateTemplate,
  'tokens.create': createToken,
  'tokens.list': listTokens,
  'tokens.revoke': revokeToken,
  'training.assign': assignDeck,
  'training.create_deck': createDeck,
  'training.delete_deck': deleteDeck,
  'training.list_assignments': listAssignments,
  'training.list_decks': listDecks,
  'training.read_deck': readDeck,
  'training.submit': submitAnswers,
  'training.take': takeDeck,
  'training.unassign': unassignDeck,
  'trash.list': listTrash,
  'trash.purge': purgeDocument,
  'trash.restore': restoreFromTrash,
  'upload_links.create': createUploadLink,
  'upload_links.list': listUploadLinks,
  'upload_links.revoke': revokeUploadLink,
  'users.create': createUser,
  'users.invite': inviteUser,
  'users.list': listUsers,
  'users.update': updateUser,
  'versions.compare': compareVersions,
  'versions.list': listVersions,
  'versions.read': readVersion,
  'versions.restore': restoreVersion,
  'workspace.accept_loss': acceptLoss,
  'workspace.add_sample': addSampleSpace,
  'workspace.address': readAddress,
  'workspace.place': readPlace,
  'workspace.verify': verifyWorkspace,
} as const;
