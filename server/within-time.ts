/** What work results in, or null when it takes longer. The work is not stopped. */
export async function withinTime<Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
