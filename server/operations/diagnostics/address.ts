import { z } from 'zod';
import { isPublicAddress } from '../../domain/public-address.ts';
import type { OperationContext } from '../define.ts';

/** Start of an address; what follows the host, such as the path of the connector, is left out. */
export const addressSchema = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
  .max(2_000)
  .transform((address) => new URL(address).origin)
  .describe('Address to examine; the workspace’s own when absent');

/** Where others reach the workspace, or where it is open at this machine while nobody else does. */
export function addressToExamine({ services, actor }: OperationContext): string {
  const { publicUrl, port } = services.publicAccess;
  if (publicUrl !== null) return publicUrl;
  const isElsewhere = port === null || isPublicAddress(actor.base_url);
  // Over http in a network apps cannot sign in anyhow; at the machine itself everything can be tried.
  return isElsewhere ? actor.base_url : `http://127.0.0.1:${port}`;
}
