/** Host names, as `URL` writes them, under which a program is reached from its own computer alone. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
