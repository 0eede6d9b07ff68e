import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { png } from '../images/pictures.ts';
import { startUploads, type UploadWorld } from '../upload/upload-world.ts';

let world: UploadWorld;
afterEach(() => world.close());

/** Stands for the 30 s within which a stranger's request must have arrived. */
const REQUEST_MS = 900;

/** Sends a head and the beginning of a body; the rest when told to. Resolves with the status line. */
function sendSlowly(path: string, head: string, body: Buffer) {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (text.includes('\r\n')) resolve(text.split('\r\n', 1)[0] ?? '');
    });
    socket.on('close', () => resolve('closed without an answer'));
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 10));
  return { answer, finish: () => socket.end(body.subarray(10)) };
}

describe('a request that arrives slowly', () => {
  it('“body 30 s”: it is answered 408 and cut, and where there is nothing nobody waits for it', async () => {
    world = await startUploads({ limits: { requestTimeoutMs: REQUEST_MS } });
    // The first call to this part of the server loads it, which is not what is waited for here.
    await fetch(`${world.url}/upload/nonsense`);
    const { answer } = sendSlowly('/upload/nonsense', 'Content-Type: image/png', png());
    expect(await answer).toBe('HTTP/1.1 404 Not Found');
    const token = await world.token('editor');
    const rest = sendSlowly(
      '/api/v1/documents',
      `Authorization: Bearer ${token}\r\nContent-Type: application/json`,
      Buffer.from('{"title": "A page"}'),
    );
    expect(await rest.answer).toBe('HTTP/1.1 408 Request Timeout');
  });

  it('a picture on an open link may take longer: phones send slowly', async () => {
    world = await startUploads({ limits: { requestTimeoutMs: REQUEST_MS } });
    const { path } = await world.mint();
    const token = await world.token('editor');
    const picture = sendSlowly(path, 'Content-Type: image/png', png());
    const headers = `Authorization: Bearer ${token}\r\nContent-Type: application/json`;
    // Sent after the picture: when its time is over, the picture's would have been over as well.
    const stranger = sendSlowly('/api/v1/documents', headers, Buffer.from('{"title": "A page"}'));
    expect(await stranger.answer).toBe('HTTP/1.1 408 Request Timeout');
    picture.finish();
    expect(await picture.answer).toBe('HTTP/1.1 200 OK');
  });

  it('yet not for ever', async () => {
    world = await startUploads({ limits: { requestTimeoutMs: REQUEST_MS, uploadTimeoutMs: 2 * REQUEST_MS } });
    const { path, link } = await world.mint();
    const { answer } = sendSlowly(path, 'Content-Type: image/png', png());
    expect(await answer).toBe('HTTP/1.1 408 Request Timeout');
    expect(world.workspace.store.tables.upload_links.get(link.id)).toMatchObject({
      used_at: null,
      failed_attempts: 0,
    });
  });
});
