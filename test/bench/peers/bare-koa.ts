import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

/** Koa with one middleware that answers the JSON which came in on standard input, serialised for each request. */
const body = JSON.parse(await text(process.stdin)) as object;
const app = new Koa();
app.use((ctx) => {
  ctx.body = body;
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
