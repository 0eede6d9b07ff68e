import type { ComponentType } from 'react';
import { ConnectionGuide } from '../connect/connect.tsx';
import type { StepName } from './steps.ts';
import { AddressStep } from './steps/address-step.tsx';
import { BackupStep } from './steps/backup-step.tsx';
import { CheckStep } from './steps/check-step.tsx';
import { DesktopStep } from './steps/desktop-step.tsx';
import { PhoneStep } from './steps/phone-step.tsx';
import { SampleStep } from './steps/sample-step.tsx';

/** What each step shows between its heading and its buttons. */
export const STEP_PAGES: Readonly<Record<StepName, ComponentType>> = {
  backup: BackupStep,
  sample: SampleStep,
  address: AddressStep,
  check: CheckStep,
  assistant: ConnectionGuide,
  phone: PhoneStep,
  desktop: DesktopStep,
};
