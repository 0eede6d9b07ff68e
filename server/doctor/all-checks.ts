import type { Check } from './check.ts';
import { auditChain } from './checks/audit-chain.ts';
import { authorize } from './checks/authorize.ts';
import { backup } from './checks/backup.ts';
import { bodySize } from './checks/body-size.ts';
import { certificate } from './checks/certificate.ts';
import { challenge } from './checks/challenge.ts';
import { clock } from './checks/clock.ts';
import { damage } from './checks/damage.ts';
import { disk } from './checks/disk.ts';
import { dns } from './checks/dns.ts';
import { identity } from './checks/identity.ts';
import { plainHttp } from './checks/plain-http.ts';
import { port } from './checks/port.ts';
import { redirects } from './checks/redirects.ts';
import { registration } from './checks/registration.ts';
import { resourceDocuments } from './checks/resource-documents.ts';
import { responseTime } from './checks/response-time.ts';
import { searchIndex } from './checks/search-index.ts';
import { serverMetadata } from './checks/server-metadata.ts';
import { streaming } from './checks/streaming.ts';
import { token } from './checks/token.ts';
import { tools } from './checks/tools.ts';
import { tunnel } from './checks/tunnel.ts';
import { userAgents } from './checks/user-agents.ts';

/** Every row, in the order in which they are shown: the way of a client, from its first question to its calls. */
export const ALL_CHECKS: readonly Check[] = [
  port,
  tunnel,
  dns,
  certificate,
  redirects,
  identity,
  plainHttp,
  clock,
  responseTime,
  challenge,
  resourceDocuments,
  serverMetadata,
  registration,
  authorize,
  token,
  tools,
  userAgents,
  bodySize,
  streaming,
  disk,
  backup,
  searchIndex,
  damage,
  auditChain,
];
