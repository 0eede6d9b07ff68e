import { Agent, request } from 'node:http';

export interface HttpClient {
  /** Sends one request over a kept connection and reads the answer whole. */
  send(method: string, path: string, body?: string): Promise<{ status: number; body: string }>;
  close(): void;
}

/** A plain client whose own cost is small beside what it measures. */
export function createHttpClient(url: string, secret: string, connections = 1): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  return {
    send(method, path, body) {
      return new Promise((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${secret}`,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        };
        const outgoing = request({ agent, hostname, port, method, path, headers }, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
        });
        outgoing.on('error', reject);
        outgoing.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
