import { parentPort } from 'node:worker_threads';
import { PIXEL_LIMITS } from '../domain/image.ts';
import { AppError } from '../errors.ts';
import { checkImage } from './check-image.ts';
import { handedOver } from './handed-over.ts';
import type { CheckReport, CheckTask } from './image-messages.ts';

/** The thread that looks at what strangers send: it may be ended at any moment, and then nothing is lost. */
function serve(port: NonNullable<typeof parentPort>): void {
  port.on('message', (task: CheckTask) => {
    port.postMessage({ number: task.number, kind: 'begun' } satisfies CheckReport);
    void report(task).then(({ message, transfer }) => port.postMessage(message, transfer));
  });
}

async function report(task: CheckTask): Promise<{ message: CheckReport; transfer: ArrayBuffer[] }> {
  const { number, bytes, declaredType, maxBytes } = task;
  try {
    const image = await checkImage(bytes, { declaredType, limits: { ...PIXEL_LIMITS, bytes: maxBytes } });
    const { bytes: kept, transfer } = handedOver(image.bytes);
    return { message: { number, kind: 'checked', image: { ...image, bytes: kept } }, transfer };
  } catch (error) {
    return { message: { number, ...outcomeOf(error) }, transfer: [] };
  }
}

function outcomeOf(error: unknown) {
  if (!(error instanceof AppError)) return { kind: 'failed', reason: String(error) } as const;
  const { code, message, hint, details } = error;
  return { kind: 'refused', refusal: { code, message, hint, details } } as const;
}

if (!parentPort) throw new Error('This file runs as a worker only.');
serve(parentPort);
