import { readAccount } from './account/read.ts';
import { listAudit } from './audit/list.ts';
import { verifyAudit } from './audit/verify.ts';
import { approveChangeRequest } from './change-requests/approve.ts';
import { listChangeRequests } from './change-requests/list.ts';
import { readChangeRequest } from './change-requests/read.ts';
import { rejectChangeRequest } from './change-requests/reject.ts';
import { withdrawChangeRequest } from './change-requests/withdraw.ts';
import type { Operation } from './define.ts';
import { createDocument } from './documents/create.ts';
import { exportDocuments } from './documents/export.ts';
import { importDocuments } from './documents/import.ts';
import { listDocuments } from './documents/list.ts';
import { readDocument } from './documents/read.ts';
import { trashDocument } from './documents/trash.ts';
import { updateDocument } from './documents/update.ts';
import { readWritingGuide } from './documents/writing-guide.ts';
import { listNotifications } from './notifications/list.ts';
import { markNotificationsRead } from './notifications/mark-read.ts';
import { checkSearchIndex } from './search/check.ts';
import { searchDocuments } from './search/query.ts';
import { rebuildSearchIndex } from './search/rebuild.ts';
import { readSearchStatus } from './search/status.ts';
import { readSettings } from './settings/read.ts';
import { setEmbeddingsKey } from './settings/set-embeddings-key.ts';
import { updateSettings } from './settings/update.ts';
import { createSpace } from './spaces/create.ts';
import { listSpaces } from './spaces/list.ts';
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
import { listAssignments } from './training/list-assignments.ts';
import { listDecks } from './training/list-decks.ts';
import { readDeck } from './training/read-deck.ts';
import { submitAnswers } from './training/submit.ts';
import { takeDeck } from './training/take.ts';
import { listTrash } from './trash/list.ts';
import { purgeDocument } from './trash/purge.ts';
import { restoreFromTrash } from './trash/restore.ts';
import { sweepTrash } from './trash/sweep.ts';
import { createUser } from './users/create.ts';
import { listUsers } from './users/list.ts';
import { updateUser } from './users/update.ts';
import { compareVersions } from './versions/compare.ts';
import { listVersions } from './versions/list.ts';
import { readVersion } from './versions/read.ts';
import { restoreVersion } from './versions/restore.ts';
import { acceptLoss } from './workspace/accept-loss.ts';
import { initializeWorkspace } from './workspace/initialize.ts';
import { verifyWorkspace } from './workspace/verify.ts';

/** Every operation there is. Faces pick from it by name; the parity test is generated from it (design §1). */
export const operations: readonly Operation[] = [
  createDocument,
  readDocument,
  readWritingGuide,
  listDocuments,
  updateDocument,
  trashDocument,
  importDocuments,
  exportDocuments,
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
  listUsers,
  createUser,
  updateUser,
  createToken,
  listTokens,
  revokeToken,
  readSettings,
  updateSettings,
  setEmbeddingsKey,
  readAccount,
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
  listDecks,
  readDeck,
  listAssignments,
  takeDeck,
  submitAnswers,
  listNotifications,
  markNotificationsRead,
  listAudit,
  verifyAudit,
  initializeWorkspace,
  verifyWorkspace,
  acceptLoss,
];
