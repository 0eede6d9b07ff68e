/** How somebody does with a training, in words and the colour of its dot. */
export function progressWords({
  state,
  overdue,
}: {
  state: 'assigned' | 'failed' | 'passed';
  overdue: boolean;
}): { word: string; color: string } {
  if (state === 'passed') return { word: 'Passed', color: 'ledger' };
  if (overdue) return { word: 'Overdue', color: 'red' };
  return state === 'failed'
    ? { word: 'Not passed yet', color: 'orange' }
    : { word: 'To take', color: 'blue' };
}
