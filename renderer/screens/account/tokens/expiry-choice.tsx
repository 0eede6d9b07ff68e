import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../../components/now.ts';
import { dayIn, daysOnOffer, daysUntil, IN_A_YEAR, type Expiry } from './expiry.ts';

const NEVER = 'never';
const ON_A_DAY = 'day';
const CHOICES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: String(IN_A_YEAR.days), label: 'In a year' },
  { value: ON_A_DAY, label: 'On a date of your choice' },
  { value: NEVER, label: 'Never' },
];
/** Stands in the date field at first. */
const SUGGESTED_DAYS = 180;

/** "expiry 30/90/365/custom/never" (decisions, Token). */
export function ExpiryChoice({
  expiry,
  onChange,
  problem,
}: {
  expiry: Expiry;
  onChange: (expiry: Expiry) => void;
  problem: string | undefined;
}) {
  const [choice, setChoice] = useState(String(IN_A_YEAR.days));
  const choose = (value: string) => {
    setChoice(value);
    onChange({ days: daysOf(value), isNeverMeant: false });
  };
  return (
    <>
      <NativeSelect
        label="Expires"
        data={CHOICES}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {choice === ON_A_DAY && <DayField onChange={onChange} problem={problem} />}
      {choice === NEVER && (
        <Checkbox
          label="It stays good for whoever finds it, for ever. I want that."
          checked={expiry.isNeverMeant}
          onChange={(event) => onChange({ days: null, isNeverMeant: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function daysOf(choice: string): number | null {
  if (choice === NEVER) return null;
  return choice === ON_A_DAY ? SUGGESTED_DAYS : Number(choice);
}

function DayField({
  onChange,
  problem,
}: {
  onChange: (expiry: Expiry) => void;
  problem: string | undefined;
}) {
  const now = useNow();
  const [day, setDay] = useState(() => dayIn(SUGGESTED_DAYS, now));
  const { first, last } = daysOnOffer(now);
  return (
    <TextInput
      type="date"
      label="Date"
      description="It works until that day, at the time of day that it is now."
      min={first}
      max={last}
      value={day}
      onChange={({ currentTarget: { value } }) => {
        setDay(value);
        if (value !== '') onChange({ days: daysUntil(value, Date.now()), isNeverMeant: false });
      }}
      error={problem}
      required
    />
  );
}
