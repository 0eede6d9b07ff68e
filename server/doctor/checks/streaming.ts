import { amber, green, type Check } from '../check.ts';
import { DIAGNOSTIC_STREAM_PATH } from '../../doctor-ports.ts';
import { explainAnswer } from '../edge-answers.ts';

/** An answer in parts has to arrive in parts: what shows changes at once lives on it. */
export const streaming: Check = {
  id: 'streaming',
  group: 'handshake',
  title: 'Answers in parts',
  needs: ['tools'],
  async run(walk) {
    // The server sends the second part when the first is seen, or gives up: so nothing depends on how long it takes.
    let isSeen = false;
    const visit = await walk.visit(DIAGNOSTIC_STREAM_PATH, {
      method: 'POST',
      body: '',
      isAuthorized: true,
      onFirstPart() {
        isSeen = true;
        walk.probe.release();
      },
    });
    const parts = visit.kind === 'answer' && visit.status === 200 ? visit.text : '';
    if (!parts.includes('event: last')) return explainAnswer(walk, visit);
    if (isSeen && parts.includes('"seen":true')) return green('They arrive as they are sent.');
    return amber(
      'Answers are held back until they are complete (buffering): changes show up late in browsers, and long answers may time out.',
      'Switch buffering off for this host (nginx: proxy_buffering off; it also heeds X-Accel-Buffering).',
    );
  },
};
