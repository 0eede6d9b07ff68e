import { pictureOf, sizeWords, smallerWords } from './picture.js';

/**
 * The page of an upload link: choose, look at, send one picture. Without this script the form at the top of the page
 * does the same in fewer steps.
 */

/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./picture.js').Words} Words */
/** @typedef {{ document_title: string, space_name: string, message: string }} Uploaded */

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}

const page = {
  headline: element('headline', HTMLElement),
  notices: element('notices', HTMLElement),
  plain: element('plain', HTMLElement),
  chooser: element('chooser', HTMLElement),
  drop: element('drop', HTMLElement),
  choose: element('choose', HTMLInputElement),
  camera: element('camera', HTMLInputElement),
  chosen: element('chosen', HTMLElement),
  preview: element('preview', HTMLElement),
  thumbnail: element('thumbnail', HTMLImageElement),
  fileName: element('file-name', HTMLElement),
  smaller: element('smaller', HTMLElement),
  send: element('send', HTMLButtonElement),
  change: element('change', HTMLButtonElement),
  sending: element('sending', HTMLElement),
  progress: element('progress', HTMLProgressElement),
  progressWords: element('progress-words', HTMLElement),
  percent: element('percent', HTMLOutputElement),
  cancel: element('cancel', HTMLButtonElement),
  status: element('status', HTMLElement),
  terms: element('terms', HTMLElement),
};

const limitBytes = Number(page.terms.dataset['limitBytes']);
const closesAt = performance.now() + Number(page.terms.dataset['secondsLeft']) * 1000;

const EXPIRED = {
  message: 'This upload link has expired.',
  hint: 'A link is good for one hour. Ask for a new one.',
};

const UNREADABLE = {
  message: 'This file cannot be read.',
  hint: 'Choose it again, or another one.',
};

/** What will be sent, once something was chosen. @type {Picture | undefined} */
let picture;
/** The file that was chosen last: reading one that was chosen before may take longer. @type {File | undefined} */
let wanted;
/** The attempt under way. @type {XMLHttpRequest | undefined} */
let attempt;
/** Names this picture in every attempt to send it, so that one that arrived unheard is not taken for a second. */
let uploadId = '';
/** Whether the link takes nothing more; the page is at its end then. */
let isOver = false;

/** @param {'chooser' | 'preview' | 'sending'} step */
function show(step) {
  page.chooser.hidden = step !== 'chooser';
  page.chosen.hidden = step === 'chooser';
  page.preview.hidden = step !== 'preview';
  page.sending.hidden = step !== 'sending';
}

/**
 * @param {Words | undefined} words what is wrong, read out at once; nothing clears it
 */
function complain(words) {
  page.notices.replaceChildren();
  if (!words) return;
  const notice = document.createElement('div');
  notice.className = 'notice problem';
  notice.setAttribute('role', 'alert');
  notice.append(paragraph(words.message));
  if (words.hint !== undefined) notice.append(paragraph(words.hint));
  page.notices.append(notice);
}

/**
 * @param {string} text
 * @param {string} [className]
 */
function paragraph(text, className = '') {
  const made = document.createElement('p');
  made.textContent = text;
  made.className = className;
  return made;
}

/** @param {FileList | null | undefined} files */
async function take(files) {
  if (isOver || attempt) return;
  const [file, second] = files ?? [];
  if (!file) return;
  if (second) {
    complain({ message: 'Only one picture can be sent on this link.', hint: 'Choose one of them.' });
    return;
  }
  wanted = file;
  page.status.textContent = 'Reading the picture …';
  const onShrink = () => (page.status.textContent = 'Making the picture smaller …');
  const found = await pictureOf(file, { limitBytes, onShrink }).catch(() => ({ problem: UNREADABLE }));
  if (wanted !== file) return;
  page.status.textContent = '';
  // Reading takes a while: what was chosen before may be on its way by now.
  if (isOver || attempt) return;
  if ('problem' in found) reject(found.problem);
  else offer(found.picture);
}

/** @param {Words} words */
function reject(words) {
  forget();
  show('chooser');
  complain(words);
}

/** @param {Picture} found */
function offer(found) {
  forget();
  picture = found;
  uploadId = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  page.thumbnail.src = URL.createObjectURL(found.blob);
  page.fileName.textContent = `${found.name || 'Picture'}, ${sizeWords(found.blob.size)}`;
  page.smaller.textContent = found.smallerThan === undefined ? '' : smallerWords(found, limitBytes);
  complain(undefined);
  page.send.textContent = 'Send picture';
  show('preview');
  page.send.focus();
}

/** Lets go of what was chosen. */
function forget() {
  if (page.thumbnail.src !== '') URL.revokeObjectURL(page.thumbnail.src);
  page.thumbnail.removeAttribute('src');
  page.choose.value = '';
  page.camera.value = '';
  picture = undefined;
}

function send() {
  if (!picture || attempt) return;
  complain(undefined);
  setProgress(0);
  show('sending');
  page.cancel.focus();
  const request = new XMLHttpRequest();
  attempt = request;
  request.open('POST', location.pathname);
  request.setRequestHeader('Content-Type', picture.type);
  request.setRequestHeader('X-File-Name', encodeURIComponent(picture.name));
  request.setRequestHeader('X-Upload-Id', uploadId);
  request.upload.addEventListener('progress', ({ loaded, total }) => setProgress((100 * loaded) / total));
  request.addEventListener('load', () => finish(request));
  request.addEventListener('error', () =>
    again({
      message: 'The connection was lost.',
      hint: 'The link is still good: try again when you are back online.',
    }),
  );
  request.addEventListener('abort', () => again(undefined, 'Cancelled. Nothing was sent.'));
  request.send(picture.blob);
}

/** @param {number} percent */
function setProgress(percent) {
  const whole = Math.floor(percent);
  page.progress.value = percent;
  page.percent.value = `${whole} %`;
  page.progressWords.textContent = whole < 100 ? 'Sending' : 'Checking the picture';
}

/**
 * Back to the picture, so that it can be sent once more.
 *
 * @param {Words | undefined} problem
 * @param {string} [status]
 */
function again(problem, status = '') {
  attempt = undefined;
  if (performance.now() >= closesAt) return close(EXPIRED);
  complain(problem);
  page.send.textContent = problem ? 'Try again' : 'Send picture';
  page.status.textContent = status;
  show('preview');
  page.send.focus();
}

/** @param {XMLHttpRequest} request */
function finish(request) {
  attempt = undefined;
  const answer = parsed(request.responseText);
  if (request.status === 200) return celebrate(answer);
  const words = {
    message: answer.message ?? 'The server did not take the picture.',
    ...(answer.hint !== undefined && { hint: answer.hint }),
  };
  if (request.status === 410 || request.status === 404) return close(words);
  if (request.status === 429 || request.status === 408 || request.status >= 500) return again(words);
  if (answer.attempts_left === 0) {
    return close({ message: 'This upload link takes no more files.', hint: 'Ask for a new link.' });
  }
  reject(words);
}

/**
 * @param {string} text
 * @returns {Partial<Uploaded & Words & { attempts_left: number }>}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The end of the page. @param {string} headline @param {Node[]} content @param {string} [look] */
function end(headline, content, look = '') {
  isOver = true;
  clearTimeout(closing);
  const main = document.querySelector('main');
  const outcome = document.createElement('div');
  outcome.className = `outcome ${look}`.trim();
  page.headline.textContent = headline;
  outcome.append(...content.slice(0, 1), page.headline, ...content.slice(1));
  main?.replaceChildren(outcome);
  document.title = `${headline} · Commonplace`;
  page.headline.focus();
}

/** @param {Partial<Uploaded>} uploaded */
function celebrate({ message = '', space_name: space = '', document_title: title = '' }) {
  const path = paragraph('', 'path');
  const name = document.createElement('strong');
  name.textContent = title;
  const arrow = document.createElement('span');
  arrow.setAttribute('aria-hidden', 'true');
  arrow.textContent = '›';
  path.append(`${space} `, arrow, ' ', name);
  page.thumbnail.alt = 'The picture that was sent';
  const words = [paragraph(message), path, paragraph('You can close this page.', 'hint')];
  end('Your picture has arrived', [page.thumbnail, ...words], 'arrived');
}

/** @param {Words} words */
function close({ message, hint = '' }) {
  forget();
  end(message, [document.createTextNode(''), paragraph(hint, 'lead')]);
}

/** With a mouse every kind of picture can be chosen; an iPhone hands over JPEG only if nothing else is asked for. */
if (matchMedia('(hover: hover) and (pointer: fine)').matches) page.choose.accept += ',.heic,.heif,.avif,.bmp';

page.choose.addEventListener('change', () => void take(page.choose.files));
page.camera.addEventListener('change', () => void take(page.camera.files));
page.send.addEventListener('click', send);
page.change.addEventListener('click', () => {
  forget();
  complain(undefined);
  page.status.textContent = '';
  show('chooser');
  page.choose.focus();
});
page.cancel.addEventListener('click', () => attempt?.abort());

document.addEventListener('paste', (event) => {
  if (event.clipboardData?.files.length) {
    event.preventDefault();
    void take(event.clipboardData.files);
  }
});
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  page.drop.classList.add('over');
});
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) page.drop.classList.remove('over');
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  page.drop.classList.remove('over');
  const files = event.dataTransfer?.files;
  if (files?.length) void take(files);
  else if (!isOver && !attempt)
    complain({ message: 'That was not a file.', hint: 'Save the picture first, then drop the file here.' });
});
// A picture on its way should not be lost to a tap on “back”.
addEventListener('beforeunload', (event) => {
  if (attempt) event.preventDefault();
});

const closing = setTimeout(
  () => {
    if (!attempt && !isOver) close(EXPIRED);
  },
  Math.max(0, closesAt - performance.now()),
);

page.plain.hidden = true;
show('chooser');
