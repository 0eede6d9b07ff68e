import { COMMAND } from '../../command-name.ts';
import { LOOPBACK_HOSTS } from '../../domain/loopback.ts';
import type { Output } from './output.ts';

/** Warns whoever is about to send an address to others that it leads to this very computer alone. */
export function remarkReach(output: Output, address: string): void {
  if (!LOOPBACK_HOSTS.has(new URL(address).hostname)) return;
  output.remark(
    `Only this computer can open it. For other devices start the server with --host or --base-url, or see: ${COMMAND} address --help`,
  );
}
