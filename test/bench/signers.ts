import { createVisitor, encode, formTokenOf, type Visitor } from '../sign-in/visitor.ts';
import { answerParent } from './child-process.ts';

/** Tries to sign people in, in a process of its own, so that what sending costs is not taken for what answering costs. */
const [, , url = ''] = process.argv;
/** The password was checked, and was not right; or there was no room, and they are told to come back. */
const [CHECKED, BUSY] = [403, 503];

const PASSWORD = 'a fairly long passphrase 42';

let signers: { browser: Visitor; form: string }[] = [];

const methods = {
  /** Opens the page of the form in so many browsers, each for another name: of one name few are checked at a time. */
  async open(count: number): Promise<void> {
    signers = [];
    for (let index = 0; index < count; index += 1) {
      const browser = createVisitor(url);
      const form_token = formTokenOf(await browser.open('/sign-in'));
      signers.push({ browser, form: encode({ form_token, username: `name${index}`, password: PASSWORD }) });
    }
  },

  /** Sends all forms at once; resolves when each is answered, with how many passwords were checked. */
  async sendAll(): Promise<number> {
    const pages = await Promise.all(signers.map(({ browser, form }) => browser.post('/sign-in', form)));
    const odd = pages.find(({ status }) => status !== CHECKED && status !== BUSY);
    if (odd) throw new Error(`A sign-in was answered with ${odd.status}.`);
    return pages.filter(({ status }) => status === CHECKED).length;
  },
};

export type Signers = typeof methods;
answerParent(methods);
