import { createSocket } from 'node:dgram';

export interface NameServer {
  /** `address:port`, as a resolver takes it. */
  address: string;
  /** Questions for IPv4 addresses that were answered. */
  readonly answered: number;
  close(): Promise<void>;
}

const A = 1;
const AAAA = 28;

/**
 * A name server on loopback. Each question for IPv4 addresses of a name is answered by `answer`, with a time to live
 * of 0; names have no IPv6 addresses.
 */
export async function startNameServer(answer: (name: string) => readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  let answered = 0;
  socket.on('message', (question, from) => {
    const { name, type, end } = parseQuestion(question);
    const addresses = type === A ? answer(name) : [];
    if (type !== AAAA) answered += 1;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt16BE(0, 8);
    head.writeUInt16BE(0, 10);
    socket.send(Buffer.concat([head, question.subarray(12, end), ...addresses.map(record)]), from.port);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    get answered() {
      return answered;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function parseQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** One answer: the name of the question, type A, class IN, time to live 0, four bytes (RFC 1035, section 4.1.3). */
function record(address: string): Buffer {
  const head = Buffer.from([0xc0, 0x0c, 0, A, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
