import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readAndParse } from './read-and-parse.ts';

/** A server that reads and parses every file named on standard input before it answers: the plain way to start. */
const paths = (await text(process.stdin)).split('\n').filter(Boolean);
const records = await readAndParse(paths);
const server = createServer((_request, response) => response.end(String(records.length)));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
