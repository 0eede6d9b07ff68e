import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

/**
 * A bare server that appends each body to the file named on standard input, flushes, and answers with the body: what
 * a durable save over HTTP costs before anything is checked, kept or looked up.
 */
const file = await open((await text(process.stdin)).trim(), 'a', 0o600);
const server = createServer((request, response) => {
  void save();
  async function save(): Promise<void> {
    const body = await buffer(request);
    await file.write(body);
    await file.datasync();
    response.end(body);
  }
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
