import './frame.css';
import { listen, tell } from './messages.ts';

listen((message) => {
  if (message.kind !== 'picture') return;
  const image = new Image();
  image.alt = message.alt;
  image.referrerPolicy = 'no-referrer';
  image.addEventListener('load', () => {
    document.body.replaceChildren(image);
    tell({ kind: 'drawn', width: image.naturalWidth, height: image.naturalHeight });
  });
  image.addEventListener('error', () => tell({ kind: 'failed', message: 'The picture did not load.' }));
  image.src = message.src;
});
