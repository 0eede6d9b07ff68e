import type { z } from 'zod';
import type { DamageReport } from '../../ports.ts';
import type { Operation } from '../../operations/define.ts';

/** A way to run operations on a workspace: through the server that has it open, or in this process. */
export interface Connection {
  /**
   * @param user whom to act as; the workspace's owner when absent.
   * @throws {AppError}
   */
  run<Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    user?: string,
  ): Promise<z.output<Output>>;
  /** What was found wrong with the data when this process opened it. */
  readonly damage: readonly DamageReport[];
  close(): Promise<void>;
}
