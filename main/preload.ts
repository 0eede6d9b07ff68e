import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { CALL_CHANNEL, EVENT_CHANNEL } from './channels.ts';

/** All that the page gets of the program: two functions, plain data only (security E2). */
contextBridge.exposeInMainWorld('desk', {
  invoke: (operation: string, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke(CALL_CHANNEL, operation, input),
  onChange(listener: (change: unknown) => void): () => void {
    const hear = (_event: IpcRendererEvent, change: unknown) => listener(change);
    ipcRenderer.on(EVENT_CHANNEL, hear);
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, hear);
    };
  },
});
