import { createContext, useContext, type ReactNode } from 'react';
import type {
  AppSession,
  InputOf,
  OperationName,
  OutputOf,
  SetupAnswer,
  SetupFacts,
  SetupInput,
} from '../../server/faces/app/contract.ts';
import type { Transport } from './transport.ts';

/** The typed way to the server. */
export interface Client {
  call<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    signal?: AbortSignal,
  ): Promise<OutputOf<Name>>;
  session(): Promise<AppSession>;
  /** What the first page shows before there is a workspace. */
  readSetup(): Promise<SetupFacts>;
  /** Makes the workspace. The page then goes on at `address`, or is simply loaded again. */
  createWorkspace(input: SetupInput): Promise<SetupAnswer>;
  /** Attaches a picture to a document and places it nowhere. */
  attach(documentId: string, picture: File): Promise<OutputOf<'attachments.add'>>;
  /** Sends the next bytes of the files of an import. */
  send(id: string, at: number, data: Uint8Array<ArrayBuffer>): Promise<OutputOf<'markdown_files.send'>>;
  onChange: Transport['onChange'];
}

export function createClient(transport: Transport): Client {
  return {
    async call(name, input, signal) {
      // The server answers by the same contract that this page was built with.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return (await transport.call(name, input, signal)) as OutputOf<typeof name>;
    },
    session: () => transport.session(),
    async readSetup() {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the same contract
      return (await transport.call('setup.read', {})) as SetupFacts;
    },
    async createWorkspace(input) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the same contract
      return (await transport.call('setup.create', input)) as SetupAnswer;
    },
    async attach(documentId, picture) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the same contract
      return (await transport.attach(documentId, picture)) as OutputOf<'attachments.add'>;
    },
    async send(id, at, data) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the same contract
      return (await transport.send(id, at, data)) as OutputOf<'markdown_files.send'>;
    },
    onChange: (listener, onState) => transport.onChange(listener, onState),
  };
}

const ClientContext = createContext<Client | undefined>(undefined);

export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** @throws {Error} outside of a `ClientProvider` */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('A page was rendered outside of its client.');
  return client;
}
