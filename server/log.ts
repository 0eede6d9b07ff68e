import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Every place where a secret could stand in a logged object (security L2). */
const REDACTED = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'key',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.password_hash',
  '*.secret',
  '*.secret_hash',
  '*.token',
  '*.key',
  'req.headers.authorization',
  'req.headers.cookie',
];

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured log, one JSON line an event, on standard error so that standard output stays for answers. */
export function createLogger(level: LogLevel, destination: DestinationStream = process.stderr): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED, censor: '[redacted]' },
    },
    destination,
  );
}
