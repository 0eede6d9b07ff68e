import { useEffect, useMemo, useState } from 'react';
import { isTooHeavy } from '../../server/markdown/weight.ts';
import { readInBackground } from './parse/background-reader.ts';
import { readText, type ReadOptions, type ReadText } from './parse/read-text.ts';

interface Asked {
  markdown: string;
  options: ReadOptions;
}

/**
 * A text, read for the page: at once when it is short, in the background when it is not. Until then the last one
 * that was read, or undefined.
 *
 * @param options the same object as long as nothing in it changes
 */
export function useReadText(markdown: string, options: ReadOptions): ReadText | undefined {
  const isLong = useMemo(() => isTooHeavy(markdown), [markdown]);
  const short = useMemo(
    () => (isLong ? undefined : readText(markdown, options)),
    [isLong, markdown, options],
  );
  const long = useLongText(isLong ? markdown : null, options);
  return short ?? long;
}

function useLongText(markdown: string | null, options: ReadOptions): ReadText | undefined {
  const [read, setRead] = useState<Asked & { text: ReadText }>();
  useEffect(() => {
    if (markdown === null) return undefined;
    const controller = new AbortController();
    readInBackground(markdown, options, controller.signal).then(
      (text) => setRead({ markdown, options, text }),
      (error: unknown) => {
        if (!controller.signal.aborted) setRead({ markdown, options, text: { kind: 'plain' } });
        return error;
      },
    );
    return () => controller.abort();
  }, [markdown, options]);
  return read?.options === options ? read.text : undefined;
}
